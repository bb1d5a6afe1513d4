import type { Readable } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import QueryStream from 'pg-query-stream';
import type { AccessLogEvent } from '../../../contracts/events/access-log.ts';
import { recordExport } from '../../../ledger/access-log/record.ts';
import type { Authorize } from '../../../ledger/authorize.ts';
import type { CommandContext } from '../../../ledger/command-context.ts';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';
import { transactionLimit } from '../../../projector/bounded.ts';
import { type Database, LIVE_SCHEMA, rollback } from '../../../projector/database.ts';
import { schemaId } from '../../../projector/progress/schema-id.ts';
import { whileTaken } from '../../http/while-taken.ts';

type Kind = Extract<AccessLogEvent, { type: 'DataExported' }>['data']['kind'];

export type Export = {
  readonly kind: Kind;
  readonly count: (client: PoolClient) => Promise<number>;
  /** The lines of the file, ends of lines included; all from one moment. */
  readonly lines: (client: PoolClient) => AsyncIterable<string>;
  /** Runs on the write side; throws when the actor may not. */
  readonly authorize: Authorize;
  /** Asked again and again while the file is sent; throws when its taker may have no more of it. */
  readonly stillMay: () => Promise<void>;
};

/** Milliseconds between two such questions. */
const LOOK_AGAIN_MS = 1_000;

/** For the pool of exports: who reads slowly, or not at all, takes no connection from anybody else's requests. */
export const EXPORT_POOL = {
  connectTimeout: 1_000,
  // A file is one statement from its first line to its last, however slowly it is read.
  statementTimeout: 1_800_000,
  lockTimeout: 2_000,
  idleTransactionTimeout: 60_000,
  applicationName: 'evo-api-exports',
};

/** It is open for as long as its taker reads, whatever a role allows others. */
const BEGIN = `begin isolation level repeatable read read only; ${transactionLimit(0, { isLocal: true })}`;

export type ExportParts = {
  readonly exportPool: Pool;
  readonly pool: Database;
  readonly handler: CommandHandler;
};

/**
 * A file that is read from Postgres while it is sent, however long it is. That it was taken stands in the ledger
 * before its first line leaves. It breaks off where its taker may have it no more, or takes nothing. Where a rebuild has
 * put other read models in the place of those that were counted meanwhile, there is no file: its snapshot may not see
 * their rows, and one that is too short looks like a whole one.
 * @param patience milliseconds for which its taker may take nothing, for tests
 * @throws LedgerUnavailable, and what `count` and `authorize` throw; then nothing is sent
 */
export async function exportFile(
  { exportPool, pool, handler }: ExportParts,
  { kind, count, lines, authorize, stillMay }: Export,
  command: CommandContext,
  patience?: number,
): Promise<Readable> {
  // Asked beside the snapshot: what Postgres knows of names in a transaction may be of its beginning.
  const before = await schemaId(pool, LIVE_SCHEMA);
  const client = await exportPool.connect();
  try {
    await client.query(BEGIN);
    await recordExport(handler, { kind, count: await count(client), authorize }, command);
    if ((await schemaId(pool, LIVE_SCHEMA)) !== before)
      throw new LedgerUnavailable(new Error('the read models were replaced before a file of them was read'));
  } catch (error) {
    await rollback(client);
    client.release();
    throw error;
  }
  let complete = false;
  async function* content() {
    let looked = performance.now();
    for await (const line of lines(client)) {
      if (performance.now() - looked >= LOOK_AGAIN_MS) {
        await stillMay();
        looked = performance.now();
      }
      yield line;
    }
    await client.query('commit');
    complete = true;
  }
  const readable = whileTaken(content(), patience);
  // A reader who left half-way leaves a query under way: the connection is closed with it.
  readable.once('close', () => client.release(!complete));
  return readable;
}

/** The rows of a query as they arrive, a few hundred at a time. */
export async function* queryRows<Row>(
  client: PoolClient,
  sql: string,
  values: readonly unknown[] = [],
): AsyncGenerator<Row> {
  const stream = client.query(new QueryStream(sql, [...values], { batchSize: 500 }));
  // What the select list of the caller's own query gives.
  for await (const row of stream) yield row as Row;
}

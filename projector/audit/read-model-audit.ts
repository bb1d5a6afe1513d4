import pg from 'pg';
import { comparePositions, formatPosition, type LedgerPosition } from '../../contracts/ledger-position.ts';
import type { AuditedEvent } from '../../ledger/audit/rules/rule.ts';
import { CannotRead } from '../../ledger/audit/sources/source.ts';
import { transactionLimit } from '../bounded.ts';
import { beginIn, createPool, inTransaction, LIVE_SCHEMA } from '../database.ts';
import { applyBatch } from '../progress/apply-batch.ts';
import { ensureSchema, SCHEMA_VERSION } from '../progress/schema.ts';
import { differenceOf, type TableDifference, tablesOf } from './row-difference.ts';
import { openScratchDatabase } from './scratch-database.ts';

export type ReadModelAudit = {
  /** With events of the ledger in their order, sound ones. */
  readonly fold: (events: readonly AuditedEvent[]) => Promise<void>;
  /** Once the whole ledger was folded. @throws CannotRead */
  readonly compare: () => Promise<{
    readonly tables: number;
    readonly at: string | null;
    readonly differences: readonly TableDifference[];
  }>;
  readonly close: () => Promise<void>;
};

/** Events that are folded at once. */
const BATCH = 4_000;

/**
 * Compares read models with what the program's own projections make of the ledger, in a Postgres of the audit's own
 * that is thrown away. The projections themselves are what is used, and not a second opinion of them: the question here
 * is whether the rows that people are shown are those that the ledger gives, and a second fold would have to say of
 * every column what the first one says. That the projections are right is shown against a plain fold with every build,
 * and the balances by the rules of the audit, which share nothing with them.
 *
 * The read models are read in one snapshot, at the position that they had reached then; those of that moment also where a
 * rebuild has put others in their place since.
 * @param url of the program's Postgres; reading the schema of the read models is all that it must allow
 * @param foldIn of a server that a database may be made on; a Postgres is started otherwise
 * @throws CannotRead
 */
export async function openReadModelAudit(url: string, foldIn?: string): Promise<ReadModelAudit> {
  const live = new pg.Client({
    connectionString: url,
    application_name: 'evo-audit',
    connectionTimeoutMillis: 5_000,
  });
  live.on('error', () => undefined);
  const { target, schemaId } = await snapshotOf(live);
  const scratch = await openScratchDatabase(foldIn).catch(async (error: unknown) => {
    await live.end();
    throw error;
  });
  const pool = createPool(scratch.connectionString);
  const close = async () => {
    await live.end();
    await pool.end();
    await scratch.remove();
  };
  try {
    // All of each table is read, by nobody else.
    await ensureSchema(pool, LIVE_SCHEMA, 'later');
  } catch (error) {
    await close();
    throw error;
  }
  let waiting: AuditedEvent[] = [];
  let reached: LedgerPosition | undefined;
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    await inTransaction(
      pool,
      (client) => applyBatch(client, batch),
      (client) => beginIn(client, LIVE_SCHEMA),
    );
    reached = batch.at(-1)?.position;
  };
  return {
    async fold(events) {
      if (!target) return;
      waiting.push(...events.filter(({ position }) => comparePositions(position, target) <= 0));
      if (waiting.length >= BATCH) await flush();
    },
    async compare() {
      await flush();
      const isThere = target ? reached && comparePositions(reached, target) === 0 : true;
      if (!isThere && target) {
        throw new CannotRead(
          `The read models are at ${formatPosition(target)}, where this ledger has no event: they are of another one, or of a newer state of it.`,
        );
      }
      const folded = await pool.connect();
      try {
        await folded.query(`${SAME_TEXTS}; ${ANY_TIME}; begin`);
        const expected = { db: folded, schema: LIVE_SCHEMA };
        const names = new Set([
          ...(await tablesOf(live, LIVE_SCHEMA)),
          ...(await tablesOf(folded, LIVE_SCHEMA)),
        ]);
        for (;;) {
          const schema = await nameOf(live, schemaId);
          const differences: TableDifference[] = [];
          for (const table of names) {
            const difference = await differenceOf(table, { db: live, schema }, expected);
            if (difference) differences.push(difference);
          }
          // They get another name once at the most, and stay for as long as this snapshot does.
          if ((await nameOf(live, schemaId)) === schema)
            return { tables: names.size, at: target ? formatPosition(target) : null, differences };
        }
      } finally {
        // With its transaction.
        folded.release(true);
      }
    },
    close,
  };
}

/** So that both sides write a row as the same text. */
const SAME_TEXTS = `set time zone 'UTC'; set datestyle to iso; set intervalstyle to postgres; set extra_float_digits to 1;
  set bytea_output to hex`;

/** The snapshot is there for as long as a ledger takes to be folded, whatever the database allows others. */
const ANY_TIME = `set statement_timeout to 0; set idle_in_transaction_session_timeout to 0; ${transactionLimit(0)}`;

type Snapshot = {
  /** Where the read models are in it; undefined while they hold nothing. */
  readonly target: LedgerPosition | undefined;
  /** Of the schema that it shows, whatever name a rebuild gives it. */
  readonly schemaId: string;
};

/** Begins the snapshot. */
async function snapshotOf(live: pg.Client): Promise<Snapshot> {
  try {
    await live.connect();
    await live.query(`${SAME_TEXTS}; ${ANY_TIME}`);
    await live.query('begin isolation level repeatable read read only');
    const { rows } = await live.query<{
      commit: string | null;
      prepare: string | null;
      version: string;
      schema: string;
    }>(
      `select commit, prepare, version,
         (select relnamespace::text from pg_class where pg_class.oid = checkpoint.tableoid) as schema
       from ${LIVE_SCHEMA}.checkpoint`,
    );
    const [checkpoint] = rows;
    if (checkpoint?.version !== SCHEMA_VERSION) {
      throw new CannotRead(
        'The read models are of another version of the program; use the audit of that one.',
      );
    }
    const { commit, prepare, schema: schemaId } = checkpoint;
    const target = commit && prepare ? { commit: BigInt(commit), prepare: BigInt(prepare) } : undefined;
    return { target, schemaId };
  } catch (error) {
    await live.end().catch(() => undefined);
    if (error instanceof CannotRead) throw error;
    throw new CannotRead(
      `The read models cannot be read: ${error instanceof Error ? error.message : error}`,
      error,
    );
  }
}

/** The name that a schema has at this moment, which the snapshot does not say. */
async function nameOf(live: pg.Client, schemaId: string): Promise<string> {
  const { rows } = await live.query<{ name: string }>('select $1::oid::regnamespace::text as name', [
    schemaId,
  ]);
  return rows[0]?.name ?? LIVE_SCHEMA;
}

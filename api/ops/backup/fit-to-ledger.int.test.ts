import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportedEvent } from '../../../ledger/proof/audit/exported-event.ts';
import { createPool } from '../../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../../projector/testing/postgres.ts';
import { MIGRATION_POOL, migrate } from '../../migrate.ts';
import { fitToLedger, LedgerFacts } from './fit-to-ledger.ts';

let postgres: TestPostgres;
let client: pg.Client;
beforeAll(async () => {
  postgres = await startTestPostgres();
  const pool = createPool(postgres.connectionString, MIGRATION_POOL);
  await migrate(pool).finally(() => pool.end());
  client = new pg.Client(postgres.connectionString);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await postgres.stop();
});

const sealOf = (size: number): ExportedEvent => ({
  ...{ id: randomUUID(), stream: 'seals', revision: size, type: 'LedgerSealed' },
  ...{ position: `C:${size}/P:${size}`, created: '2026-01-02T03:04:05.000Z', data: { size }, metadata: {} },
});

/** What the notary and its witnesses are known to have signed: each the sizes that are left. */
async function signedAfter(sealed: readonly number[]): Promise<Record<string, readonly number[]>> {
  const [root, at] = [randomBytes(32), new Date()];
  await client.query('truncate notary.newest_seal, notary.cosignatures, notary.witnesses');
  await client.query(
    `insert into notary.newest_seal (size, root, hashes, commit, prepare, read_at) values (300, $1, '', 1, 1, $2)`,
    [root, at],
  );
  for (const size of [200, 300]) {
    await client.query(`insert into notary.cosignatures values ($1, 'a witness', $2, $3, '')`, [
      size,
      root,
      at,
    ]);
    await client.query(
      `insert into notary.witnesses (verifier_key, size, state, asked_at) values ($1, $2, 'agrees', $3)`,
      [`that of ${size}`, size, at],
    );
  }
  const facts = new LedgerFacts();
  for (const size of sealed) facts.add(sealOf(size));
  await fitToLedger(client, facts);
  const sizesIn = async (table: string) =>
    (await client.query<{ size: string }>(`select size from notary.${table} order by size`)).rows.map(
      ({ size }) => Number(size),
    );
  return {
    notary: await sizesIn('newest_seal'),
    cosigned: await sizesIn('cosignatures'),
    witnesses: await sizesIn('witnesses'),
  };
}

test('a ledger that has every seal keeps what is known of them', async () => {
  const all = { notary: [300], cosigned: [200, 300], witnesses: [200, 300] };
  expect(await signedAfter([100, 200, 300])).toEqual(all);
});

test('the notary reads the whole of a restored ledger before it goes on from the seal that it knows', async () => {
  await signedAfter([100, 200, 300]);
  const { rows } = await client.query('select size, read_at from notary.newest_seal');
  expect(rows).toEqual([{ size: '300', read_at: new Date(0) }]);
});

test('in a ledger that lost its newest seals the notary goes on, and whoever cosigned them is asked again', async () => {
  expect(await signedAfter([100, 200])).toEqual({ notary: [], cosigned: [200], witnesses: [200] });
  expect(await signedAfter([100, 299])).toEqual({ notary: [], cosigned: [200], witnesses: [200] });
  expect(await signedAfter([])).toEqual({ notary: [], cosigned: [], witnesses: [] });
});

import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportText } from '../../../ledger/audit/testing/audit-text.ts';
import { simulatedLedger } from '../../../ledger/audit/testing/simulated-ledger.ts';
import type { ExportedEvent } from '../../../ledger/proof/audit/exported-event.ts';
import { createPool } from '../../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../../projector/testing/postgres.ts';
import { readConfig } from '../../config.ts';
import { migrate } from '../../migrate.ts';
import { OpsRefused } from '../ops-refused.ts';
import { writeBackup } from './write-backup.ts';

let postgres: TestPostgres;
let pool: pg.Pool;
let folder: string;
let ledger: readonly ExportedEvent[];
beforeAll(async () => {
  postgres = await startTestPostgres();
  pool = createPool(postgres.connectionString);
  await migrate(pool);
  folder = await mkdtemp(join(tmpdir(), 'evo-lacking-'));
  ledger = await simulatedLedger(1, 60);
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

/** Takes a backup of a store that holds these events, and returns whether it is one. */
async function take(held: readonly ExportedEvent[], asTheyAre = false): Promise<boolean> {
  const name = join(folder, randomUUID());
  await writeFile(`${name}.ndjson`, await exportText(held));
  const config = readConfig({
    ...{ DATA_DIR: folder, DATABASE_URL: postgres.connectionString },
    VAULT_KEY: randomBytes(32).toString('base64'),
  });
  const stores = { ledger: `${name}.ndjson`, databaseUrl: postgres.connectionString };
  const options = { folder: name, keys: `${name}.keys`, onStep: async () => undefined, asTheyAre };
  await writeBackup(config, stores, options);
  return existsSync(join(name, 'manifest.json'));
}

/** The processes were told this event, and none behind it. */
const told = (event: ExportedEvent | undefined) =>
  pool.query(
    `insert into processes.ledger values (true, 1, 1, $1, $2, 1, 1)
     on conflict (one) do update set event_id = excluded.event_id`,
    [event?.id, ledger[0]?.id],
  );

test('a backup whose ledger lacks what the processes were told is none: its node is behind, or it is of another store', async () => {
  const [behind, another] = [ledger.slice(0, -5), await simulatedLedger(2, 60)];
  // As of a program that was never started.
  expect(await take(behind)).toBe(true);
  await told(ledger.at(-3));
  for (const held of [behind, another]) {
    const refusal = await take(held).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OpsRefused);
    expect(String(refusal)).toContain(`The ledger lacks the event ${ledger.at(-3)?.id}`);
  }
  expect(await take(ledger)).toBe(true);
});

test('where what is lacking is lost for good, one is taken of what there is when that is said', async () => {
  await told(ledger.at(-3));
  expect(await take(ledger.slice(0, -5), true)).toBe(true);
});

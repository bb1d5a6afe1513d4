import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../projector/database.ts';
import { RESTORE_MARK, RESTORE_UNFINISHED } from '../../projector/restore-mark.ts';
import { startTestPostgres, type TestPostgres } from '../../projector/testing/postgres.ts';
import { migrate } from '../migrate.ts';
import { connectDatabase } from './connect.ts';
import { opsCommand } from './ops-command.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());

test('the limits of time that a role brings, as it does behind a pooler, cut no work of an operator', async () => {
  const address = new URL(postgres.connectionString);
  // As `alter role … set` does it, for this connection alone.
  const times = ['statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout'];
  const limits = [...times, 'lock_timeout', 'idle_session_timeout'];
  address.searchParams.set('options', limits.map((name) => `-c ${name}=200`).join(' '));
  const client = await connectDatabase(address.href);
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1) order by name',
    [limits],
  );
  await client.end();
  expect(rows.map(({ name, setting }) => [name, setting])).toEqual([
    ['idle_in_transaction_session_timeout', '0'],
    ['idle_session_timeout', '0'],
    ['lock_timeout', '10000'],
    ['statement_timeout', '0'],
    ['transaction_timeout', '0'],
  ]);
});

test('times, and bytes in a backup, look the same whatever the database brings', async () => {
  const address = new URL(postgres.connectionString);
  const unusual = ['DateStyle=German', 'bytea_output=escape', 'extra_float_digits=-15'];
  address.searchParams.set('options', unusual.map((setting) => `-c ${setting}`).join(' '));
  const client = await connectDatabase(address.href);
  const { rows } = await client.query<Record<string, unknown>>(
    `select '2026-05-11T23:30:00Z'::timestamptz as at, to_jsonb(decode('00ff', 'hex')) as bytes, to_jsonb(0.1::float8) as share`,
  );
  await client.end();
  expect(rows).toEqual([{ at: new Date('2026-05-11T23:30:00Z'), bytes: String.raw`\x00ff`, share: 0.1 }]);
});

test('a command on a database in which no program has started says so, and no more; once one has, it works there', async () => {
  const said: unknown[] = [];
  const list = () =>
    opsCommand(
      ['retry-parked'],
      { DATABASE_URL: postgres.connectionString },
      { say: (text) => said.push(text), tell: (text) => said.push(text) },
    );
  expect(await list()).toBe(1);
  expect(said.splice(0)).toEqual([
    expect.stringMatching(/^The database lacks vault.account_keys, .*set DATABASE_URL, or DATA_DIR/),
  ]);
  const pool = createPool(postgres.connectionString);
  await migrate(pool).finally(() => pool.end());
  expect(await list()).toBe(0);
  expect(said).toEqual(['No event is set aside.']);
});

test('no command works in a database that a restore has not filled yet: keys that it brings would be taken for sealed anew', async () => {
  const pool = createPool(postgres.connectionString);
  const keys = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')).join();
  const settings = { DATABASE_URL: postgres.connectionString, VAULT_KEY: keys };
  try {
    await migrate(pool);
    await pool.query(`create schema ${RESTORE_MARK}`);
    for (const args of [['retry-parked'], ['raffle-entries', '1'], ['rotate-vault-key']]) {
      const said: unknown[] = [];
      const code = await opsCommand(args, settings, {
        say: (text) => said.push(text),
        tell: (text) => said.push(text),
      });
      expect({ code, said }).toEqual({ code: 1, said: [RESTORE_UNFINISHED] });
    }
  } finally {
    await pool.query(`drop schema if exists ${RESTORE_MARK}`);
    await pool.end();
  }
});

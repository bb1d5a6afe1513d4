import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPool } from '../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../projector/testing/postgres.ts';
import { MIGRATION_POOL, migrate } from './migrate.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
const files = (await readdir(FOLDER)).sort();
const textOf = (file: string) => readFile(new URL(file, FOLDER), 'utf8');

/** The last of those that say again what the releases without migrations made at each start. */
const LAST_OF_BEFORE = 10;
const numberOf = (file: string) => Number(file.slice(0, 4));
const ofBefore = files.filter((file) => numberOf(file) <= LAST_OF_BEFORE);

/** SHA-256 over the texts of before, in their order: a database that holds them is taken over as it is. */
const HASH_OF_BEFORE = '8b686fb8b59eaa9f8f7421b565a9de89da1ef3494270f23fc76eb4331c5c8779';

let postgres: TestPostgres;
let [one, two]: pg.Pool[] = [];
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());

let count = 0;
let url: URL;
/** Two replicas' ways to a new database. */
beforeEach(async () => {
  const admin = createPool(postgres.connectionString, { maxConnections: 1 });
  url = new URL(postgres.connectionString);
  url.pathname = `/of_test_${count++}`;
  await admin.query(`create database ${url.pathname.slice(1)}`);
  await admin.end();
  [one, two] = [createPool(url.href), createPool(url.href)];
  return async () => {
    await Promise.all([one?.end(), two?.end()]);
  };
});

const applied = async () => {
  const { rows } = await one!.query<{ name: string }>('select name from migrations.applied order by id');
  return rows.map(({ name }) => `${name}.sql`);
};

/** What a release without migrations did at each start. */
async function startOfBefore(): Promise<void> {
  for (const file of ofBefore) {
    await one!.query(`begin; select pg_advisory_xact_lock(3424001); ${await textOf(file)}; commit;`);
  }
}

test('of two replicas that start together on an empty database one makes the tables, and both go on', async () => {
  expect(await Promise.all([migrate(one!), migrate(two!)])).toEqual([[], []]);
  expect(await applied()).toEqual(files);
  await migrate(two!);
  expect(await applied()).toEqual(files);
});

describe('a database of a release without migrations', () => {
  const session = [
    '\\x01',
    '00000000-0000-4000-8000-000000000001',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ];
  beforeEach(async () => {
    await startOfBefore();
    await one!.query(
      `insert into auth.sessions (token_hash, user_id, wallet_address, created_at, expires_at)
       values ($1, $2, $3, now(), now() + interval '1 day')`,
      session,
    );
    await one!.query("insert into vault.program_keys values ('emails', 'sealed')");
    await one!.query(`insert into vault.account_keys values ($1, $1, 'sealed')`, [session[1]]);
    await one!.query(
      `insert into vault.email_tokens values ('\\x02', $1, 'hash', 'sealed', true, now() + interval '1 day')`,
      [session[1]],
    );
  });
  const kept = async () => {
    const { rows } = await one!.query(
      `select (select user_id from auth.sessions) as session, (select sealed_key from vault.program_keys) as key,
         (select user_id from vault.email_tokens where used_by is null) as link`,
    );
    return rows;
  };

  test('is taken over with all that it holds, and the release before goes on beside the new one', async () => {
    const before = await kept();
    expect(before).toEqual([{ session: session[1], key: 'sealed', link: session[1] }]);
    await migrate(one!);
    expect(await applied()).toEqual(files);
    expect(await kept()).toEqual(before);
    await startOfBefore();
    expect(await kept()).toEqual(before);
    // As that release writes it.
    await two!.query(
      `insert into vault.email_tokens (token_hash, user_id, email_hash, sealed_email, marketing_opt_in, expires_at)
       values ('\\x03', $1, 'hash', 'sealed', true, now())`,
      [session[1]],
    );
  });

  test('is left as it was by a migration that fails: all or nothing', async () => {
    // In the way of a table of a later migration.
    await one!.query('create schema limits');
    await expect(migrate(one!)).rejects.toThrow(/limits/);
    expect(await applied()).toEqual([]);
    await one!.query('drop schema limits');
    await migrate(two!);
    expect(await applied()).toEqual(files);
  });
});

test('a database that a newer release has migrated is accepted as it is', async () => {
  await migrate(one!);
  await one!.query("insert into migrations.applied (name, run_on) values ('9999_of-a-newer-release', now())");
  expect(await migrate(two!)).toEqual(['9999_of-a-newer-release']);
});

/** Takes back what the last migrations have made, as a release before left it. */
const UNDO = `alter table vault.erasures drop column erasures; drop table raffles.refused_requests;
  drop index vault.mails_given_up_at; alter table vault.mails drop column taken_until; alter table vault.oauth_states drop column outcome;
  alter table vault.message_codes drop column sealed_code; alter table vault.message_codes drop column refusal;
  drop trigger frozen_forgotten on raffles.frozen; drop function raffles.forget_frozen_users;
  alter table raffles.frozen_users add constraint frozen_users_raffle_id_fkey
    foreign key (raffle_id) references raffles.frozen on delete cascade;
  delete from migrations.applied where name >= '0500'`;

test('a database whose clock was set back between two releases is migrated by the next one, and that one starts again', async () => {
  await migrate(one!);
  await one!.query(UNDO);
  await one!.query(`update migrations.applied set run_on = run_on + interval '1 day'`);
  await migrate(one!);
  expect(await applied()).toEqual(files);
  expect(await migrate(two!)).toEqual([]);
});

test('a change of a table that somebody reads for long keeps nobody else from it, and is made once it is free', async () => {
  await migrate(one!);
  await one!.query(UNDO);
  const [reader, other] = [await one!.connect(), await one!.connect()];
  const own = createPool(url.href, MIGRATION_POOL);
  const waiting = async () =>
    (await two!.query(`select from pg_locks where not granted and relation = 'vault.erasures'::regclass`))
      .rowCount;
  try {
    // As a backup does.
    await reader.query('begin; select from vault.erasures');
    const migrating = migrate(own);
    migrating.catch(() => undefined);
    await expect.poll(waiting).toBe(1);
    await other.query('set statement_timeout to 5000');
    await other.query('select from vault.erasures');
    expect(await applied()).not.toEqual(files);
    await reader.query('rollback');
    await migrating;
    expect(await applied()).toEqual(files);
  } finally {
    for (const client of [reader, other]) client.release(true);
    await own.end();
  }
});

test('tables are changed to the end, however short the transactions are that the database allows', async () => {
  await migrate(one!);
  await one!.query(UNDO);
  await one!.query(`alter database ${url.pathname.slice(1)} set transaction_timeout to '200ms'`);
  const own = createPool(url.href, MIGRATION_POOL);
  const reader = await one!.connect();
  const isOld = `select from pg_stat_activity where application_name = '${MIGRATION_POOL.applicationName}'
    and datname = current_database() and wait_event_type = 'Lock' and xact_start < now() - interval '300 ms'`;
  try {
    await reader.query('begin; select from vault.erasures');
    const migrating = migrate(own);
    migrating.catch(() => undefined);
    await expect.poll(async () => (await two!.query(isOld)).rowCount, { interval: 20 }).toBe(1);
    await reader.query('rollback');
    await migrating;
    expect(await applied()).toEqual(files);
  } finally {
    reader.release(true);
    await own.end();
  }
});

test('a program that stands still in the middle of it keeps the tables from others for ten seconds', async () => {
  const pool = createPool(postgres.connectionString, MIGRATION_POOL);
  const { rows } = await pool.query(
    `select current_setting('idle_in_transaction_session_timeout') as in_transaction,
       current_setting('idle_session_timeout') as between`,
  );
  await pool.end();
  expect(rows).toEqual([{ in_transaction: '10s', between: '10s' }]);
});

test('what the releases before made at each start is what the first migrations make', async () => {
  const hash = createHash('sha256');
  for (const file of ofBefore) hash.update(await textOf(file));
  expect(hash.digest('hex')).toBe(HASH_OF_BEFORE);
});

test('each later migration only adds: the release before goes on', async () => {
  // A foreign key that goes lets through whatever it let through before.
  const takesAway =
    /\b(drop(?! constraint \w+_fkey\b)|rename|truncate|set not null|alter column)\b|^\s*(delete|update)\b/im;
  for (const file of files.filter((one) => numberOf(one) > LAST_OF_BEFORE)) {
    // What a function does once it is called takes nothing away now.
    const statements = (await textOf(file)).replaceAll(/--.*$/gm, '').replaceAll(/\bas \$\$.*?\$\$/gs, '');
    expect(statements, file).not.toMatch(takesAway);
    // A column without a default would refuse what the release before inserts.
    expect(
      statements
        .match(/add column[^,;]*/gi)
        ?.filter((one) => /not null/i.test(one) && !/default/i.test(one)) ?? [],
      file,
    ).toEqual([]);
  }
  // Numbers may be left out; none is given twice.
  expect(new Set(files.map(numberOf)).size).toBe(files.length);
});

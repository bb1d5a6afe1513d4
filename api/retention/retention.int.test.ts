import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../testing/start-database.ts';
import { deleteWhatIsOver, keepTablesSmall, ROUND_MS } from './keep-tables-small.ts';
import { RETENTION } from './rules.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const one = '00000000-0000-4000-8000-000000000001';

/** Rows of each table by their age in days: `$1::int`. */
const ROWS: Readonly<Record<string, string>> = {
  'auth.challenges': `(nonce, wallet_address, message, expires_at)
    values (gen_random_uuid(), 'w', 'm', now() - $1::int * interval '1 day' + interval '5 minutes')`,
  'auth.act_challenges': `(nonce, session_hash, wallet_address, operation, command_id, request_hash, message, expires_at)
    values (gen_random_uuid(), 'kept', 'w', 'o', '${one}', 'h', 'm', now() - $1::int * interval '1 day' + interval '5 minutes')`,
  'auth.sessions': `(token_hash, user_id, wallet_address, created_at, expires_at)
    values (gen_random_uuid()::text::bytea, '${one}', 'w', now(), now() - $1::int * interval '1 day' + interval '5 minutes')`,
  'auth.signed_acts': `(command_id, request_hash, wallet_address, operation, signature_hash, signed_at)
    values (gen_random_uuid(), 'h', 'w', 'o', 's', now() - $1::int * interval '1 day')`,
  'auth.idempotency_keys': `(user_id, key, request_hash, created_at)
    values ('${one}', gen_random_uuid(), 'h', now() - $1::int * interval '1 day')`,
  'processes.set_aside_decisions': `(command_id, decided_at)
    values (gen_random_uuid(), now() - $1::int * interval '1 day')`,
  'vault.mails': `(id, kind, user_id, email_hash, marketing_opt_in, state, created_at, due_at)
    values (gen_random_uuid(), 'link', '${one}', 'h', false, 'sent', now() - $1::int * interval '1 day', now())`,
  'vault.email_tokens': `(token_hash, user_id, email_hash, sealed_email, marketing_opt_in, expires_at)
    values (gen_random_uuid()::text::bytea, '${one}', 'h', 's', false, now() - $1::int * interval '1 day' + interval '5 minutes')`,
  'vault.oauth_states': `(state_hash, user_id, platform, code_verifier, expires_at)
    values (gen_random_uuid()::text::bytea, '${one}', 'p', 'c', now() - $1::int * interval '1 day' + interval '5 minutes')`,
  'vault.message_codes': `(user_id, platform, code_hash, wallet_address, expires_at)
    values (gen_random_uuid(), 'p', gen_random_uuid()::text::bytea, 'w', now() - $1::int * interval '1 day' + interval '5 minutes')`,
  'vault.social_calls': `(platform, day, calls) values (gen_random_uuid(), current_date - $1::int, 1)`,
  'vault.social_shares': `(platform, day, share, calls) values (gen_random_uuid(), current_date - $1::int, 's', 1)`,
  'faucet.welcome_places': `(day, user_id) values (current_date - $1::int, gen_random_uuid())`,
  'faucet.openings': `(wallet, network, opened_at)
    values (gen_random_uuid(), 'n', now() - $1::int * interval '1 day')`,
  'limits.taken': `(key, points, expire)
    values (gen_random_uuid(), 1, extract(epoch from now()) * 1000 - ($1::int * 86400.0 - 60) * 1000)`,
};

const count = async (table: string) =>
  Number((await database.pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);

test('what is past goes in small pieces, what counts stays, and a mail that waits is never past', async () => {
  const { pool } = database;
  await pool.query("insert into vault.account_keys values ($1, $1, 'sealed')", [one]);
  await pool.query(
    `insert into auth.sessions (token_hash, user_id, wallet_address, created_at, expires_at)
     values ('kept', $1, 'w', now(), now() + interval '1 day')`,
    [one],
  );
  expect(Object.keys(ROWS).sort()).toEqual(RETENTION.map(({ table }) => table).sort());
  for (const [table, row] of Object.entries(ROWS)) {
    await pool.query(`insert into ${table} ${row}`, [0]);
    for (let n = 0; n < 5; n++) await pool.query(`insert into ${table} ${row}`, [40]);
  }
  await pool.query(`update vault.mails set state = 'waiting' where id = (
    select id from vault.mails where created_at < now() - interval '1 day' limit 1)`);
  const before = new Map<string, number>();
  for (const table of Object.keys(ROWS)) before.set(table, await count(table));

  const deleted = await deleteWhatIsOver({ pool, days: 30 }, undefined, 2);
  for (const [table, rows] of before) {
    const past = table === 'vault.mails' ? 4 : 5;
    expect([table, deleted.get(table), await count(table)]).toEqual([table, past, rows - past]);
  }
});

/** For how many days what counts no more is kept, where an operator keeps such things for 30. */
test.each([
  ['auth.signed_acts', 2],
  ['auth.idempotency_keys', 30],
  ['processes.set_aside_decisions', 30],
  ['vault.mails', 30],
  ['vault.social_calls', 30],
  ['vault.social_shares', 2],
  ['faucet.welcome_places', 30],
  ['faucet.openings', 30],
])('a row of %s stays for %i days, and no longer', async (table, days) => {
  const { pool } = database;
  await pool.query(`delete from ${table}`);
  await pool.query(`insert into ${table} ${ROWS[table]}`, [days - 1]);
  await deleteWhatIsOver({ pool, days: 30 });
  expect(await count(table)).toBe(1);
  await pool.query(`insert into ${table} ${ROWS[table]}`, [days + 1]);
  expect((await deleteWhatIsOver({ pool, days: 30 })).get(table)).toBe(1);
  expect(await count(table)).toBe(1);
});

test('a mail that was given up stays for the week in which admins are told of it, however old it is', async () => {
  const { pool } = database;
  await pool.query('delete from vault.mails');
  const mail = (state: string, givenUp: string) =>
    pool.query(
      `insert into vault.mails (id, kind, user_id, email_hash, marketing_opt_in, state, reason, created_at, due_at)
       values (gen_random_uuid(), 'link', $1, 'h', false, $2, $3::text, now() - interval '40 days', now() - $3::text::interval)`,
      [one, state, givenUp],
    );
  await mail('dropped', '1 minute');
  await mail('dropped', '6 days 23 hours');
  await mail('dropped', '7 days 1 hour');
  await mail('sent', '1 minute');
  expect((await deleteWhatIsOver({ pool, days: 30 })).get('vault.mails')).toBe(2);
  const { rows } = await pool.query('select state, reason from vault.mails order by due_at desc');
  expect(rows).toEqual([
    { state: 'dropped', reason: '1 minute' },
    { state: 'dropped', reason: '6 days 23 hours' },
  ]);
});

test('the program does it by itself, every ten minutes', async () => {
  expect(ROUND_MS).toBe(600_000);
  const { pool } = database;
  await pool.query('delete from auth.idempotency_keys');
  const keeper = keepTablesSmall({ pool, days: 30, logger: pino({ level: 'silent' }) }, 20);
  try {
    // Not only in its first round.
    for (let round = 0; round < 2; round++) {
      await pool.query(`insert into auth.idempotency_keys ${ROWS['auth.idempotency_keys']}`, [40]);
      await expect.poll(() => count('auth.idempotency_keys')).toBe(0);
    }
  } finally {
    await keeper.stop();
  }
});

test('where one table cannot be made smaller all others are, also the ones that come after it', async () => {
  const { pool } = database;
  const [first, last] = ['auth.challenges', 'limits.taken'];
  await pool.query(`
    create function public.keeps_all() returns trigger language plpgsql as $$
    begin raise exception 'it is kept'; end $$;
    create trigger keeps_all before delete on ${first} execute function public.keeps_all()`);
  try {
    await pool.query(`delete from ${last}`);
    for (const table of [first, last]) await pool.query(`insert into ${table} ${ROWS[table]}`, [40]);
    const fault = await deleteWhatIsOver({ pool, days: 30 }).catch((error: unknown) => error);
    expect(await count(last)).toBe(0);
    expect(fault).toMatchObject({
      errors: [{ message: `what is past of ${first} stays`, cause: { message: 'it is kept' } }],
    });
  } finally {
    await pool.query('drop function public.keeps_all() cascade');
  }
});

test('an operator keeps more; two replicas at once delete each row once and wait for nobody', async () => {
  const { pool } = database;
  await pool.query('truncate auth.idempotency_keys');
  for (let n = 0; n < 6; n++) {
    await pool.query(`insert into auth.idempotency_keys ${ROWS['auth.idempotency_keys']}`, [40]);
  }
  expect((await deleteWhatIsOver({ pool, days: 60 })).get('auth.idempotency_keys')).toBe(0);
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select from auth.idempotency_keys limit 1 for update');
  const both = await Promise.all([1, 2].map(() => deleteWhatIsOver({ pool, days: 30 }, undefined, 2)));
  expect(both.reduce((sum, one) => sum + (one.get('auth.idempotency_keys') ?? 0), 0)).toBe(5);
  await client.query('rollback');
  client.release();
});

test('every table that could grow has a rule, or stands among those that are kept for a reason', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema = any($1) and table_type = 'BASE TABLE'`,
    [
      [
        'auth',
        'vault',
        'showcase',
        'processes',
        'raffles',
        'music',
        'faucet',
        'snapshots',
        'notary',
        'limits',
      ],
    ],
  );
  const ruled = new Set(RETENTION.map(({ table }) => table));
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => !ruled.has(name))
      .sort(),
  ).toEqual([...KEPT].sort());
});

/** One row a thing that lives, a bounded number, or what somebody may ask for for ever. */
const KEPT = [
  'auth.last_removal',
  // Closed by the next removal of an admin; deleting one would let its append land.
  'auth.open_acts',
  'faucet.days',
  'faucet.friend_mailboxes',
  // Its unfinished uploads are deleted by the uploads themselves.
  'music.files',
  'music.chunks',
  'notary.cosignatures',
  'notary.newest_seal',
  'notary.status',
  'notary.witnesses',
  'processes.checkpoints',
  'processes.leader',
  'processes.ledger',
  'processes.mass_acts',
  'processes.moved_ledger',
  'processes.set_aside',
  'raffles.frozen',
  'raffles.frozen_users',
  'raffles.refused_requests',
  'raffles.requests',
  'raffles.seeds',
  'showcase.images',
  'showcase.readings',
  'snapshots.streams',
  'vault.account_keys',
  'vault.email_index',
  'vault.erasures',
  'vault.program_keys',
  'vault.social_tokens',
];

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { adminInbox } from '../../../contracts/api/admin-inbox.ts';
import type { ResponseOf } from '../../../contracts/api/endpoint.ts';
import type { listRaffles } from '../../../contracts/api/raffle.ts';
import { raffleIdOf } from '../../../ledger/proof/raffle-id.ts';
import { createPool, LIVE_SCHEMA } from '../../../projector/database.ts';
import { type AdminClient, superAdminOf } from '../../testing/admin.ts';
import { createTestClient, idempotencyKey } from '../../testing/client.ts';
import { newUser, signUp } from '../../testing/email-calls.ts';
import { verifyAddress } from '../../testing/raffle-stage.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

type Inbox = ResponseOf<typeof adminInbox>;

let app: TestApp;
let root: AdminClient;
let pool: pg.Pool;
beforeAll(async () => {
  app = await startApp();
  root = await superAdminOf(app);
  pool = createPool(app.databaseUrl);
});
afterAll(async () => {
  await pool.end();
  await app.close();
});

const inbox = async (after?: { headers: Headers }): Promise<Inbox> => {
  const { status, body } = await root.get<Inbox>('/api/admin/inbox', after);
  expect(status).toBe(200);
  return body;
};

/** A mail as the mailer leaves it: asked for and, if it waits no more, tried last so many days ago. */
const keepMail = (
  state: string,
  reason: string | null,
  {
    daysAgo = 0,
    attempts = 1,
    triedDaysAgo,
  }: { daysAgo?: number; attempts?: number; triedDaysAgo?: number } = {},
) =>
  pool.query(
    `insert into vault.mails (id, kind, user_id, email_hash, marketing_opt_in, state, reason, attempts, created_at, due_at)
     values ($1, 'link', $1, 'x', false, $2, $3, $4, now() - $5 * interval '1 day',
       case $2 when 'waiting' then now() + interval '1 hour' else now() - $6 * interval '1 day' end)`,
    [randomUUID(), state, reason, attempts, daysAgo, triedDaysAgo ?? daysAgo],
  );

test('nothing needs a hand at first', async () => {
  expect(await inbox()).toEqual({
    prizes: { count: 0, raffles: [] },
    overdue: { count: 0, raffles: [] },
    requests: 0,
    setAside: { waiting: 0, parked: 0 },
    mails: { failed: 0, retried: 0, reasons: [] },
  });
});

test('prizes wait until each is settled, and a reward until a second admin decides', async () => {
  const { client } = await newUser(app);
  await verifyAddress(client);
  await verifyAddress((await newUser(app)).client);
  const drawn = await root.post('/api/admin/raffle', { amount: '12.5', winnerCount: 2 });
  const raffleId = raffleIdOf(1);
  expect((await inbox(drawn)).prizes).toEqual({
    count: 1,
    raffles: [{ raffleId, number: 1, open: 2, total: '25' }],
  });
  const first = await root.post(`/api/admin/raffle/${raffleId}/pay`, { place: 1 });
  expect((await inbox(first)).prizes).toEqual({
    count: 1,
    raffles: [{ raffleId, number: 1, open: 1, total: '12.5' }],
  });
  const paid = await root.post(`/api/admin/raffle/${raffleId}/pay`);
  expect((await inbox(paid)).prizes).toEqual({ count: 0, raffles: [] });

  const reward = { walletAddress: client.account.address, amount: '20000', reason: 'Above one admin' };
  const asked = await root.post('/api/admin/send-reward', reward);
  expect((await inbox(asked)).requests).toBe(1);
  // What nobody has decided in a week can be approved no more.
  const wait = (time: string) =>
    pool.query(`update ${LIVE_SCHEMA}.reward_requests set expires_at = expires_at - $1::interval`, [time]);
  await wait('6 days 23 hours');
  expect((await inbox()).requests).toBe(1);
  await wait('1 hour');
  expect((await inbox()).requests).toBe(0);
});

test('of a raffle that is half paid only what is open counts, and a failed one has nothing to pay', async () => {
  const [half, failed] = [randomUUID(), randomUUID()];
  await pool.query(
    `insert into ${LIVE_SCHEMA}.raffles (raffle_id, number, stage, mode, amounts, committed_at, drawn_at)
     values ($1, 900, 'drawn', 'tiered', '["7", "2.5", "1"]', now(), now()),
            ($2, 901, 'failed', 'flat', '["7"]', now(), null)`,
    [half, failed],
  );
  await pool.query(
    `insert into ${LIVE_SCHEMA}.raffle_winners (raffle_id, place, user_id, username, prize, status)
     values ($1, 1, $1, 'a', 7, 'paid'), ($1, 2, $1, 'b', 2.5, 'open'), ($1, 3, $1, 'c', 1, 'no_wallet'),
            ($2, 1, $2, 'd', 7, 'open')`,
    [half, failed],
  );
  expect((await inbox()).prizes).toEqual({
    count: 1,
    raffles: [{ raffleId: half, number: 900, open: 1, total: '2.5' }],
  });
  for (const table of ['raffle_winners', 'raffles']) {
    await pool.query(`delete from ${LIVE_SCHEMA}.${table} where raffle_id = any($1)`, [[half, failed]]);
  }
});

test('a mail counts that was given up of late or is tried again; one that nobody needed does not', async () => {
  await keepMail('dropped', '550 no such mailbox');
  await keepMail('dropped', '550 no such mailbox', { daysAgo: 6 });
  await keepMail('dropped', '550 no such mailbox', { daysAgo: 8 });
  await keepMail('dropped', 'erased');
  await keepMail('dropped', 'verified already');
  await keepMail('dropped', 'the account was removed');
  await keepMail('dropped', 'the personal data of the account were erased');
  for (const daysAgo of [8, 9]) await keepMail('waiting', 'connection refused', { daysAgo });
  await keepMail('dropped', 'connection refused');
  await keepMail('waiting', null, { attempts: 0 });
  await keepMail('sent', null);
  expect((await inbox()).mails).toEqual({
    failed: 3,
    retried: 2,
    reasons: [
      { reason: 'connection refused', count: 3 },
      { reason: '550 no such mailbox', count: 2 },
    ],
  });
});

test('a mail that waited long for a server, and was given up when there was one, was given up of late', async () => {
  const { failed } = (await inbox()).mails;
  await keepMail('dropped', 'EAUTH 535', { daysAgo: 20, triedDaysAgo: 1 });
  await keepMail('dropped', 'EAUTH 535', { daysAgo: 20, triedDaysAgo: 8 });
  expect((await inbox()).mails.failed).toBe(failed + 1);
});

test('a mail that waited when what is known of its account was erased is no failure', async () => {
  const { client, userId } = await newUser(app);
  await signUp(client, `eve.${randomUUID()}@example.com`);
  const before = (await inbox()).mails;
  // As of an hour without a mail server.
  await pool.query(
    `insert into vault.mails (id, kind, user_id, email_hash, sealed_email, marketing_opt_in, created_at, due_at)
     values (gen_random_uuid(), 'link', $1, 'y', '1.none.none', false, now(), now() + interval '1 day')`,
    [userId],
  );
  const erased = await client.post('/api/profile/erase-personal-data', {}, idempotencyKey());
  expect(erased.status).toBe(200);
  const { rows } = await pool.query('select state from vault.mails where user_id = $1 and email_hash = $2', [
    userId,
    'y',
  ]);
  expect(rows).toEqual([{ state: 'dropped' }]);
  expect((await inbox()).mails).toEqual(before);
});

test('a draw is overdue an hour after its round, and no number is counted to its end', async () => {
  await pool.query(
    `insert into ${LIVE_SCHEMA}.raffles (raffle_id, number, stage, mode, amounts, committed_at, due_at, round,
       chain_hash)
     select gen_random_uuid(), 1000 + n, 'awaiting_beacon', 'flat', '["1"]', now(),
            now() - case when n = 0 then interval '59 minutes' else interval '61 minutes' end, n, repeat('c', 64)
     from generate_series(0, 130) as n`,
  );
  const { overdue } = await inbox();
  expect(overdue.count).toBe(100);
  expect(overdue.raffles.map(({ number }) => number)).toEqual([1130, 1129, 1128, 1127, 1126]);
  // Everybody is told so: an operator who dislikes the winners hides nothing by not writing them down.
  const told = await createTestClient(app.url).get<ResponseOf<typeof listRaffles>>(
    '/api/public/raffles?limit=3&cursor=1003',
  );
  expect(told.body.counts.letFail).toBe(130);
  expect(told.body.raffles.map(({ number, round }) => [number, round?.isOverdue])).toEqual([
    [1002, true],
    [1001, true],
    [1000, false],
  ]);
  await pool.query(`delete from ${LIVE_SCHEMA}.raffles where number > 1000`);
  expect((await inbox()).overdue).toEqual({ count: 0, raffles: [] });

  await pool.query(
    `insert into ${LIVE_SCHEMA}.raffles (raffle_id, number, stage, mode, amounts, committed_at, drawn_at)
     select gen_random_uuid(), 1000 + n, 'drawn', 'flat', '["1"]', now(), now() from generate_series(1, 7) as n`,
  );
  const { prizes } = await inbox();
  expect(prizes.count).toBe(7);
  expect(prizes.raffles.map(({ number }) => number)).toEqual([1007, 1006, 1005, 1004, 1003]);
  await pool.query(`delete from ${LIVE_SCHEMA}.raffles where number > 1000`);

  await pool.query(
    `insert into processes.set_aside (process, lane, commit, prepare, stream, revision, event_id, event_type, state,
       is_late, reason, failures)
     select 'a-test', 'x', n, n, 'x', n, gen_random_uuid(), 'X',
            (array['parked', 'waiting', 'dismissed'])[least(3, 1 + n / 120)], false, 'r', 1
     from generate_series(0, 399) as n`,
  );
  expect((await inbox()).setAside).toEqual({ waiting: 100, parked: 100 });
});

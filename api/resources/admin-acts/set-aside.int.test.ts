import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setAsideTexts } from '../../../contracts/admin-messages.ts';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { refusals } from '../../../contracts/messages.ts';
import { ONE_EVO } from '../../../contracts/money.ts';
import { account } from '../../../ledger/accounts/account.ts';
import { connectEventStore, type EventStore } from '../../../ledger/event-store.ts';
import { createCommandHandler } from '../../../ledger/handle-command.ts';
import { testContext } from '../../../ledger/testing/start-ledger.ts';
import { createPool } from '../../../projector/database.ts';
import { type AdminClient, asAdmin, newAdmin, superAdminOf } from '../../testing/admin.ts';
import { createTestClient, idempotencyKey } from '../../testing/client.ts';
import { newUser, signUp } from '../../testing/email-calls.ts';
import { mailedToken } from '../../testing/mailbox.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

type Listed = {
  id: string;
  process: string;
  state: string;
  reason: string;
  failures: number;
  revision: number;
};
type Page = { events: Listed[]; waiting: number; parked: number; nextCursor: string | null };

let app: TestApp;
let root: AdminClient;
let user: Awaited<ReturnType<typeof newUser>>;
let store: EventStore;
let pool: pg.Pool;
beforeAll(async () => {
  // What is parked is logged as an error.
  app = await startApp({ env: { LOG_LEVEL: 'silent' } });
  root = await superAdminOf(app);
  user = await newUser(app);
  store = connectEventStore(app.eventStoreUrl);
  pool = createPool(app.databaseUrl);
});
afterAll(async () => {
  await pool.end();
  await store.close();
  await app.close();
});

/** A prize that names no raffle: the process that notes prizes can never do anything about it. */
async function poison(): Promise<void> {
  const context = testContext({ actor: { kind: 'system' } });
  const grantId = context.commandId;
  await createCommandHandler(store).handle({
    ...context,
    stream: streamOf('account', user.userId),
    decider: account,
    command: { type: 'GrantReward', grantId, amount: ONE_EVO, source: 'raffle', reason: 'Prize' },
    input: { grantId },
  });
}

/** Some event, as a process has set it aside. */
async function setAsideFrom(process: string, state: 'waiting' | 'parked'): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into processes.set_aside (process, lane, commit, prepare, stream, revision, event_id, event_type, state,
       is_late, reason, failures)
     values ($1, 'x', 1, 1, 'x', 1, gen_random_uuid(), 'X', $2, false, 'r', 1) returning id`,
    [process, state],
  );
  return rows[0]?.id;
}

const list = async (query = '') => (await root.get<Page>(`/api/admin/set-aside${query}`)).body;
const parked = (count: number) =>
  expect.poll(async () => (await list()).parked, { timeout: 30_000 }).toBe(count);
const metrics = async () => (await createTestClient(app.url).get<string>('/metrics')).body;

describe('an event that a process can never handle', () => {
  test('nothing is waiting at first', async () => {
    expect(await list()).toEqual({ events: [], waiting: 0, parked: 0, nextCursor: null });
  });

  test('is parked, said to admins and measured, and holds up nobody', async () => {
    await poison();
    await parked(1);
    const { events } = await list();
    expect(events).toMatchObject([
      {
        process: 'raffle-prizes',
        state: 'parked',
        eventType: 'RewardGranted',
        stream: streamOf('account', user.userId),
        reason: expect.stringContaining('names no raffle and place'),
        failures: 1,
      },
    ]);
    // Another process of the same leader, and the same one.
    await signUp(user.client, 'fox@example.com');
    expect(await mailedToken(user.client, 'fox@example.com')).toBeDefined();
    expect(await metrics()).toMatch(/^evo_process_set_aside\{process="raffle-prizes",state="parked"\} 1$/m);
    expect(await metrics()).toMatch(/^evo_process_lag_bytes\{process="referral-rewards"\} \d+$/m);
    const { status, body } = await createTestClient(app.url).get<{ process: { name: string }[] }>('/readyz');
    expect(status).toBe(200);
    // Each by the name of its checkpoint: under another one it would be told everything again.
    expect(body.process.map(({ name }) => name).toSorted()).toEqual([
      ...['email', 'email-index', 'erasure', 'mailboxes', 'mass-act-requests'],
      ...['raffle-prizes', 'raffles', 'referral-rewards', 'reward-requests', 'sessions'],
    ]);
    expect(body).toMatchObject({
      processes: 'ok',
      setAside: [{ process: 'raffle-prizes', state: 'parked', count: 1 }],
      process: expect.arrayContaining([
        expect.objectContaining({ name: 'mass-act-requests', lagBytes: expect.any(Number), unfinished: 0 }),
      ]),
    });
  });

  test('who is no admin neither sees nor decides', async () => {
    const nobody = asAdmin(user.client);
    const [event] = (await list()).events;
    const decision = { id: event?.id, reason: 'Mine' };
    for (const answer of [
      await nobody.get('/api/admin/set-aside'),
      await nobody.post('/api/admin/set-aside/retry', decision),
      await nobody.post('/api/admin/set-aside/dismiss', decision),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { message: refusals.adminOnly } });
    }
    const noReason = await root.post('/api/admin/set-aside/dismiss', { id: event?.id });
    expect(noReason.status).toBe(400);
    expect((await list()).parked).toBe(1);
  });

  test('is told once more when an admin says so, and parked again', async () => {
    const [event] = (await list()).events;
    const key = idempotencyKey();
    const retry = () => root.post('/api/admin/set-aside/retry', { id: event?.id, reason: 'Mended' }, key);
    const retried = await retry();
    expect(retried.status).toBe(200);
    expect(retried.headers.get('idempotency-replayed')).toBeNull();
    const failures = async () => (await list()).events.map(({ state, failures }) => `${state} ${failures}`);
    await expect.poll(failures, { timeout: 30_000 }).toEqual(['parked 2']);
    // One whose answer was lost, and that is sent again under its key, has been done: it is not told a third time.
    const again = await Promise.all([retry(), retry()]);
    expect(again.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, retried.body]));
    // Who means another try by now is told that this one was an earlier one's.
    for (const { headers } of again) expect(headers.get('idempotency-replayed')).toBe('true');
    expect(await failures()).toEqual(['parked 2']);
  });

  test('is dismissed by an admin, once; who, when and why stay', async () => {
    const [event] = (await list()).events;
    const admin = await newAdmin(app, root);
    const decision = { id: event?.id, reason: 'A test grant' };
    const answers = await Promise.all([
      admin.post('/api/admin/set-aside/dismiss', decision),
      admin.post('/api/admin/set-aside/dismiss', decision),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const { headers } of answers) expect(headers.get('idempotency-replayed')).toBeNull();
    expect(await list()).toMatchObject({ events: [], parked: 0 });
    const late = await root.post('/api/admin/set-aside/retry', { id: event?.id, reason: 'Again' });
    expect(late).toMatchObject({ status: 409, body: { message: setAsideTexts.gone } });
    const { rows } = await pool.query('select * from processes.set_aside');
    expect(rows).toMatchObject([
      {
        state: 'dismissed',
        decided_by: admin.address,
        decided_at: expect.any(Date),
        decision_reason: 'A test grant',
      },
    ]);
  });

  test.each(['raffles', 'mass-act-requests'])(
    'of %s is not dismissed: what it began would never end, and nothing else could begin',
    async (process) => {
      const names = (await createTestClient(app.url).get<{ process: { name: string }[] }>('/readyz')).body;
      expect(names.process.map(({ name }) => name)).toContain(process);
      const id = await setAsideFrom(process, 'parked');
      const refused = await root.post('/api/admin/set-aside/dismiss', { id, reason: 'Of no use' });
      expect(refused).toMatchObject({ status: 409, body: { message: setAsideTexts.mustEnd } });
      const state = async () =>
        (await pool.query('select state from processes.set_aside where id = $1', [id])).rows;
      expect(await state()).toEqual([{ state: 'parked' }]);
      await pool.query('delete from processes.set_aside where id = $1', [id]);
      const gone = await root.post('/api/admin/set-aside/dismiss', { id, reason: 'Of no use' });
      expect(gone).toMatchObject({ status: 409, body: { message: setAsideTexts.gone } });
    },
  );

  test('many are listed page by page, in the order of the ledger', async () => {
    for (let n = 0; n < 5; n++) await poison();
    await parked(5);
    const seen: Listed[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const page: Page = await list(`?limit=2${query}`);
      seen.push(...page.events);
      cursor = page.nextCursor;
    }
    expect(seen.map(({ revision }) => revision)).toEqual(seen.map((_, n) => (seen[0]?.revision ?? 0) + n));
    expect(new Set(seen.map(({ id }) => id)).size).toBe(5);
    expect((await root.get('/api/admin/set-aside?cursor=x')).status).toBe(400);
  });
});

test('an event that is tried by itself is not dismissed, and whoever wants to hears why', async () => {
  const id = await setAsideFrom('of-none', 'waiting');
  const refused = await root.post('/api/admin/set-aside/dismiss', { id, reason: 'Paid by hand' });
  expect(refused).toMatchObject({ status: 409, body: { message: setAsideTexts.stillTried } });
  await pool.query('delete from processes.set_aside where id = $1', [id]);
});

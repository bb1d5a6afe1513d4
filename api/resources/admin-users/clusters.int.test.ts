import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterTexts } from '../../../contracts/admin-messages.ts';
import type { Cluster, ClusterKind, listClusterMembers } from '../../../contracts/api/admin-clusters.ts';
import type { ResponseOf } from '../../../contracts/api/endpoint.ts';
import { refusals } from '../../../contracts/messages.ts';
import { createPool, LIVE_SCHEMA } from '../../../projector/database.ts';
import { type AdminClient, newAdmin, superAdminOf } from '../../testing/admin.ts';
import {
  type Answer,
  createTestClient,
  idempotencyKey,
  placeIn,
  type TestClient,
} from '../../testing/client.ts';
import { newAddress, signUp } from '../../testing/email-calls.ts';
import { fetchFrom } from '../../testing/from-address.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let root: AdminClient;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The next ten o'clock, UTC: no day and no minute ends while the farm is opened, whenever the test runs. */
const TEN = Math.ceil((Date.now() - 10 * HOUR_MS) / DAY_MS) * DAY_MS + 10 * HOUR_MS;
let turnedTo = { time: TEN, at: performance.now() };
const turnTo = (time: number) => {
  turnedTo = { time, at: performance.now() };
};
/** The last answer of a command: what is read shows what it did. */
let last: { readonly headers: Headers };
async function done<Body>(answer: Promise<Answer<Body>>): Promise<Answer<Body>> {
  const made = await answer;
  if (made.headers.has('x-ledger-position')) last = made;
  return made;
}
let referrer: { client: TestClient; userId: string };
const farm: { client: TestClient; userId: string }[] = [];

beforeAll(async () => {
  app = await startApp({ clock: () => Math.floor(turnedTo.time + performance.now() - turnedTo.at) });
  root = await superAdminOf(app);
  turnTo(TEN + HOUR_MS);
  referrer = await open('127.0.100.1');
  turnTo(TEN + 2 * HOUR_MS);
  const { userId: referrerId } = referrer;
  for (let n = 0; n < 7; n += 1) farm.push(await open(`127.0.113.${n + 1}`, { referrerId }));
  // One of them has done something.
  await done(farm[6]!.client.post('/api/rewards/check-in', {}, idempotencyKey()));
  await claim(farm[0]!.client);
});
afterAll(() => app.close());

async function open(ip: string, more: { referrerId?: string } = {}) {
  const client = createTestClient(app.url, undefined, { reach: fetchFrom(ip) });
  const { body } = await done(client.connect(more));
  return { client, userId: body.user.id };
}

type Members = ResponseOf<typeof listClusterMembers>;
const clusters = async (kind: ClusterKind, more = '') =>
  (
    await root.get<{ clusters: Cluster[]; nextCursor: string | null }>(
      `/api/admin/clusters?kind=${kind}${more}`,
      last,
    )
  ).body;
const members = (kind: ClusterKind, key: string, more = '') =>
  root.get<Members>(`/api/admin/cluster?kind=${kind}&key=${encodeURIComponent(key)}${more}`, last);
const claim = (client: TestClient) => done(client.post('/api/rewards/claim', {}, idempotencyKey()));
const hold = (userIds: string[], more: object = {}, as = root) =>
  done(as.post('/api/admin/hold-claims', { userIds, reason: 'One farm', ...more }));
const release = (userIds: string[], more: object = {}) =>
  done(root.post('/api/admin/release-claims', { userIds, reason: 'No farm', ...more }));
const idsOf = (...which: number[]) => which.map((n) => farm[n]!.userId);
const ofStream = async (userId: string) =>
  (await readLedgerAt(app.eventStoreUrl)).filter(({ stream }) => stream === `account-${userId}`);

describe('clusters', () => {
  test.each(['network', 'minute', 'referrer', 'idle'] as const)('by %s', async (kind) => {
    const { clusters: found } = await clusters(kind);
    const own = found.find(({ size }) => size >= 6);
    expect(own).toMatchObject({ held: 0 });
    // Who opens an account in the same minute as the farm is in its minute, too.
    expect(own?.size).toBe(kind === 'idle' ? 7 + 1 : 7);
    expect(own?.idle).toBe(kind === 'idle' ? 8 : 6);
    expect(own?.claimedRewards).toBe('100');
    const { body } = await members(kind, own?.key ?? '', '&limit=4');
    expect(body.members).toHaveLength(4);
    const { body: next } = await members(kind, own?.key ?? '', `&limit=500&cursor=${body.nextCursor}`);
    const all = [...body.members, ...next.members];
    expect(new Set(all.map(({ id }) => id)).size).toBe(own?.size);
    expect(next.nextCursor).toBeNull();
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(idsOf(0, 1, 2, 3, 4, 5)));
  });

  test('are told a page at a time, the largest first', async () => {
    turnTo(TEN + 3 * HOUR_MS);
    for (let n = 0; n < 3; n += 1) await open(`127.0.2.${n + 1}`);
    const first = await clusters('network', '&limit=1');
    expect(first.clusters.map(({ size }) => size)).toEqual([7]);
    // Two of one size are two.
    for (let n = 0; n < 3; n += 1) await open(`127.0.3.${n + 1}`);
    const others: Cluster[] = [];
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const page = await clusters('network', `&limit=1&cursor=${cursor}`);
      others.push(...page.clusters);
      cursor = page.nextCursor;
    }
    expect(others.map(({ size }) => size)).toEqual([3, 3]);
    expect(new Set(others.map(({ key }) => key)).size).toBe(2);
  });

  test('are named, with the sums, the times and the holds of their accounts', async () => {
    const userOf = async ({ client }: { client: TestClient }) =>
      (await client.get<{ user: Record<string, string> }>('/api/dashboard', placeIn(last))).body.user;
    const users = await Promise.all(farm.map(userOf));
    expect(await hold(idsOf(6))).toMatchObject({ body: { done: 1 } });
    const opened = users.map(({ createdAt }) => createdAt).toSorted();
    const found = { size: 7, idle: 6, held: 1, pendingRewards: '601', claimedRewards: '100' };
    expect((await clusters('referrer')).clusters).toEqual([
      {
        ...{ key: referrer.userId, label: clusterTexts.referrer((await userOf(referrer)).username ?? '') },
        ...{ ...found, firstOpenedAt: opened[0], lastOpenedAt: opened.at(-1) },
      },
    ]);
    const { body } = await members('referrer', referrer.userId);
    expect(body.members).toEqual(
      users.map(({ username, walletAddress, createdAt, pendingRewards, claimedRewards }, n) => ({
        ...{ id: farm[n]!.userId, username, walletAddress, createdAt, pendingRewards, claimedRewards },
        ...{ isIdle: n !== 6, holdReason: n === 6 ? 'One farm' : null },
      })),
    );
    // One that is held stands there, however few they are.
    expect((await clusters('held')).clusters).toMatchObject([
      { key: 'all', label: clusterTexts.held, size: 1, held: 1, pendingRewards: '101', claimedRewards: '0' },
    ]);
    expect(await release(idsOf(6))).toMatchObject({ body: { done: 1 } });
    expect((await clusters('held')).clusters).toEqual([]);
  });

  test('hold neither who was removed nor who has no wallet', async () => {
    const sizes = async () => (await clusters('referrer')).clusters.map(({ size }) => size);
    const gone = await open('127.0.114.1', { referrerId: referrer.userId });
    expect(await sizes()).toEqual([8]);
    await done(root.post('/api/admin/remove-user', { userId: gone.userId }));
    expect(await sizes()).toEqual([7]);
    const { body } = await members('referrer', referrer.userId);
    expect(body.members.map(({ id }) => id)).not.toContain(gone.userId);

    turnTo(TEN + 4 * HOUR_MS);
    for (let n = 0; n < 3; n += 1) {
      expect((await done(signUp(createTestClient(app.url), newAddress()))).status).toBe(200);
    }
    const minutes = (await clusters('minute')).clusters.map(({ key }) => key);
    const ofMails = new Date(TEN + 4 * HOUR_MS).toISOString().slice(0, 13).replace('T', ' ');
    expect(minutes.filter((key) => key.startsWith(ofMails))).toEqual([]);
    const minute = `${ofMails}:00`;
    expect((await members('minute', minute)).body.members).toEqual([]);
  });

  test('a key or a cursor that is none is refused, never an error of ours', async () => {
    // Postgres knows no year 0, and nobody a day 0.
    const days = ['0000-01-01', '2026-01-00', '2026-02-31', '2026-13-01'];
    const ofNoDay = days.flatMap((day) => [day, `${day} 00:00`]);
    for (const key of ['', 'x', ...ofNoDay, "' or true", 'ü']) {
      for (const kind of ['network', 'minute', 'referrer', 'idle', 'held'] as const) {
        expect((await members(kind, key)).status, `${kind} ${key}`).toBe(404);
      }
    }
    const nobody = '00000000-0000-4000-8000-000000000000';
    const ofNoTime = ['2026-02-31', '0000-01-01'].map((day) => `${day}T00:00:00.000Z/${nobody}`);
    for (const cursor of ['x', '1', '/', ...ofNoTime]) {
      expect((await members('held', 'all', `&cursor=${cursor}`)).status).toBe(400);
      expect(
        (await root.get(`/api/admin/clusters?kind=held&cursor=${encodeURIComponent(cursor)}`)).status,
      ).toBe(400);
    }
    // More accounts than there can be numbers for.
    for (const size of ['9'.repeat(16), '9'.repeat(400)]) {
      expect((await root.get(`/api/admin/clusters?kind=network&cursor=${size}/x`)).status).toBe(400);
    }
  });

  test('no visitor and no user sees them', async () => {
    const { client } = farm[1]!;
    for (const path of ['/api/admin/clusters?kind=held', '/api/admin/faucet']) {
      expect((await createTestClient(app.url).get(path)).status).toBe(401);
      expect((await client.get(path, { 'x-wallet-address': client.account.address })).status).toBe(403);
    }
    expect((await client.post('/api/admin/hold-claims', {}, {})).status).toBe(403);
  });
});

describe('holding', () => {
  test('an admin whose own claims are held cannot release them, others can', async () => {
    const admin = await newAdmin(app, root);
    const { body } = await admin.client.connect();
    const userId = body.user.id;
    expect(await hold([userId])).toMatchObject({ body: { done: 1 } });
    const own = await done(admin.post('/api/admin/release-claims', { userIds: [userId], reason: 'Mine' }));
    expect(own.body).toMatchObject({ done: 0, failed: [{ userId, message: clusterTexts.notYourOwn }] });
    // Nor by undoing the hold, whose event everybody can read.
    const event = (await ofStream(userId)).findLast(({ type }) => type === 'ClaimsHeld');
    await members('held', 'all');
    for (const dryRun of [true, false]) {
      expect(await done(admin.post('/api/admin/undo', { eventId: event?.id, dryRun }))).toMatchObject({
        status: 403,
        body: { message: clusterTexts.notYourOwn },
      });
    }
    expect((await ofStream(userId)).at(-1)).toEqual(event);
    expect(await release([userId])).toMatchObject({ body: { done: 1 } });
  });

  test('a dry run says what would happen and holds nothing', async () => {
    const answer = await hold(idsOf(0, 1, 2), { dryRun: true });
    expect(answer).toMatchObject({ status: 200, body: { done: 3, pendingRewards: '200', dryRun: true } });
    expect(await claim(farm[2]!.client)).toMatchObject({ status: 200 });
  });

  test('held claims are refused with words until they are released; who, why and by which right are events', async () => {
    const key = idempotencyKey();
    const request = { userIds: idsOf(3, 4), reason: 'One farm' };
    const answer = await root.post('/api/admin/hold-claims', request, key);
    expect(answer).toMatchObject({ status: 200, body: { done: 2, pendingRewards: '200', failed: [] } });
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
    expect(answer.body.message).toBe('The claims of 2 accounts (200.00 EVO pending) are held');
    // Sent again it is done once, and told so; with other accounts it is refused.
    const again = await root.post('/api/admin/hold-claims', request, key);
    expect(again.body).toEqual(answer.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await root.post('/api/admin/hold-claims', { ...request, userIds: idsOf(5) }, key)).status).toBe(
      422,
    );
    expect(await claim(farm[3]!.client)).toMatchObject({
      status: 403,
      body: { error: 'ClaimsAreHeld', message: refusals.claimsHeld },
    });
    const held = (await ofStream(farm[3]!.userId)).filter(({ type }) => type === 'ClaimsHeld');
    expect(held).toMatchObject([
      {
        data: { reason: 'One farm' },
        metadata: { actor: { kind: 'admin', wallet: root.address }, right: { role: 'superAdmin' } },
      },
    ]);
    expect(await hold(idsOf(3, 5))).toMatchObject({
      body: { done: 1, failed: [{ userId: farm[3]!.userId, message: refusals.claimsHeldAlready }] },
    });
    const { body } = await members('held', 'all');
    expect(body.members.map(({ id, holdReason }) => [id, holdReason])).toEqual(
      idsOf(3, 4, 5).map((id) => [id, 'One farm']),
    );
    expect(await release(idsOf(3, 4))).toMatchObject({ body: { done: 2 } });
    expect(await claim(farm[3]!.client)).toMatchObject({ status: 200, body: { receipt: { amount: '100' } } });
  });

  test('both can be undone in Activity History, each once', async () => {
    const { userId, client } = farm[5]!;
    const lines = async (type: string) => {
      const { body } = await root.get<{ activities: { id: string; undoable: boolean; details: object }[] }>(
        `/api/admin/activity-history?type=${type}`,
        last,
      );
      return body.activities.filter(({ details }) => 'userId' in details && details.userId === userId);
    };
    const undo = async (line: { id: string } | undefined, more: object = {}) => {
      const { status, body } = await done(root.post('/api/admin/undo', { eventId: line?.id, ...more }));
      return `${status} ${body.message}`;
    };
    const [held] = await lines('claims_held');
    expect(held).toMatchObject({ undoable: true, details: { reason: 'One farm' } });
    expect(await undo(held, { dryRun: true })).toMatch(/^200 The claims of evo_\w+ would be released$/);
    expect((await claim(client)).status).toBe(403);
    expect(await undo(held)).toMatch(/^200 The claims of evo_\w+ are released$/);
    expect((await lines('claims_held'))[0]).toMatchObject({ undoable: false });
    const [released] = await lines('claims_released');
    expect(released).toMatchObject({ undoable: true });
    expect(await undo(released)).toMatch(/^200 The claims of evo_\w+ are held again$/);
    expect((await claim(client)).body).toMatchObject({ error: 'ClaimsAreHeld' });
    expect((await lines('claims_released'))[0]).toMatchObject({ undoable: false });
    const [again, before] = await lines('claims_held');
    expect([again?.undoable, before?.undoable]).toEqual([true, false]);
    expect(await undo(again)).toMatch(/^200 /);
    expect((await claim(client)).status).toBe(200);
    expect((await ofStream(userId)).map(({ type }) => type).slice(2)).toEqual([
      'ClaimsHeld',
      'ClaimsReleased',
      'ClaimsHeld',
      'ClaimsReleased',
      'RewardsClaimed',
    ]);
  });

  test('a reason is asked for', async () => {
    expect((await hold(idsOf(1), { reason: ' ' })).status).toBe(400);
    expect((await hold([])).status).toBe(400);
  });

  test('an admin whose right was taken holds nothing', async () => {
    const admin = await newAdmin(app, root);
    expect((await hold(idsOf(1), {}, admin)).body).toMatchObject({ done: 1 });
    const [held] = (await ofStream(farm[1]!.userId)).filter(({ type }) => type === 'ClaimsHeld');
    expect(held?.metadata.right).toMatchObject({ role: 'admin', adminsRevision: expect.any(Number) });
    await root.post('/api/admin/remove-admin', { adminId: admin.address });
    expect([401, 403]).toContain((await hold(idsOf(2), {}, admin)).status);
    expect((await ofStream(farm[2]!.userId)).map(({ type }) => type)).not.toContain('ClaimsHeld');
  });
});

test('whoever did anything beside claiming is not idle', async () => {
  turnTo(TEN + 2 * DAY_MS);
  const opened: typeof farm = [];
  for (let n = 0; n < 5; n += 1) opened.push(await open(`127.0.7.${n + 1}`));
  const [listed, written, ...idle] = opened.map(({ client }) => client);
  await done(listed!.post('/api/whitelist', {}, idempotencyKey()));
  await done(signUp(written!, newAddress()));
  await claim(idle[0]!);
  const day = new Date(TEN + 2 * DAY_MS).toISOString().slice(0, 10);
  const { body } = await members('idle', day);
  expect(body.members.map(({ id, isIdle }) => [id, isIdle]).toSorted()).toEqual(
    opened
      .slice(2)
      .map(({ userId }) => [userId, true])
      .toSorted(),
  );
});

test('members that were opened in the same millisecond are each told once, a page after the other', async () => {
  const ids = idsOf(0, 1, 2, 3, 4, 5, 6);
  const pool = createPool(app.databaseUrl);
  const { rows } = await pool.query<{ referrer_id: string }>(
    `update ${LIVE_SCHEMA}.users set opened_at = $2 where user_id = any($1) returning referrer_id`,
    [ids, new Date(TEN + 2 * HOUR_MS)],
  );
  await pool.end();
  const told: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await members('referrer', rows[0]?.referrer_id ?? '', `&limit=2${query}`);
    told.push(...body.members.map(({ id }) => id));
    cursor = body.nextCursor;
  }
  expect(told).toEqual(ids.toSorted());
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ResponseOf } from '../../../contracts/api/endpoint.ts';
import { getLedgerAt, getLedgerDifference, type getOwnBalanceAt } from '../../../contracts/api/ledger-at.ts';
import { getLedgerEvent, type LogLine, listLedgerEvents } from '../../../contracts/api/ledger-log.ts';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { refusals } from '../../../contracts/messages.ts';
import { formatEvo, parseSum } from '../../../contracts/money.ts';
import { type StoredEvent, storedHash } from '../../../ledger/envelope.ts';
import { hexToBytes } from '../../../ledger/proof/bytes.ts';
import { eventHash } from '../../../ledger/proof/event-hash.ts';
import { verifyInclusion } from '../../../ledger/proof/merkle.ts';
import { createPool, LIVE_SCHEMA } from '../../../projector/database.ts';
import { recorded } from '../../../projector/read-models/read-model.ts';
import { foldAll } from '../../../projector/testing/simple-fold.ts';
import { type AdminClient, newAdmin, superAdminOf } from '../../testing/admin.ts';
import type { TestClient } from '../../testing/client.ts';
import { newUser } from '../../testing/email-calls.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

type LedgerAt = ResponseOf<typeof getLedgerAt>;
type Page = { lines: LogLine[]; nextCursor: string | null };

const DAY_MS = 24 * 3_600_000;

let app: TestApp;
let root: AdminClient;
let now = Date.parse('2026-05-04T12:00:00Z');
let anna: { client: TestClient; userId: string };
let ben: { client: TestClient; userId: string };
let events: StoredEvent[];
/** The position of the last event, which reads wait for. */
let end: Record<string, string>;

beforeAll(async () => {
  app = await startApp({ clock: () => now, env: { SEAL_SECONDS: '1' } });
  root = await superAdminOf(app);
  anna = await newUser(app);
  ben = await newUser(app);
  const cara = await newUser(app);
  const send = (who: typeof anna, amount: string) =>
    root.post('/api/admin/send-reward', {
      walletAddress: who.client.account.address,
      amount,
      reason: 'Hello',
    });
  await send(anna, '10.5');
  now += DAY_MS;
  await root.client.connect();
  await Promise.all([anna, ben].map(({ client }) => client.connect()));
  await send(ben, '0.000000000000000001');
  await anna.client.post('/api/rewards/claim', {});
  // The clock of another replica is behind.
  now -= 3_600_000;
  const admin = await newAdmin(app, root);
  await ben.client.post('/api/rewards/check-in', {});
  now += 2 * DAY_MS;
  await root.client.connect();
  await root.post('/api/admin/remove-user', { userId: cara.userId });
  await root.post('/api/admin/remove-admin', { adminId: admin.address });
  await root.post('/api/admin/clear-balance', { userId: cara.userId });
  await send(anna, '1');
  // Once all is sealed, nothing is appended any more.
  await vi.waitUntil(
    async () => {
      events = await readLedgerAt(app.eventStoreUrl);
      const last = events.at(-1);
      const size = last?.type === 'LedgerSealed' && 'size' in last.data ? last.data.size : undefined;
      return size === events.filter(({ stream }) => stream !== 'seals').length;
    },
    { timeout: 30_000, interval: 100 },
  );
  end = { 'x-ledger-position': formatPosition(events.at(-1)!.position) };
});
afterAll(() => app.close());

const get = async <Body>(path: string, client = anna.client) => {
  const { status, body } = await client.get<Body>(path, end);
  expect(status, path).toBe(200);
  return body;
};
const atMoment = (moment: string) => get<LedgerAt>(`/api/ledger/at?at=${encodeURIComponent(moment)}`);
const timeOf = ({ metadata }: StoredEvent) => Date.parse(metadata.occurredAt);

/** What `/api/ledger/at` must say after some events, by a plain fold of them. */
function expectedAt(past: readonly StoredEvent[]) {
  const { balances, stats, standings, ranks } = foldAll(past.map(recorded));
  const rankOf = new Map(ranks.map(([userId, rank]) => [userId, Number(rank)]));
  const wallets = new Set<string>();
  for (const { type, data } of past) {
    const wallet = 'wallet' in data ? String(data.wallet) : '';
    if (type === 'AdminAdded') wallets.add(wallet);
    if (type === 'AdminRemoved') wallets.delete(wallet);
  }
  const classes = new Map<string, bigint>();
  for (const [account, balance] of balances) {
    const name = String(account).replace(/^user:[^:]+:/, 'user:*:');
    classes.set(name, (classes.get(name) ?? 0n) + parseSum(balance ?? '0'));
  }
  return {
    events: past.length,
    users: Number(stats[0]?.[0]),
    admins: [...wallets],
    balances: Object.fromEntries([...classes].filter(([, sum]) => sum !== 0n)),
    leaders: standings
      .map(([userId, total]) => ({ userId: String(userId), total: total ?? '', rank: rankOf.get(userId) }))
      .sort((a, b) => {
        const more = parseSum(b.total) - parseSum(a.total);
        return more === 0n ? (a.userId < b.userId ? 1 : -1) : more > 0n ? 1 : -1;
      })
      .slice(0, 10),
  };
}

function told({ place, figures, admins, trialBalance, leaders }: LedgerAt) {
  return {
    events: place.events,
    users: figures.users,
    admins,
    balances: Object.fromEntries(
      trialBalance.flatMap(({ account, balance }) => (balance === '0' ? [] : [[account, parseSum(balance)]])),
    ),
    leaders: leaders.map(({ userId, total, rank }) => ({ userId, total, rank })),
  };
}

test('the ledger at any of its positions is what the events up to it make', async () => {
  for (const [index, event] of events.entries()) {
    const past = events.slice(0, index + 1);
    const answer = await atMoment(formatPosition(event.position));
    expect(getLedgerAt.response.safeParse(answer).success).toBe(true);
    expect(told(answer)).toEqual(expectedAt(past));
    expect(answer.sum).toBe('0');
    expect(answer.place).toEqual({
      ledgerPosition: formatPosition(event.position),
      occurredAt: event.metadata.occurredAt,
      events: past.length,
    });
  }
});

test('a time is the last event before the first one that tells a later time', async () => {
  for (const event of events) {
    const later = events.findIndex((one) => timeOf(one) > timeOf(event));
    const count = later < 0 ? events.length : later;
    expect(told(await atMoment(event.metadata.occurredAt)).events).toBe(count);
  }
  const { range, place } = await get<LedgerAt>('/api/ledger/at');
  expect(range).toEqual({
    from: events[0]?.metadata.occurredAt,
    to: new Date(Math.max(...events.map(timeOf))).toISOString(),
    events: events.length,
  });
  expect(place.events).toBe(events.length);
});

test('what is before all events is nothing, and what is after them is now', async () => {
  for (const moment of ['C:0/P:0', '1999-01-01T00:00:00Z', '0000-01-01T00:00:00Z']) {
    const answer = await atMoment(moment);
    expect(answer.place).toEqual({ ledgerPosition: null, occurredAt: null, events: 0 });
    expect(told(answer)).toEqual({ ...expectedAt([]), users: 0 });
  }
  const today = told(await get<LedgerAt>('/api/ledger/at'));
  for (const moment of ['C:9000000000000/P:1', '9999-12-31T23:59:59Z']) {
    expect(told(await atMoment(moment))).toEqual(today);
  }
  for (const moment of ['yesterday', '2026-02-30T00:00:00Z', 'C:1', '']) {
    const answer = await anna.client.get(`/api/ledger/at?at=${encodeURIComponent(moment)}`);
    expect(answer).toMatchObject({ status: 400, body: { fields: { at: expect.any(String) } } });
  }
});

test("the own balance and rank at each moment, and nobody else's", async () => {
  for (const { client, userId } of [anna, ben]) {
    await client.connect();
    for (const [index, event] of events.entries()) {
      const { users, ranks } = foldAll(events.slice(0, index + 1).map(recorded));
      const [, , , , , total = '0', claimed = '0', pending = '0'] = users.find(([id]) => id === userId) ?? [];
      const rank = ranks.find(([id]) => id === userId)?.[1];
      const path = `/api/ledger/balance?at=${encodeURIComponent(formatPosition(event.position))}`;
      const answer = await get<ResponseOf<typeof getOwnBalanceAt>>(path, client);
      expect(answer).toMatchObject({
        totalRewards: total,
        claimedRewards: claimed,
        pendingRewards: pending,
        rank: rank === undefined ? null : Number(rank),
      });
    }
  }
  expect((await fetch(`${app.url}/api/ledger/balance`)).status).toBe(401);
});

test('the difference of two moments is what the events between them moved, a page at a time', async () => {
  type Difference = ResponseOf<typeof getLedgerDifference>;
  const place = (index: number) => formatPosition(events[index]!.position);
  const moves = new Set(foldAll(events.map(recorded)).postings.map(([, , , id]) => id));
  for (const [from, to] of [
    [0, events.length - 1],
    [3, 12],
    [5, 5],
  ] as const) {
    const asked = `from=${encodeURIComponent(place(from))}&to=${encodeURIComponent(place(to))}&limit=2`;
    const lines: LogLine[] = [];
    let changes: Difference['changes'] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const page: Difference = await get<Difference>(`/api/ledger/difference?${asked}${after}`);
      expect(getLedgerDifference.response.safeParse(page).success).toBe(true);
      expect(page.lines.length).toBeLessThanOrEqual(2);
      lines.push(...page.lines);
      expect(lines.length, 'each page goes on behind the one before').toBeLessThanOrEqual(events.length);
      changes = page.changes;
      cursor = page.nextCursor;
    }
    const between = events.slice(from + 1, to + 1).filter(({ id }) => moves.has(id));
    expect(lines.map(({ eventId }) => eventId)).toEqual(between.map(({ id }) => id));
    const [before, after] = [from, to].map((index) => expectedAt(events.slice(0, index + 1)).balances);
    const accounts = new Set([...Object.keys(before!), ...Object.keys(after!)]);
    expect(Object.fromEntries(changes.map(({ account, change }) => [account, change]))).toEqual(
      Object.fromEntries(
        [...accounts].flatMap((account) => {
          const change = (after![account] ?? 0n) - (before![account] ?? 0n);
          return change === 0n ? [] : [[account, formatEvo(change)]];
        }),
      ),
    );
    expect(changes.reduce((sum, { change }) => sum + parseSum(change), 0n)).toBe(0n);
  }
  const turned = `from=${encodeURIComponent(place(9))}&to=${encodeURIComponent(place(2))}`;
  expect((await anna.client.get(`/api/ledger/difference?${turned}`)).status).toBe(400);
});

test('a time that is beyond the last year of four digits in UTC is after all events, as any other is', async () => {
  const now = await get<LedgerAt>('/api/ledger/at');
  for (const time of ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59-23:59']) {
    expect(await atMoment(time), time).toEqual(now);
    const from = `from=C:0/P:0&to=${encodeURIComponent(time)}`;
    expect((await anna.client.get(`/api/ledger/difference?${from}`)).status, time).toBe(200);
  }
});

async function allLines(path: string): Promise<LogLine[]> {
  const lines: LogLine[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await get<Page>(`${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    expect(listLedgerEvents.response.safeParse(page).success).toBe(true);
    lines.push(...page.lines);
    cursor = page.nextCursor;
  }
  return lines;
}

test('the feed has every event, newest first, by type, by stream, by category and the own ones', async () => {
  const ids = (of: readonly StoredEvent[]) => of.map(({ id }) => id).reverse();
  const found = async (query: string) =>
    (await allLines(`/api/ledger/events?limit=4&${query}`)).map(({ eventId }) => eventId);
  expect(await found('')).toEqual(ids(events));
  expect(await found('type=RewardGranted')).toEqual(
    ids(events.filter(({ type }) => type === 'RewardGranted')),
  );
  for (const category of ['account', 'wallet', 'raffle', 'access-log', 'rewards-by-hand', 'reward-request']) {
    const of = events.filter(({ stream }) => stream.startsWith(`${category}-`) && stream !== 'raffle-seeds');
    expect(await found(`stream=${category}`), category).toEqual(ids(of));
  }
  for (const name of ['admins', 'seals', 'raffle-seeds', `account-${ben.userId}`]) {
    expect(await found(`stream=${name}`)).toEqual(ids(events.filter(({ stream }) => stream === name)));
  }
  const own = await allLines('/api/ledger/events/own?limit=3');
  expect(own.map(({ eventId }) => eventId)).toEqual(
    ids(events.filter(({ stream }) => stream === `account-${anna.userId}`)),
  );
  expect(own.map(({ description }) => description)).toEqual(
    expect.arrayContaining(['10.5 EVO granted to an account', '110.5 EVO claimed', 'An account was opened']),
  );
  for (const query of [
    ...['type=Nothing', 'stream=nothing', 'stream=$all', 'cursor=x', 'limit=0'],
    ...['stream=username-%00', 'stream=account-a%00b'],
  ]) {
    expect((await anna.client.get(`/api/ledger/events?${query}`)).status, query).toBe(400);
  }
  expect((await fetch(`${app.url}/api/ledger/events/own`)).status).toBe(401);
});

test('each event is shown as it was written, so that its hash can be computed again, with what is around it', async () => {
  for (const event of events) {
    const answer = await get<ResponseOf<typeof getLedgerEvent>>(`/api/ledger/events/${event.id}`);
    expect(getLedgerEvent.response.safeParse(answer).success).toBe(true);
    const { line, data, metadata, previous, next, causedBy, caused, inclusion } = answer;
    expect(line.hash).toBe(storedHash(event));
    expect(eventHash({ ...line, id: line.eventId, revision: BigInt(line.revision), data, metadata })).toBe(
      line.hash,
    );
    expect([line.isSealed, inclusion !== null]).toEqual([event.stream !== 'seals', event.stream !== 'seals']);
    if (inclusion) {
      const { index, size, path, root } = inclusion;
      const entry = hexToBytes(line.hash.replace('sha256-jcs:', ''));
      expect(index).toBe(line.index);
      expect(verifyInclusion(entry, index, size, path.map(hexToBytes), hexToBytes(root))).toBe(true);
    }
    const beside = (step: bigint) =>
      events.find(({ stream, revision }) => stream === event.stream && revision === event.revision + step);
    expect(previous?.eventId).toBe(beside(-1n)?.id);
    expect(next?.eventId).toBe(beside(1n)?.id);
    expect((metadata as { prevHash: string | null }).prevHash).toBe(previous?.hash ?? null);
    const cause = event.metadata.cause?.position;
    expect(causedBy?.ledgerPosition).toBe(cause);
    const effects = events.filter(
      ({ metadata: by }) => by.cause?.position === formatPosition(event.position),
    );
    expect(caused.map(({ eventId }) => eventId)).toEqual(effects.map(({ id }) => id));
  }
  for (const id of [randomUUID(), 'x']) {
    expect((await anna.client.get(`/api/ledger/events/${id}`)).status).toBe(404);
  }
});

test('who finds no place among the moments that are looked up is told that there are too many, and when to come again', async () => {
  const db = createPool(app.databaseUrl, { maxConnections: 2 });
  const holder = await db.connect();
  try {
    await holder.query(`begin; lock table ${LIVE_SCHEMA}.boards in access exclusive mode`);
    const first = [anna, ben].map(({ client }) => client.get('/api/ledger/at'));
    const waiting = async () => {
      const { rows } = await db.query<{ count: string }>(
        'select count(*) from pg_locks where not granted and relation = $1::regclass',
        [`${LIVE_SCHEMA}.boards`],
      );
      return Number(rows[0]?.count);
    };
    await expect.poll(waiting).toBe(2);
    const tooMany = await Promise.all(
      ['/api/ledger/at', '/api/ledger/balance', '/api/ledger/difference?from=2026-01-01T00:00:00Z'].map(
        (path) => anna.client.get(path),
      ),
    );
    for (const { status, headers, body } of tooMany) {
      expect({ status, after: headers.get('retry-after'), body }).toMatchObject({
        ...{ status: 429, after: '1', body: { error: 'TooManyRequests', message: refusals.tooManyRequests } },
      });
    }
    await holder.query('rollback');
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
  } finally {
    holder.release(true);
    await db.end();
  }
  expect((await anna.client.get('/api/ledger/at')).status).toBe(200);
});

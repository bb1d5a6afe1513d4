import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { formatEvo, ONE_EVO } from '../../../contracts/money.ts';
import { LIVE_SCHEMA } from '../../database.ts';
import { ensureSchema } from '../../progress/schema.ts';
import { randomLedger } from '../../testing/random-ledger.ts';
import { project, startTestReadModels, type TestReadModels } from '../../testing/read-models.ts';
import { foldAll } from '../../testing/simple-fold.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import type { RecordedEvent } from '../read-model.ts';
import { accountAt, leadersAt, sumsAt } from './queries.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

async function fill(events: readonly RecordedEvent[], batchSize: number): Promise<void> {
  await db.pool.query(`drop schema if exists ${LIVE_SCHEMA} cascade`);
  await ensureSchema(db.pool, LIVE_SCHEMA);
  for (let at = 0; at < events.length; at += batchSize) {
    await project(db.pool, events.slice(at, at + batchSize));
  }
}

/** What the answers about a moment must be, by a plain fold of the events up to it. */
function expectedAt(events: readonly RecordedEvent[]) {
  const { balances, standings, ranks, stats, users } = foldAll(events);
  const rankOf = new Map(ranks.map(([userId, rank]) => [userId, Number(rank)]));
  const classes = ['program:issued', 'program:cleared', 'program:revoked', 'program:reset'].concat([
    'user:*:claimable',
    'user:*:claimed',
  ]);
  return {
    users: Number(stats[0]?.[0]),
    classes: classes.map((account) => {
      const of = balances
        .filter(([name]) => name?.replace(/^user:[^:]+:/, 'user:*:') === account)
        .map(([, balance]) => unitsOf(balance));
      const balance = of.reduce((sum, one) => sum + one, 0n);
      return { account, accounts: of.filter((one) => one !== 0n).length, balance };
    }),
    leaders: standings
      .map(([userId, total]) => ({ userId: String(userId), total: unitsOf(total), rank: rankOf.get(userId) }))
      .sort((a, b) => (a.total === b.total ? (a.userId < b.userId ? 1 : -1) : a.total < b.total ? 1 : -1))
      .slice(0, 10),
    accounts: users.map(([userId, , , , , total, claimed]) => ({
      userId: String(userId),
      totalRewards: unitsOf(total),
      claimedRewards: unitsOf(claimed),
      rank: rankOf.get(userId ?? '') ?? null,
    })),
  };
}

function unitsOf(text: string | null | undefined): bigint {
  const [integer = '', fraction = ''] = (text ?? '0').split('.');
  return BigInt(integer + fraction.padEnd(18, '0'));
}

async function expectMoment(events: readonly RecordedEvent[], at: LedgerPosition): Promise<void> {
  const expected = expectedAt(events);
  const { users, classes } = await sumsAt(db.pool, at);
  expect({
    users,
    classes: classes.map(({ account, accounts, balance }) => ({ account, accounts, balance })),
  }).toEqual({ users: expected.users, classes: expected.classes });
  const leaders = await leadersAt(db.pool, at, 10);
  expect(leaders.map(({ userId, total, rank }) => ({ userId, total, rank }))).toEqual(expected.leaders);
  for (const { userId, ...figures } of expected.accounts) {
    expect(await accountAt(db.pool, userId, at)).toEqual(figures);
  }
}

/** Long enough that the leaderboard is copied in most of them. */
const longLedger = randomLedger.filter(({ events }) => events.length > 80);

test('any ledger in any batches: any moment is what a plain fold of the events up to it gives', async () => {
  let copies = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(randomLedger, longLedger),
      fc.integer({ min: 1, max: 200 }),
      fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
      async ({ events }, batchSize, picks) => {
        fc.pre(events.length > 0);
        await fill(events, batchSize);
        for (const pick of picks) {
          const last = pick % events.length;
          await expectMoment(events.slice(0, last + 1), events[last]!.position);
        }
        const { rows } = await db.pool.query<{ count: string }>(`select count(*) from ${LIVE_SCHEMA}.boards`);
        copies += Number(rows[0]?.count);
      },
    ),
    { numRuns: 8 },
  );
  expect(copies).toBeGreaterThan(0);
});

test('the copies of the board do not depend on how the events came, and stay no more than the changes', async () => {
  const ledger = new TestLedger();
  const users = Array.from({ length: 100 }, () => ledger.open());
  for (let n = 0; n < 300; n++) ledger.grant(users[n % 97]!, BigInt(n % 7) * ONE_EVO + 1n);
  for (const userId of users.slice(0, 70)) {
    ledger.account(userId, { type: 'AccountRemoved', data: { reason: 'x' } });
  }
  for (const userId of users.slice(0, 30)) ledger.account(userId, { type: 'AccountReinstated', data: {} });
  const tables = async () => {
    const { rows: boards } = await db.pool.query(`select * from ${LIVE_SCHEMA}.boards order by number`);
    const { rows: places } = await db.pool.query(
      `select * from ${LIVE_SCHEMA}.board_places order by 1, 2, 3`,
    );
    return { boards, places };
  };
  await fill(ledger.events, 23);
  const one = await tables();
  await fill(ledger.events, 10_000);
  expect(await tables()).toEqual(one);
  expect(one.boards.length).toBeGreaterThan(3);
  expect(one.places.length).toBeLessThanOrEqual(ledger.events.length);
  for (const last of [250, 440, 499]) {
    await expectMoment(ledger.events.slice(0, last + 1), ledger.events[last]!.position);
  }
});

test('the first ones of a copy that have all left make room for those further down', async () => {
  const ledger = new TestLedger();
  const users = Array.from({ length: 100 }, () => ledger.open());
  for (const [n, userId] of users.entries()) ledger.grant(userId, BigInt(n + 1) * ONE_EVO);
  for (const userId of users.slice(0, 32)) ledger.grant(userId, 1n);
  for (const userId of users.slice(75).reverse()) {
    ledger.account(userId, { type: 'AccountRemoved', data: { reason: 'x' } });
  }
  await fill(ledger.events, 1_000);
  const { rows } = await db.pool.query(
    `select number from ${LIVE_SCHEMA}.boards order by number desc limit 1`,
  );
  expect(rows).toEqual([{ number: '232' }]);
  await expectMoment(ledger.events, ledger.events.at(-1)!.position);
});

test('sums beyond any account, and moments before and after all events', async () => {
  const ledger = new TestLedger();
  const users = Array.from({ length: 3 }, () => ledger.open());
  for (const userId of users) ledger.grant(userId, 10n ** 38n - 1n);
  await fill(ledger.events, 2);
  const before = { commit: 0n, prepare: 0n };
  expect((await sumsAt(db.pool, before)).classes.every(({ balance }) => balance === 0n)).toBe(true);
  expect(await leadersAt(db.pool, before, 10)).toEqual([]);
  expect(await accountAt(db.pool, users[0]!, before)).toEqual({
    totalRewards: 0n,
    claimedRewards: 0n,
    rank: null,
  });
  const end = { commit: 2n ** 63n - 1n, prepare: 2n ** 63n - 1n };
  const { classes } = await sumsAt(db.pool, end);
  expect(classes.map(({ balance }) => formatEvo(balance))).toEqual([
    ...['-299999999999999999999.999999999999999997', '0', '0', '0'],
    ...['299999999999999999999.999999999999999997', '0'],
  ]);
  expect((await leadersAt(db.pool, end, 2)).map(({ rank }) => rank)).toEqual([1, 1]);
});

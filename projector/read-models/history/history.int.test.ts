import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Figure } from '../../../contracts/api/ledger.ts';
import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { ONE_EVO } from '../../../contracts/money.ts';
import { LIVE_SCHEMA } from '../../database.ts';
import { ensureSchema } from '../../progress/schema.ts';
import { randomLedger } from '../../testing/random-ledger.ts';
import { project, startTestReadModels, type TestReadModels } from '../../testing/read-models.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { rewardsSince } from '../activities/queries.ts';
import { findUserById } from '../users/queries.ts';
import { explainBalance, explainGrants, type FigureLine, type FigurePage, listDays } from './queries.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

async function fill(ledger: TestLedger): Promise<void> {
  await db.pool.query(`drop schema if exists ${LIVE_SCHEMA} cascade`);
  await ensureSchema(db.pool, LIVE_SCHEMA);
  await project(db.pool, ledger.events);
}

type Ask = (page: { before?: LedgerPosition; limit: number }) => Promise<FigurePage>;

/** All pages; each must name the same total. */
async function allLines(ask: Ask, limit: number): Promise<FigurePage> {
  const lines: FigureLine[] = [];
  let total: bigint | undefined;
  for (let before: LedgerPosition | undefined; ; ) {
    const page = await ask(before ? { before, limit } : { limit });
    expect(total ?? page.total).toBe(page.total);
    total = page.total;
    lines.push(...page.lines);
    before = page.lines.at(-1)?.position;
    if (page.lines.length === 0) return { total, lines };
  }
}

/** Each line begins where the one before it in time ended, the first at nothing. */
function expectToAddUp({ total, lines }: FigurePage): void {
  for (const [at, { change, after }] of lines.entries()) {
    expect(after - change).toBe(lines[at + 1]?.after ?? 0n);
    expect(change).not.toBe(0n);
  }
  expect(lines[0]?.after ?? 0n).toBe(total);
  expect(lines.reduce((sum, { change }) => sum + change, 0n)).toBe(total);
}

test('any ledger: the lines of every figure of every user add up to the figure itself', async () => {
  await fc.assert(
    fc.asyncProperty(randomLedger, fc.integer({ min: 1, max: 20 }), async (ledger, limit) => {
      await fill(ledger);
      const users = new Set(
        ledger.events.flatMap(({ stream }) =>
          stream.startsWith('account-') ? stream.slice('account-'.length) : [],
        ),
      );
      const since = new Date(ledger.now - 7 * 24 * 3_600_000);
      for (const userId of users) {
        const user = (await findUserById(db.pool, userId))!;
        const figures: Record<Exclude<Figure, 'weekRewards'>, bigint> = user;
        for (const figure of ['totalRewards', 'claimedRewards', 'pendingRewards'] as const) {
          const all = await allLines((page) => explainBalance(db.pool, userId, figure, page), limit);
          expectToAddUp(all);
          expect(all.total).toBe(figures[figure]);
        }
        const week = await allLines((page) => explainGrants(db.pool, userId, since, page), limit);
        expectToAddUp(week);
        expect(week.total).toBe(await rewardsSince(db.pool, userId, since));

        const days = await listDays(db.pool, userId, 366);
        expect(days.map(({ day }) => day)).toEqual([...new Set(days.map(({ day }) => day))].sort());
        expect(days.at(-1)?.totalRewards ?? 0n).toBe(user.totalRewards);
        expect(days.at(-1)?.claimedRewards ?? 0n).toBe(user.claimedRewards);
      }
    }),
    { numRuns: 15 },
  );
});

test('every kind of change in words, and the days on which they happened', async () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  const nextDay = () => {
    ledger.now += 24 * 3_600_000;
  };
  ledger.grant(userId, 100n * ONE_EVO, { reason: 'Welcome bonus' });
  ledger.claim(userId, 40n * ONE_EVO);
  nextDay();
  ledger.account(userId, { type: 'BalanceCleared', data: { amount: '60', reason: 'Abuse' } });
  nextDay();
  nextDay();
  ledger.grant(userId, ONE_EVO, { reason: 'Again' });
  ledger.account(userId, {
    type: 'RewardsReset',
    data: { resetId: crypto.randomUUID(), total: '41', claimed: '40' },
  });
  await fill(ledger);
  const lines = async (figure: Exclude<Figure, 'weekRewards'>) =>
    (await explainBalance(db.pool, userId, figure, { limit: 100 })).lines.map(
      ({ eventType, description, change, after }) =>
        [eventType, description, Number(change / ONE_EVO), Number(after / ONE_EVO)] as const,
    );
  expect(await lines('totalRewards')).toEqual([
    ['RewardsReset', 'All rewards were reset', -41, 0],
    ['RewardGranted', 'Again', 1, 41],
    ['BalanceCleared', 'Cleared: Abuse', -60, 40],
    ['RewardGranted', 'Welcome bonus', 100, 100],
  ]);
  expect(await lines('claimedRewards')).toEqual([
    ['RewardsReset', 'All rewards were reset', -40, 0],
    ['RewardsClaimed', 'Claimed rewards', 40, 40],
  ]);
  expect((await lines('pendingRewards')).map(([, , change, after]) => [change, after])).toEqual([
    [-1, 0],
    [1, 1],
    [-60, 0],
    [-40, 60],
    [100, 100],
  ]);
  const [first, second, last] = [{ day: '2026-01-01' }, { day: '2026-01-02' }, { day: '2026-01-04' }];
  expect(await listDays(db.pool, userId, 366)).toEqual([
    { ...first, totalRewards: 100n * ONE_EVO, claimedRewards: 40n * ONE_EVO },
    { ...second, totalRewards: 40n * ONE_EVO, claimedRewards: 40n * ONE_EVO },
    { ...last, totalRewards: 0n, claimedRewards: 0n },
  ]);
  expect(await listDays(db.pool, userId, 2)).toMatchObject([second, last]);
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { activityHistory } from '../../../contracts/api/admin-users.ts';
import * as dashboard from '../../../contracts/api/dashboard.ts';
import { explainFigure, getHistory } from '../../../contracts/api/ledger.ts';
import { user as userSchema } from '../../../contracts/api/user.ts';
import type { AccountEvent } from '../../../contracts/events/account.ts';
import { sum } from '../../../contracts/events/event.ts';
import { formatEvo, levelOf } from '../../../contracts/money.ts';
import { account } from '../../../ledger/accounts/account.ts';
import { type AccountState, pendingOf } from '../../../ledger/accounts/state.ts';
import { givesBack } from '../../../ledger/accounts/undo-ref.ts';
import { LIVE_SCHEMA } from '../../../projector/database.ts';
import { ensureSchema } from '../../../projector/progress/schema.ts';
import { listActivities } from '../../../projector/read-models/activities/queries.ts';
import { listAdminActs } from '../../../projector/read-models/admin-acts/queries.ts';
import { explainBalance, listDays } from '../../../projector/read-models/history/queries.ts';
import { leaderboardPage, standingOf } from '../../../projector/read-models/leaderboard/queries.ts';
import { sumOfBalances } from '../../../projector/read-models/postings/queries.ts';
import { listProgramDays } from '../../../projector/read-models/program-days/queries.ts';
import { programStats } from '../../../projector/read-models/stats/queries.ts';
import { listTransactions } from '../../../projector/read-models/transactions/queries.ts';
import { sumOfPending, sumOfTotals } from '../../../projector/read-models/user-list/queries.ts';
import { findUserById } from '../../../projector/read-models/users/queries.ts';
import { randomLedger } from '../../../projector/testing/random-ledger.ts';
import { project, startTestReadModels, type TestReadModels } from '../../../projector/testing/read-models.ts';
import type { TestLedger } from '../../../projector/testing/test-ledger.ts';
import { presentAdminAct } from '../admin-users/admin-activity.ts';
import { presentUser } from '../profile/present-user.ts';
import { presentActivity, presentLeaderboardRow, presentTransaction } from './present-dashboard.ts';
import { presentDay, presentFigureLine } from './present-history.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

/** More than any of the ledgers here has of anything. */
const limit = 1_000;

/** The events of each account, oldest first. */
function accountsOf({ events }: TestLedger): Map<string, AccountEvent[]> {
  const accounts = new Map<string, AccountEvent[]>();
  for (const { stream, type, data } of events) {
    if (!stream.startsWith('account-')) continue;
    const userId = stream.slice('account-'.length);
    // An account's stream holds account events only.
    accounts.set(userId, [...(accounts.get(userId) ?? []), { type, data } as AccountEvent]);
  }
  return accounts;
}

/** What a transaction says of an event; undefined where it moves no EVO. */
function amountIn({ type, data }: AccountEvent): string | undefined {
  switch (type) {
    case 'RewardGranted':
    case 'RewardsClaimed':
    case 'BalanceCleared':
    case 'RewardRevoked':
      return data.amount;
    case 'RewardsReset':
    case 'RewardsRestored':
      return data.total;
    default:
      return undefined;
  }
}

const total = (states: readonly AccountState[], of: (state: AccountState) => bigint): bigint =>
  states.reduce((all, state) => all + of(state), 0n);

test('any amount that a ledger can hold goes from its event through its row into an answer, to the last digit', async () => {
  let beyondOneAmount = 0;
  await fc.assert(
    fc.asyncProperty(randomLedger, async (ledger) => {
      await db.pool.query(`drop schema if exists ${LIVE_SCHEMA} cascade`);
      await ensureSchema(db.pool, LIVE_SCHEMA);
      await project(db.pool, ledger.events);

      const states: AccountState[] = [];
      for (const [userId, events] of accountsOf(ledger)) {
        // A revision that was taken means nothing to an account.
        const own = events.filter(({ type }) => String(type) !== 'RevisionTaken');
        const state = own.reduce(account.evolve, account.initialState);
        states.push(state);
        if (state.granted >= 10n ** 38n) beyondOneAmount += 1;
        const user = await findUserById(db.pool, userId);
        if (!user) throw new Error(`${userId} has no row`);
        const standing = await standingOf(db.pool, userId);
        expect(
          userSchema.parse(presentUser({ user, standing, email: undefined, handles: {} }, ledger.now)),
        ).toMatchObject({
          totalRewards: formatEvo(state.granted),
          claimedRewards: formatEvo(state.claimed),
          pendingRewards: formatEvo(pendingOf(state)),
          evoBalance: formatEvo(state.granted),
          level: levelOf(state.granted),
        });

        const rows = await listTransactions(db.pool, userId, { limit });
        const transactions = dashboard.getTransactions.response.parse({
          transactions: rows.map(presentTransaction),
          nextCursor: null,
        }).transactions;
        expect(transactions.map(({ amount }) => amount).reverse()).toEqual(
          events.map(amountIn).filter((amount) => amount !== undefined),
        );

        const activities = (await listActivities(db.pool, userId, limit)).map((row) =>
          dashboard.activity.parse(presentActivity(row)),
        );
        const revoked = new Set(
          events.flatMap(({ type, data }) => (type === 'RewardRevoked' ? [data.grantId] : [])),
        );
        expect(activities.map(({ reward }) => reward).reverse()).toEqual(
          events.flatMap(({ type, data }) =>
            type === 'RewardGranted' && !givesBack(data) && !revoked.has(data.grantId) ? [data.amount] : [],
          ),
        );

        const figure = 'pendingRewards';
        const explained = await explainBalance(db.pool, userId, figure, { limit });
        const answer = explainFigure.response.parse({
          figure,
          total: formatEvo(explained.total),
          lines: explained.lines.map(presentFigureLine),
          nextCursor: null,
        });
        expect(answer.total).toBe(formatEvo(pendingOf(state)));
        const days = (await listDays(db.pool, userId, 366)).map(presentDay);
        expect(getHistory.response.parse({ days }).days.at(-1)?.totalRewards ?? '0').toBe(
          formatEvo(state.granted),
        );
      }

      const board = (await leaderboardPage(db.pool, { limit })).map((row) =>
        dashboard.leaderboardEntry.parse(presentLeaderboardRow(row)),
      );
      const totals = states.filter(({ walletAddress, removed }) => walletAddress !== undefined && !removed);
      expect(board.map(({ totalEvo }) => totalEvo)).toEqual(
        totals
          .map(({ granted }) => granted)
          .sort((a, b) => (a < b ? 1 : a > b ? -1 : 0))
          .map(formatEvo),
      );
      const stats = await programStats(db.pool);
      const stayed = states.filter(({ removed }) => !removed);
      expect(sum.parse(formatEvo(stats.totalRewards))).toBe(formatEvo(total(stayed, (one) => one.granted)));
      expect((await sumOfTotals(db.pool)).total).toBe(total(states, (one) => one.granted));
      expect((await sumOfPending(db.pool)).total).toBe(total(stayed, pendingOf));
      expect(await sumOfBalances(db.pool)).toBe(0n);

      const today = new Date(ledger.now).toISOString().slice(0, 10);
      for (const { claimed, granted } of await listProgramDays(db.pool, today, 366)) {
        for (const amount of [claimed, ...granted.values()]) sum.parse(formatEvo(amount));
      }
      const acts = (await listAdminActs(db.pool, { limit })).map(presentAdminAct);
      activityHistory.response.parse({ activities: acts, nextCursor: null });
    }),
    { numRuns: 25 },
  );
  expect(beyondOneAmount).toBeGreaterThan(0);
}, 240_000);

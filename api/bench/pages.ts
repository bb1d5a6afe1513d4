import type pg from 'pg';
import { parseEvo } from '../../contracts/money.ts';
import { LIVE_SCHEMA } from '../../projector/database.ts';
import { formatLeaderboardCursor } from '../resources/dashboard/leaderboard-cursor.ts';
import type { Visitor } from './fill.ts';
import type { Visit } from './visits.ts';

export type Page = { readonly name: string; readonly next: () => Visit };

/** Rows from the bottom of the leaderboard that count as deep. */
const DEEP = 1_000;

/** The pages that users open again and again, each by somebody else every time; the first one asks no database. */
export async function pagesOf(pool: pg.Pool, visitors: readonly Visitor[]): Promise<Page[]> {
  const [busiest] = visitors;
  if (!busiest) throw new Error('nobody is signed in');
  const anyone = () => pick(visitors);
  // Qualified, because the column of the answer is a text.
  const { rows: lowest } = await pool.query<{ userId: string; total: string }>(
    `select user_id as "userId", trim_scale(total)::text as total
     from ${LIVE_SCHEMA}.standings order by standings.total, user_id limit $1`,
    [DEEP],
  );
  const own =
    (path: string, who = anyone): Page['next'] =>
    () => ({ path, token: who().token });
  const after =
    (rows: readonly { readonly userId: string; readonly total: string }[]): Page['next'] =>
    () => {
      const { userId, total } = pick(rows);
      const cursor = formatLeaderboardCursor({ userId, total: parseEvo(total) });
      return { path: `/api/leaderboard?cursor=${encodeURIComponent(cursor)}`, token: anyone().token };
    };
  return [
    { name: '(a) /livez', next: () => ({ path: '/livez' }) },
    { name: 'dashboard', next: own('/api/dashboard') },
    { name: 'dashboard, most friends', next: own('/api/dashboard', () => busiest) },
    { name: 'leaderboard, first page', next: own('/api/leaderboard') },
    { name: 'leaderboard, any page', next: after(visitors) },
    { name: 'leaderboard, last pages', next: after(lowest) },
    { name: 'transactions', next: own('/api/transactions') },
    { name: 'referrals', next: own('/api/referrals') },
    { name: 'referrals, most friends', next: own('/api/referrals', () => busiest) },
    { name: 'explain totalRewards', next: own('/api/ledger/explain?figure=totalRewards') },
    { name: 'explain weekRewards', next: own('/api/ledger/explain?figure=weekRewards') },
    { name: 'history', next: own('/api/ledger/history') },
  ];
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

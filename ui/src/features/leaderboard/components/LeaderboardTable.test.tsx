import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Dashboard, LeaderboardEntry } from '../../../../../contracts/api/dashboard.ts';
import { LeaderboardTable } from './LeaderboardTable.tsx';

const place = (userId: string, position: number): LeaderboardEntry => ({
  id: userId,
  userId,
  position,
  totalEvo: '100',
  user: { username: userId, level: 2 },
});
const standing = (own: LeaderboardEntry, below: readonly LeaderboardEntry[]): Dashboard['standing'] => ({
  entry: own,
  participants: 9,
  above: [],
  below: [...below],
  toNextPlace: null,
});

/** Whose places are said to be shared. */
function sharedIn(table: Parameters<typeof LeaderboardTable>[0]): string[] {
  const rows = renderToStaticMarkup(<LeaderboardTable {...table} />)
    .split('<tr')
    .slice(2);
  return rows
    .filter((row) => row.includes('A shared place'))
    .flatMap((row) => /title="(\w+)"(?!.*A shared place)/.exec(row)?.[1] ?? []);
}

test('a place is shared also with somebody whose row is not shown', () => {
  const [anna, ben, carl, dora] = [place('anna', 1), place('ben', 2), place('carl', 2), place('dora', 4)];
  expect(sharedIn({ entries: [anna, ben], standing: standing(anna, []) })).toEqual([]);
  expect(sharedIn({ entries: [anna, ben], standing: standing(anna, []), others: [anna, ben, carl] })).toEqual(
    ['ben'],
  );
  // The own place, with the next one below it.
  expect(sharedIn({ entries: [anna, ben], standing: standing(ben, [carl, dora]) })).toEqual(['ben']);
  // Nobody shares a place with the own self.
  expect(sharedIn({ entries: [anna, ben], standing: standing(anna, [ben]), others: [anna, ben] })).toEqual(
    [],
  );
});

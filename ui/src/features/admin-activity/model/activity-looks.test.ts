import { expect, test } from 'vitest';
import { activityType } from '../../../../../contracts/api/admin-users.ts';
import { activityLooks, detailLines } from './activity-looks.ts';

test('every type of act has a look of its own', () => {
  expect(Object.keys(activityLooks).toSorted()).toEqual([...activityType.options].toSorted());
  const names = Object.values(activityLooks).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('a name of any spelling is in words, a no is no emptiness, and what only looks like an amount stays', () => {
  expect(
    detailLines({ added_by_wallet: '0x1', dryRun: false, users: 0, reason: '', amount: '-5', place: '12.5' }),
  ).toEqual([
    ['Added by wallet', '0x1'],
    ['Dry run', 'No'],
    ['Users', '0'],
    ['Amount', '-5'],
    ['Place', '12.5'],
  ]);
});

test('details are said in words, amounts with their unit; what is empty is left out', () => {
  expect(
    detailLines({
      walletAddress: '0x1',
      added_by: null,
      count: 1_300,
      places: [1, 2],
      completed: true,
      amount: '12.5',
      total: '1999999.14012345',
      prize: 'its own for each place',
    }),
  ).toEqual([
    ['Wallet address', '0x1'],
    ['Count', '1,300'],
    ['Places', '[1,2]'],
    ['Completed', 'Yes'],
    ['Amount', '12.5 EVO'],
    ['Total', '1,999,999.14012345 EVO'],
    ['Prize', 'its own for each place'],
  ]);
});

import { expect, test } from 'vitest';
import { activityType } from '../../../../../contracts/api/admin-users.ts';
import { activityLooks, detailLines } from './activity-looks.ts';

test('every type of act has a look of its own', () => {
  expect(Object.keys(activityLooks).toSorted()).toEqual([...activityType.options].toSorted());
  const names = Object.values(activityLooks).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
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
    }),
  ).toEqual([
    ['Wallet address', '0x1'],
    ['Count', '1,300'],
    ['Places', '[1,2]'],
    ['Completed', 'Yes'],
    ['Amount', '12.5 EVO'],
  ]);
});

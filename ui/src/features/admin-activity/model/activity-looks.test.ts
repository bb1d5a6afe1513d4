import { expect, test } from 'vitest';
import { activityType } from '../../../../../contracts/api/admin-users.ts';
import { activityLooks, detailLines } from './activity-looks.ts';

test('every type of act has a look of its own', () => {
  expect(Object.keys(activityLooks).toSorted()).toEqual([...activityType.options].toSorted());
  const names = Object.values(activityLooks).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('details are named in words; what is empty is left out', () => {
  expect(detailLines({ walletAddress: '0x1', added_by: null, count: 3, places: [1, 2] })).toEqual([
    ['Wallet address', '0x1'],
    ['Count', '3'],
    ['Places', '[1,2]'],
  ]);
});

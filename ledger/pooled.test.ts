import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pooled } from './pooled.ts';

test('results stand in the order of the items, however long each takes', async () => {
  const work = async (item: number) => {
    await sleep(item % 3);
    return item * 2;
  };
  expect(await pooled([5, 1, 4, 2, 3], 3, work)).toEqual([10, 2, 8, 4, 6]);
  expect(await pooled([], 3, work)).toEqual([]);
});

test('no more are under way than allowed, and as many as allowed', async () => {
  let now = 0;
  let most = 0;
  await pooled(Array.from({ length: 20 }), 4, async () => {
    most = Math.max(most, ++now);
    await sleep(1);
    now--;
  });
  expect(most).toBe(4);
});

test('after a failure nothing new is begun, and what was under way is over when it is thrown', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    await sleep(item === 2 ? 1 : 5);
    if (item === 2) throw new Error('two');
    ended.push(item);
  };
  await expect(pooled([1, 2, 3, 4, 5, 6], 3, work)).rejects.toThrow('two');
  expect(begun).toEqual([1, 2, 3]);
  expect(ended).toEqual([1, 3]);
});

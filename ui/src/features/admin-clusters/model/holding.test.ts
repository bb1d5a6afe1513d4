import { expect, test } from 'vitest';
import { chunksFor } from './holding.ts';

test('an act is about those whom it changes, in chunks with a key each', () => {
  const members = Array.from({ length: 600 }, (_, n) => ({
    id: `user ${n}`,
    holdReason: n % 3 === 0 ? 'A farm' : null,
  }));
  let keys = 0;
  const hold = chunksFor('hold', members, () => `key ${keys++}`);
  expect(hold.map(({ key, userIds }) => [key, userIds.length])).toEqual([
    ['key 0', 250],
    ['key 1', 150],
  ]);
  expect(new Set(hold.flatMap(({ userIds }) => userIds)).size).toBe(400);
  expect(chunksFor('release', members).flatMap(({ userIds }) => userIds)).toHaveLength(200);
  expect(chunksFor('release', [])).toEqual([]);
});

import { expect, test } from 'vitest';
import { begin, chunksFor } from './holding.ts';

const members = Array.from({ length: 225 }, (_, n) => ({
  id: `user ${n}`,
  holdReason: n % 3 === 0 ? 'A farm' : null,
}));

test('an act is about those whom it changes, in chunks', () => {
  const hold = chunksFor('hold', members);
  expect(hold.map(({ length }) => length)).toEqual([100, 50]);
  const held = new Set(members.filter(({ holdReason }) => holdReason !== null).map(({ id }) => id));
  expect(new Set(hold.flat()).size).toBe(150);
  expect(hold.flat().filter((id) => held.has(id))).toEqual([]);
  expect(new Set(chunksFor('release', members).flat())).toEqual(held);
  expect(chunksFor('release', [])).toEqual([]);
});

test('each chunk has a key of its own, and others when it is begun anew', () => {
  const chunks = chunksFor('hold', members);
  const [first, again] = [begin(chunks), begin(chunks)];
  expect(first.map(({ userIds }) => userIds)).toEqual(chunks);
  expect(new Set([...first, ...again].map(({ key }) => key)).size).toBe(4);
});

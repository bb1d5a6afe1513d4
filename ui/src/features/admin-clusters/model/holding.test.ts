import { expect, test } from 'vitest';
import { begin, concerned, trialOf } from './holding.ts';

const members = Array.from({ length: 1_125 }, (_, n) => ({
  id: `user ${n}`,
  holdReason: n % 3 === 0 ? 'A farm' : null,
}));

test('an act is about those whom it changes', () => {
  const hold = concerned('hold', members);
  const held = new Set(members.filter(({ holdReason }) => holdReason !== null).map(({ id }) => id));
  expect(new Set(hold).size).toBe(750);
  expect(hold.filter((id) => held.has(id))).toEqual([]);
  expect(new Set(concerned('release', members))).toEqual(held);
  expect(concerned('release', [])).toEqual([]);
});

test('each chunk has a key of its own, and others when it is begun anew', () => {
  const userIds = concerned('hold', members);
  const [first, again] = [begin(userIds), begin(userIds)];
  expect(first.map((chunk) => chunk.userIds.length)).toEqual([100, 100, 100, 100, 100, 100, 100, 50]);
  expect(first.flatMap((chunk) => chunk.userIds)).toEqual(userIds);
  expect(new Set([...first, ...again].map(({ key }) => key)).size).toBe(16);
});

test('what an act would do takes a fifth of the calls', () => {
  const userIds = concerned('hold', members);
  const trial = trialOf(userIds);
  expect(trial.map(({ length }) => length)).toEqual([500, 250]);
  expect(trial.flat()).toEqual(userIds);
});

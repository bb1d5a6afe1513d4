import { expect, test } from 'vitest';
import { withKept } from './with-kept.ts';

type Item = { readonly id: string; readonly reason?: string };

const item = (id: string): Item => ({ id });
const [first, middle, last, more] = [item('first'), item('middle'), item('last'), item('more')];
const names = (items: readonly Item[]) => items.map(({ id }) => id).join(' ');

test('what is kept stays at its place in a list that has it no more', () => {
  const kept = { item: middle, before: [first] };
  expect(names(withKept([first, last], kept))).toBe('first middle last');
  expect(names(withKept([more, first, last], kept))).toBe('more first middle last');
  expect(names(withKept([last], kept))).toBe('middle last');
  expect(names(withKept([first, middle], { item: last, before: [first, middle] }))).toBe('first middle last');
  expect(names(withKept([], kept))).toBe('middle');
});

test('what the list has is as the list has it, and without anything kept the list is as it is', () => {
  const changed = { ...middle, reason: 'Another' };
  expect(withKept([first, changed], { item: middle, before: [first] })).toEqual([first, changed]);
  expect(withKept([first], undefined)).toEqual([first]);
});

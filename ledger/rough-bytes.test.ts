import { expect, test } from 'vitest';
import { GrowingMap } from './growing-map.ts';
import { MEMBER_BYTES, roughBytes } from './rough-bytes.ts';

test.each<[string, unknown, number]>([
  ['a text by its length', 'x'.repeat(1_000), 1_024],
  ['an amount, however large', 10n ** 30n, 24],
  ['a number', 1, 8],
  ['a truth', true, 8],
  ['nothing', null, 8],
  ['nothing at all', undefined, 8],
  ['an object by its fields', { one: 1, text: 'four' }, 32 + 8 + 8 + 8 + 28],
  ['what is in it, too', { inner: { deep: 5n } }, 32 + 8 + 32 + 8 + 24],
  ['a list by its length', Array.from({ length: 50 }, () => 'x'.repeat(10_000)), 32 + 50 * MEMBER_BYTES],
  ['a set', new Set([1, 2, 3]), 32 + 3 * MEMBER_BYTES],
  ['a map', new Map([['one', { text: 'x'.repeat(10_000) }]]), 32 + MEMBER_BYTES],
  ['a map that shares its rows', GrowingMap.of([['one', 1] as const]), 32 + MEMBER_BYTES],
  ['an object that only has a size', { size: 3 }, 32 + 8 + 8],
  ['an object that is told one by one', { *[Symbol.iterator]() {} }, 32],
  ['an object whose size is a word', { size: 'L', *[Symbol.iterator]() {} }, 32 + 8 + 25],
])('%s', (_, value, bytes) => {
  expect(roughBytes(value)).toBe(bytes);
});

test('what lies deeper than four objects counts as one member, so that a circle has an end', () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  expect(roughBytes(circle)).toBe(4 * (32 + 8) + MEMBER_BYTES);
});

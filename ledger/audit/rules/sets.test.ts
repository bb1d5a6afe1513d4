import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AscendingPositions } from './ascending-positions.ts';
import { TextSet } from './text-set.ts';
import { UuidSet } from './uuid-set.ts';

test('a set of ids knows each it was given, whatever it is an id in', () => {
  const [set, seen] = [new UuidSet(), new Set<string>()];
  for (let n = 0; n < 5_000; n++) {
    const uuid = `00000000-0000-4000-8000-${String(n % 3_000).padStart(12, '0')}`;
    const within = n % 7;
    expect(set.add(uuid, within)).toBe(!seen.has(`${uuid} ${within}`));
    seen.add(`${uuid} ${within}`);
  }
  expect(set.size).toBe(seen.size);
});

test('a set of ids of which next to all lie in a file knows each, and no other', () => {
  const set = new UuidSet(1_024);
  const uuid = (n: number) =>
    `${n.toString(16).padStart(8, '0')}-0000-4000-8000-${String(n % 17).padStart(12, '0')}`;
  const numbers = Array.from({ length: 20_000 }, (_, n) => n);
  const isAdded = (n: number) => set.add(uuid(n), n % 3);
  // Each once, then one that is old, and one that is at hand.
  expect(numbers.filter((n) => !isAdded(n) || isAdded(n >> 1) || isAdded(n))).toEqual([]);
  expect(numbers.filter((n) => !set.has(uuid(n), n % 3))).toEqual([]);
  expect(
    numbers.filter((n) => set.has(uuid(n), (n + 1) % 3) || set.has(uuid(n + numbers.length), 0)),
  ).toEqual([]);
  expect(set.size).toBe(numbers.length);
});

test('ids that somebody chose so that they would lie in one place are told apart as fast as others', () => {
  // Added up with one factor for all words, as anybody could read it in a program, all of these are one number.
  const set = new UuidSet();
  const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0');
  const ids = Array.from(
    { length: 150_000 },
    (_, n) => `${hex(n)}${hex(Math.imul(n, -31))}${hex(0)}${hex(0)}`,
  );
  expect(ids.filter((id) => !set.add(id, 0))).toEqual([]);
});

test('a list of growing positions knows each, at hand or in its file, and no other', () => {
  const positions = new AscendingPositions();
  expect(positions.has(0n)).toBe(false);
  const at = (n: number) => 2n ** 40n + BigInt(n) * 3n;
  const numbers = Array.from({ length: 100_000 }, (_, n) => n);
  const isWrong = (n: number) => {
    positions.add(at(n));
    return !positions.has(at(n)) || positions.has(at(n) + 1n) || !positions.has(at(Math.floor(n / 7)));
  };
  expect(numbers.filter(isWrong)).toEqual([]);
  expect(numbers.filter((n) => !positions.has(at(n)))).toEqual([]);
  const none = [0n, at(-1), at(3) - 1n, at(5_000) + 1n, at(numbers.length)];
  expect(none.filter((position) => positions.has(position))).toEqual([]);
});

test('a set of texts knows each it was given, and takes none for another', () => {
  const few = fc.array(fc.oneof(fc.string(), fc.constantFrom('a', 'b', 'a b', '')), { maxLength: 60 });
  fc.assert(
    fc.property(few, (texts) => {
      const [set, seen] = [new TextSet(), new Set<string>()];
      for (const text of texts) {
        expect(set.add(text)).toBe(!seen.has(text));
        seen.add(text);
      }
    }),
  );
  const set = new TextSet();
  for (let n = 0; n < 5_000; n++) expect(set.add(`one ${n}`)).toBe(true);
  for (let n = 0; n < 5_000; n++) expect(set.add(`one ${n}`)).toBe(false);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StreamNumbers } from './stream-numbers.ts';

test('each stream has a number and a name of its own, whatever it is called, in the order in which it first came', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.constantFrom('', 'account-a', 'account-b', 'é', '\ud800', '\ufffd', '\0'),
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 80 }), (names) => {
      const [numbers, seen] = [new StreamNumbers(), new Map<string, number>()];
      for (const stream of names) {
        expect(numbers.find(stream)).toBe(seen.get(stream));
        if (!seen.has(stream)) seen.set(stream, seen.size);
        expect(numbers.of(stream)).toBe(seen.get(stream));
      }
      expect(numbers.size).toBe(seen.size);
      for (const [stream, number] of seen) {
        expect(numbers.find(stream)).toBe(number);
        expect(numbers.nameOf(number)).toBe(stream);
      }
    }),
  );
});

test('more streams than are at hand, and names longer than a slab, are found again', () => {
  const numbers = new StreamNumbers();
  const long = `wallet-${'f'.repeat(3_000_000)}`;
  const nameOf = (n: number) => (n === 9_000 ? long : `account-${n}`);
  for (let n = 0; n < 30_000; n++) expect(numbers.of(nameOf(n))).toBe(n);
  for (let n = 0; n < 30_000; n++) {
    expect(numbers.find(nameOf(n))).toBe(n);
    expect(numbers.nameOf(n)).toBe(nameOf(n));
  }
  expect(numbers.find('account-30000')).toBeUndefined();
  expect(numbers.nameOf(30_000)).toBe('');
  expect(numbers.size).toBe(30_000);
});

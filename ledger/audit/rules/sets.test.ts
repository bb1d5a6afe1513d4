import fc from 'fast-check';
import { expect, test } from 'vitest';
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

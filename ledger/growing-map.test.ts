import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GrowingMap } from './growing-map.ts';

const key = fc.constantFrom(...'abcdefgh');
const change = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('with' as const), key, value: fc.nat() }) },
  fc.record({ do: fc.constant('without' as const), key }),
  fc.record({ do: fc.constant('newest' as const), count: fc.nat(6) }),
);
type Change = typeof change extends fc.Arbitrary<infer Each> ? Each : never;
type Members = readonly (readonly [string, number])[];

function onMembers(members: Members, one: Change): Members {
  const others = (gone: string) => members.filter(([other]) => other !== gone);
  if (one.do === 'with') return [...others(one.key), [one.key, one.value]];
  return one.do === 'without' ? others(one.key) : members.slice(Math.max(0, members.length - one.count));
}

function onMap(map: GrowingMap<number>, one: Change): GrowingMap<number> {
  if (one.do === 'with') return map.with(one.key, one.value);
  return one.do === 'without' ? map.without(one.key) : map.newest(one.count);
}

test('each map is what was done to the one it was made of, whatever was made of either since', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), change), { maxLength: 60 }), (changes) => {
      const made = [{ map: GrowingMap.of<number>(), members: [] as Members }];
      for (const [pick, one] of changes) {
        // Mostly the newest, sometimes one that others were made of already.
        const from = made[pick % 3 === 0 ? pick % made.length : made.length - 1];
        if (from) made.push({ map: onMap(from.map, one), members: onMembers(from.members, one) });
      }
      for (const { map, members } of made) {
        expect([...map]).toEqual(members);
        expect(map.size).toBe(members.length);
        for (const each of 'abcdefgh') {
          expect(map.get(each)).toBe(new Map(members).get(each));
          expect(map.has(each)).toBe(new Map(members).has(each));
        }
      }
    }),
    { numRuns: 300 },
  );
});

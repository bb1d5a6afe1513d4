import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Shelf } from './shelf.ts';

type Value = {
  amounts: bigint[];
  readonly names: ReadonlySet<string>;
  readonly of: { at: number | undefined };
};

const value = fc.record<Value>({
  amounts: fc.array(fc.bigInt(), { maxLength: 3 }),
  names: fc.array(fc.string()).map((names) => new Set(names)),
  of: fc.record({ at: fc.option(fc.nat(), { nil: undefined }) }),
});
type Key = string | number;
type Step = (shelf: Shelf<Key, Value>, model: Map<Key, Value>, key: Key) => void;
const step: fc.Arbitrary<Step> = fc.oneof(
  value.map<Step>((given) => (shelf, model, key) => {
    shelf.set(key, given);
    model.set(key, structuredClone(given));
  }),
  fc.bigInt().map<Step>((amount) => (shelf, model, key) => {
    const [own, modelled] = [shelf.get(key), model.get(key)];
    if (!own) return;
    own.amounts.push(amount);
    shelf.set(key, own);
    modelled?.amounts.push(amount);
  }),
  fc.constant<Step>((shelf, model, key) => {
    shelf.delete(key);
    model.delete(key);
  }),
  fc.constant<Step>((shelf, model, key) => expect(shelf.get(key)).toEqual(model.get(key))),
);
const inOrder = (values: Iterable<Value>) =>
  [...values].map((one) => JSON.stringify([one.amounts.map(String), [...one.names], one.of])).sort();

test.each<[string, (n: number) => Key]>([
  ['numbers', (n) => n],
  ['texts', (n) => `key-${n}`],
])('a shelf by %s holds what a map does, however few of them are at hand', (_, keyOf) => {
  const steps = fc.array(fc.tuple(fc.nat(7), step), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), steps, (atHand, asked) => {
      const [shelf, model] = [new Shelf<Key, Value>({ atHand }), new Map<Key, Value>()];
      for (const [n, act] of asked) {
        act(shelf, model, keyOf(n));
        shelf.trim();
        expect(inOrder(shelf.values())).toEqual(inOrder(model.values()));
      }
      for (let n = 0; n <= 7; n++) expect(shelf.get(keyOf(n))).toEqual(model.get(keyOf(n)));
    }),
  );
});

test('what is at hand of very many stays as few as was said', () => {
  let unpacked = 0;
  const shelf = new Shelf<number, { readonly n: number }>({
    atHand: 10,
    unpack: (packed: { readonly n: number }) => {
      unpacked += 1;
      return packed;
    },
  });
  for (let n = 0; n < 1_000; n++) {
    shelf.set(n, { n });
    shelf.trim();
  }
  expect([...shelf.values()].map(({ n }) => n).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 1_000 }, (_, n) => n),
  );
  // The others were objects no more.
  expect(unpacked).toBeGreaterThanOrEqual(1_000 - 2 * 10);
});

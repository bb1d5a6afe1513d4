import { createHash } from 'node:crypto';

/** Repeatable randomness for demo data: the same seed gives the same numbers in the same order. Never for secrets. */
export type Random = {
  /** 0 ≤ x < 1. */
  readonly unit: () => number;
  /** A whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number;
  readonly chance: (probability: number) => boolean;
  /** @throws RangeError on an empty list */
  readonly pick: <Item>(items: readonly Item[]) => Item;
};

/** xorshift128 (Marsaglia 2003) from a hash of the seed; statistics good enough for made-up people. */
export function seededRandom(seed: string): Random {
  const state = new Uint32Array(createHash('sha256').update(seed).digest().buffer.slice(0, 16));
  const next = (): number => {
    let [a = 1, , , d = 1] = state;
    a ^= a << 11;
    a ^= a >>> 8;
    d = (d ^ (d >>> 19) ^ a) >>> 0;
    state.copyWithin(0, 1);
    state[3] = d;
    return d;
  };
  const unit = () => next() / 2 ** 32;
  const between = (low: number, high: number) => low + Math.floor(unit() * (high - low + 1));
  return {
    unit,
    between,
    chance: (probability) => unit() < probability,
    pick(items) {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
  };
}

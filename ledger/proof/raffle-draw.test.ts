import { createHmac } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runsOf } from '../testing/runs-of.ts';
import { bytesToHex, utf8ToBytes } from './bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import { type DrawContext, drawIndices } from './raffle-draw.ts';

const seedOf = (n: number) => sha256(utf8ToBytes(`seed ${n}`));
const context = (count: number): DrawContext => ({
  raffleId: '00000000-0000-4000-8000-000000000001',
  root: bytesToHex(seedOf(-1)),
  count,
  rulesHash: bytesToHex(seedOf(-2)),
  eligibleAt: '4711',
  publicRandomness: null,
});

test('the same seed and context draw the same winners; another of either draws others', () => {
  const winners = drawIndices(seedOf(1), context(1_000), 20);
  expect(drawIndices(seedOf(1), context(1_000), 20)).toEqual(winners);
  expect(drawIndices(seedOf(2), context(1_000), 20)).not.toEqual(winners);
  const block = { blockNumber: '7', blockHash: 'ab' };
  for (const other of [
    { raffleId: 'x' },
    { root: 'y' },
    { count: 999 },
    { rulesHash: 'z' },
    { eligibleAt: '4712' },
    { publicRandomness: block },
    { publicRandomness: { ...block, blockNumber: '8' } },
  ]) {
    expect(drawIndices(seedOf(1), { ...context(1_000), ...other }, 20)).not.toEqual(winners);
  }
});

test('a draw that is written down stays as it is: another version of the program draws the same', () => {
  expect(drawIndices(seedOf(1), context(1_000), 5)).toMatchInlineSnapshot(`
    [
      318,
      835,
      556,
      964,
      741,
    ]
  `);
});

/** By docs/raffles.md, with numbers of any size and nothing but what stands there. */
function drawnByTheBook(seed: Uint8Array, given: DrawContext, winners: number): number[] {
  const message = canonicalJson({ algorithm: 'hmac-sha256-rejection-fisher-yates-v1', ...given });
  const samples = (function* () {
    for (let counter = 0; ; counter++) {
      const block = createHmac('sha256', seed).update(`${message}#${counter}`).digest();
      for (let at = 0; at + 6 <= block.length; at += 6) yield BigInt(block.readUIntBE(at, 6));
    }
  })();
  const uniform = (below: bigint): bigint => {
    for (;;) {
      const sample = samples.next().value ?? 0n;
      if (sample < 2n ** 48n - (2n ** 48n % below)) return sample % below;
    }
  };
  const moved = new Map<bigint, bigint>();
  return Array.from({ length: winners }, (_, n) => {
    const step = BigInt(n);
    const pick = step + uniform(BigInt(given.count) - step);
    const index = moved.get(pick) ?? pick;
    moved.set(pick, moved.get(step) ?? step);
    return Number(index);
  });
}

test.each([
  ['more winners than one block gives', 300, 300],
  ['numbers of which every second one is thrown away', 2 ** 47 + 1, 100],
  ['one entry', 1, 1],
])('%s: what somebody draws who only has the documentation', (_, count, winners) => {
  for (let n = 0; n < 5; n++) {
    expect(drawIndices(seedOf(n), context(count), winners)).toEqual(
      drawnByTheBook(seedOf(n), context(count), winners),
    );
  }
});

test('winners are different entries, and the first places do not depend on how many places there are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), fc.nat(), (count, a, b) => {
      const k = a % (count + 1);
      const winners = drawIndices(seedOf(b), context(count), k);
      expect(new Set(winners).size).toBe(k);
      for (const index of winners) expect(index >= 0 && index < count).toBe(true);
      expect(drawIndices(seedOf(b), context(count), count).slice(0, k)).toEqual(winners);
    }),
  );
});

describe('the edges', () => {
  test('nobody wins', () => expect(drawIndices(seedOf(1), context(10), 0)).toEqual([]));
  test('nobody enters', () => expect(drawIndices(seedOf(1), context(0), 0)).toEqual([]));
  test('everybody wins', () =>
    expect(drawIndices(seedOf(1), context(50), 50).sort((a, b) => a - b)).toEqual([...Array(50).keys()]));
  test.each([11, -1, 1.5, Number.NaN])('%d winners of ten is no draw', (winners) =>
    expect(() => drawIndices(seedOf(1), context(10), winners)).toThrow(RangeError),
  );
  test('ten winners of a million', () => {
    const winners = drawIndices(seedOf(3), context(1_000_000), 10);
    expect(new Set(winners).size).toBe(10);
  });
});

/**
 * χ² with a fixed set of seeds, so the tests never fail by chance. The bounds are the 99.9 % points: a fair
 * sampler whose seeds had been picked at random would pass 999 times of 1,000.
 */
describe('every entry and every order is equally likely', () => {
  const chiSquare = (counts: readonly number[], expected: number) =>
    counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);

  test('each of 20 entries on each of 5 places, 20,000 draws (19 degrees of freedom: 43.8)', () => {
    const draws = runsOf(20_000);
    const counts = Array.from({ length: 5 }, () => new Array<number>(20).fill(0));
    for (let n = 0; n < draws; n++) {
      for (const [place, index] of drawIndices(seedOf(n), context(20), 5).entries())
        counts[place]![index]! += 1;
    }
    for (const place of counts) expect(chiSquare(place, draws / 20)).toBeLessThan(43.82);
  });

  test('each of the 60 ordered triples of 5 entries, 60,000 draws (59 degrees of freedom: 98.3)', () => {
    const draws = runsOf(60_000);
    const counts = new Map<string, number>();
    for (let n = 0; n < draws; n++) {
      const triple = drawIndices(seedOf(n), context(5), 3).join();
      counts.set(triple, (counts.get(triple) ?? 0) + 1);
    }
    expect(counts.size).toBe(60);
    expect(chiSquare([...counts.values()], draws / 60)).toBeLessThan(98.32);
  });
});

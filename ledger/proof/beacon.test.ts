import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownBeacon } from '../raffles/own-beacon.ts';
import { chainHashOf, firstRoundFrom, QUICKNET, randomnessOf, roundMessage, roundTime } from './beacon.ts';
import { isSignedRound } from './beacon-signature.ts';
import { bytesToHex, hexToBytes } from './bytes.ts';

/** Rounds of quicknet as drand has published them: that they verify under its key is what shows it. */
const published = [
  {
    round: 123,
    signature:
      'b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92',
    randomness: 'fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc',
  },
  {
    round: 1_000,
    signature:
      'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
    randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  },
  {
    round: 10_024_141,
    signature:
      '8c87caf26bb4f5e9fdfad5ddf739ff8683344f8cf04a8c381225ff067557b5d9d51937eed765fcef21971bf5ddef44bb',
    randomness: undefined,
  },
] as const;
const [{ round, signature }] = published;

describe('the rounds of quicknet', () => {
  test.each(published)('round $round is signed with its key', (one) => {
    expect(isSignedRound(QUICKNET.publicKey, one.round, one.signature)).toBe(true);
    if (one.randomness) expect(randomnessOf(one.signature)).toBe(one.randomness);
  });

  test('the hash of the chain is the one of its key, its times and its name', () => {
    expect(chainHashOf(QUICKNET)).toBe(QUICKNET.chainHash);
    const others = [{ period: 4 }, { genesis: 1 }, { beaconId: 'default' }, { groupHash: 'a'.repeat(64) }];
    for (const other of others) expect(chainHashOf({ ...QUICKNET, ...other })).not.toBe(QUICKNET.chainHash);
    const publicKey = `${QUICKNET.publicKey.slice(0, -1)}b`;
    expect(chainHashOf({ ...QUICKNET, publicKey })).not.toBe(QUICKNET.chainHash);
  });
});

describe('what is no signature of the round', () => {
  test('that of another round', () => {
    expect(isSignedRound(QUICKNET.publicKey, round + 1, signature)).toBe(false);
    expect(isSignedRound(QUICKNET.publicKey, 1_000, signature)).toBe(false);
  });

  test('that of another beacon', () => {
    const { publicKey } = bls12_381.shortSignatures.keygen();
    expect(isSignedRound(publicKey.toHex(true), round, signature)).toBe(false);
  });

  test('any bit of it turned', () => {
    fc.assert(
      fc.property(fc.nat(383), (bit) => {
        const bytes = hexToBytes(signature);
        const at = bit >> 3;
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
        expect(isSignedRound(QUICKNET.publicKey, round, bytesToHex(bytes))).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ['nothing', ''],
    ['too short', signature.slice(2)],
    ['too long', `${signature}00`],
    ['in capitals', signature.toUpperCase()],
    ['the point at infinity', `c0${'0'.repeat(94)}`],
    ['no number of the field', `${'9f'}${'f'.repeat(94)}`],
  ])('%s', (_, text) => {
    expect(isSignedRound(QUICKNET.publicKey, round, text)).toBe(false);
  });

  test('a point that pairs alike outside the subgroup: one round has one signature, and no second to choose', () => {
    const { G1, fields } = bls12_381;
    const stray = outsideTheSubgroup();
    // What is left of it when the subgroup's part is gone: pairing sees nothing of it.
    const torsion = times(stray, fields.Fr.ORDER);
    expect(torsion.equals(G1.Point.ZERO)).toBe(false);
    const forged = compressed(G1.Point.fromHex(signature).add(torsion).toAffine());
    expect(forged).not.toBe(signature);
    expect(isSignedRound(QUICKNET.publicKey, round, forged)).toBe(false);
  });

  test('the first round of a beacon is one like any other', () => {
    const own = ownBeacon({ secretKey: '03'.repeat(32), genesis: 1_000, period: 3 });
    expect(isSignedRound(own.beacon.publicKey, 1, own.sign(1))).toBe(true);
    expect(isSignedRound(own.beacon.publicKey, 2, own.sign(1))).toBe(false);
  });

  test.each([0, -1, 1.5, Number.NaN, 2 ** 53])('round %d', (number) => {
    expect(isSignedRound(QUICKNET.publicKey, number, signature)).toBe(false);
  });

  test('a key that is the point at infinity signs nothing', () => {
    expect(isSignedRound(`c0${'0'.repeat(190)}`, round, `c0${'0'.repeat(94)}`)).toBe(false);
  });
});

type Point = InstanceType<typeof bls12_381.G1.Point>;

/** On the curve, and not in the subgroup of signatures. */
function outsideTheSubgroup(): Point {
  const { G1, fields } = bls12_381;
  const { Fp } = fields;
  for (let x = 1n; ; x++) {
    const square = Fp.add(Fp.mul(Fp.sqr(x), x), 4n);
    const y = rootOf(square);
    const point = y === undefined ? undefined : new G1.Point(x, y, 1n);
    if (point && !point.isTorsionFree()) return point;
  }
}

function rootOf(square: bigint): bigint | undefined {
  try {
    return bls12_381.fields.Fp.sqrt(square);
  } catch {
    return undefined;
  }
}

/** By doubling and adding alone, which knows nothing of subgroups. */
function times(point: Point, factor: bigint): Point {
  let [sum, power] = [bls12_381.G1.Point.ZERO, point];
  for (let left = factor; left > 0n; left >>= 1n) {
    if (left & 1n) sum = sum.add(power);
    power = power.double();
  }
  return sum;
}

/** As the library writes a point, which refuses to write this one. */
function compressed({ x, y }: { x: bigint; y: bigint }): string {
  const isLarger = y > bls12_381.fields.Fp.ORDER / 2n;
  const flags = (isLarger ? 0xa0n : 0x80n) << 376n;
  return (x | flags).toString(16).padStart(96, '0');
}

describe('the times of rounds', () => {
  test('round 1 is published at the genesis, each next one a period later', () => {
    expect(roundTime(QUICKNET, 1)).toBe(QUICKNET.genesis * 1_000);
    expect(roundTime(QUICKNET, 1_000)).toBe((QUICKNET.genesis + 2_997) * 1_000);
  });

  test('the first round from a time on is not earlier, and the one before it is', () => {
    const time = fc.integer({ min: (QUICKNET.genesis - 10) * 1_000, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(time, fc.integer({ min: 1, max: 600 }), (at, period) => {
        const schedule = { genesis: QUICKNET.genesis, period };
        const first = firstRoundFrom(schedule, at);
        expect(roundTime(schedule, first)).toBeGreaterThanOrEqual(at);
        if (first > 1) expect(roundTime(schedule, first - 1)).toBeLessThan(at);
      }),
    );
  });

  test('what is signed is the hash of eight bytes', () => {
    expect(roundMessage(258)).toEqual(sha256(Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 2)));
    expect(() => roundMessage(-1)).toThrow(RangeError);
    expect(() => roundMessage(2 ** 60)).toThrow(RangeError);
  });
});

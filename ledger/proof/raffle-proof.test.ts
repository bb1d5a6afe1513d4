import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOfHex, bytesToHex, utf8ToBytes } from './bytes.ts';
import { inclusionProof, merkleTree } from './merkle.ts';
import { drawContextHash, drawIndices, RAFFLE_ALGORITHM, raffleRulesHash } from './raffle-draw.ts';
import { sortedEntries } from './raffle-entries.ts';
import { raffleIdOf } from './raffle-id.ts';
import {
  drawContextOf,
  isValid,
  type RaffleProof,
  rafflePositionsHash,
  verifyRaffleProof,
} from './raffle-proof.ts';

const userId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** As the program publishes it. */
function proofOf(options: {
  readonly users: number;
  readonly amounts: readonly string[];
  readonly mode?: 'flat' | 'tiered';
  readonly block?: { readonly blockNumber: string; readonly blockHash: string };
}): RaffleProof {
  const { users, amounts, mode = 'tiered', block = null } = options;
  const number = 7;
  const raffleId = raffleIdOf(number);
  const seed = sha256(utf8ToBytes('a seed'));
  const seedHash = bytesToHex(sha256(seed));
  const entries = sortedEntries(
    raffleId,
    Array.from({ length: users }, (_, n) => userId(n)),
  );
  const tree = merkleTree(entries.map(({ entry }) => bytesOfHex(entry, 32) ?? new Uint8Array()));
  const positions = { seedCommitted: '5', raffleCommitted: '40', entriesFrozen: '60', raffleDrawn: '80' };
  const rules = { number, mode, amounts, seedHash };
  const rest = {
    ...rules,
    raffleId,
    algorithm: RAFFLE_ALGORITHM,
    rulesHash: raffleRulesHash(rules),
    positions,
    eligibleAt: '50',
    positionsHash: rafflePositionsHash({ positions, eligibleAt: '50' }),
    root: bytesToHex(tree.root),
    count: users,
    seed: bytesToHex(seed),
    publicRandomness: block,
  };
  const context = drawContextOf({ ...rest, winners: [] });
  const winners = drawIndices(seed, context, amounts.length).map((index, place) => ({
    place: place + 1,
    index,
    entry: entries[index]?.entry ?? '',
    path: inclusionProof(tree, index).map(bytesToHex),
    userId: entries[index]?.userId ?? '',
  }));
  return { ...rest, contextHash: drawContextHash(context), winners };
}

const block = { blockNumber: '4711', blockHash: 'ab'.repeat(32) };
const proof = proofOf({ users: 9, amounts: ['5', '2.5', '0.000000000000000001'], block });

/** Every value of the proof by its path, and the step that must speak of it. */
const stepOf: Readonly<Record<string, RegExp>> = {
  raffleId: /^Raffle$/,
  number: /^Raffle$/,
  mode: /^Rules$/,
  amounts: /^Rules$/,
  algorithm: /^Algorithm$/,
  seedHash: /^Seed$/,
  rulesHash: /^Rules$/,
  positions: /^Order$/,
  eligibleAt: /^Order$/,
  positionsHash: /^Order$/,
  root: /^(Winners|Place \d)$/,
  count: /^(Winners|Place \d)$/,
  seed: /^Seed$/,
  publicRandomness: /^Winners$/,
  contextHash: /^Winners$/,
  winners: /^(Winners|Rules|Place \d)$/,
};

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    pathsOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** A copy with another value at the path. */
function altered(value: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const copy: unknown = Array.isArray(value) ? [...value] : { ...(value as object) };
  // A path of `pathsOf` leads through objects and arrays only.
  const at = copy as Record<string | number, unknown>;
  at[key] = altered(at[key], rest, change);
  return copy;
}

const faultsOf = (tampered: unknown) =>
  verifyRaffleProof(tampered as RaffleProof).filter(({ fault }) => fault !== undefined);

/** Something else of the same kind. */
const another = (salt: number) => (value: unknown) => {
  if (typeof value === 'number') return value + 1 + (salt % 7);
  const text = String(value);
  const at = salt % Math.max(1, text.length);
  const digit = text[at] ?? '';
  const other = /[0-8]/.test(digit) ? String(Number(digit) + 1) : digit === 'a' ? 'b' : 'a';
  return text === 'tiered' ? 'flat' : text.slice(0, at) + other + text.slice(at + 1);
};

describe('a proof as it was published', () => {
  test.each([
    ['with a block', proof],
    ['without', proofOf({ users: 9, amounts: ['5', '5'], mode: 'flat' })],
    ['everybody wins', proofOf({ users: 5, amounts: ['1', '2', '3', '4', '5'] })],
    ['one of one', proofOf({ users: 1, amounts: ['1'] })],
    ['one of a thousand', proofOf({ users: 1_000, amounts: ['1'] })],
  ])('%s holds', (_, whole) => {
    const steps = verifyRaffleProof(whole);
    expect(steps.filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect(isValid(steps)).toBe(true);
    expect(steps).toHaveLength(6 + whole.winners.length);
  });
});

describe('a proof that was tampered with says where', () => {
  const paths = pathsOf(proof);
  test('every value is among the paths', () => {
    expect(new Set(paths.map(([first]) => first))).toEqual(new Set(Object.keys(stepOf)));
  });

  test('any value, changed in any way', () => {
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.nat(), (path, salt) => {
        const faults = faultsOf(altered(proof, path, another(salt)));
        const named = stepOf[String(path[0])];
        expect(
          faults.some(({ name }) => named?.test(name)),
          path.join('.'),
        ).toBe(true);
      }),
      { numRuns: 1_500 },
    );
  });

  test('any value taken away or of another type', () => {
    for (const path of paths) {
      for (const value of [undefined, null, '', 0, -1, {}, [], '0x00']) {
        const given = path.reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], proof);
        if (given === value) continue;
        const tampered = altered(proof, path, () => value);
        expect(faultsOf(tampered), `${path.join('.')} = ${JSON.stringify(value)}`).not.toEqual([]);
      }
    }
  });

  test('a whole winner left out, put in, or moved to another place', () => {
    const [first, second, third] = proof.winners;
    if (!first || !second || !third) throw new Error('there are three');
    const moved = [{ ...second, place: 1 }, { ...first, place: 2 }, third];
    expect(faultsOf({ ...proof, winners: [first, second] }).map(({ name }) => name)).toContain('Rules');
    expect(faultsOf({ ...proof, winners: moved }).map(({ name }) => name)).toContain('Winners');
    const fewer = { winners: [first, second], amounts: proof.amounts.slice(0, 2) };
    expect(faultsOf({ ...proof, ...fewer }).map(({ name }) => name)).toContain('Rules');
  });

  test('another winner with a true entry, index and path: the seed does not give them', () => {
    const { winners } = proofOf({ users: 9, amounts: Array.from({ length: 9 }, () => '1') });
    const others = winners.filter(({ index }) => !proof.winners.some((won) => won.index === index));
    const [loser] = others;
    if (!loser) throw new Error('six did not win');
    const tampered = { ...proof, winners: [{ ...loser, place: 1 }, ...proof.winners.slice(1)] };
    expect(faultsOf(tampered).map(({ name }) => name)).toEqual(['Winners']);
  });

  test('a seed that was chosen afterwards, with its own hash: the rules had another', () => {
    const seed = sha256(utf8ToBytes('a better seed'));
    const tampered = { ...proof, seed: bytesToHex(seed), seedHash: bytesToHex(sha256(seed)) };
    expect(faultsOf(tampered).map(({ name }) => name)).toContain('Rules');
  });

  test('events in another order', () => {
    const late = { ...proof.positions, seedCommitted: '55' };
    const tampered = {
      ...proof,
      positions: late,
      positionsHash: rafflePositionsHash({ ...proof, positions: late }),
    };
    expect(faultsOf(tampered)).toMatchObject([
      { name: 'Order', fault: 'raffleCommitted does not stand after seedCommitted' },
    ]);
  });
});

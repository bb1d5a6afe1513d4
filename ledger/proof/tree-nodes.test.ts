import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from './bytes.ts';
import { appendEntries, appendEntry, emptyRange, isWholeRange, rangeRoot } from './compact-range.ts';
import { consistencyProof, verifyConsistency } from './consistency.ts';
import { leafHash, merkleTree, nodeHash, verifyInclusion } from './merkle.ts';
import { inclusionPath, type NodeAt, treeRoot } from './tree-nodes.ts';

const LARGEST = 257;
const entryOf = (n: number) => utf8ToBytes(`entry ${n}`);
const ENTRIES = Array.from({ length: LARGEST }, (_, n) => entryOf(n));

/** The definitions of RFC 6962 §2.1, word for word, with what they hash remembered. */
function definitions(list: readonly Uint8Array[]) {
  const known = new Map<string, Uint8Array>();
  const split = (n: number) => 2 ** Math.ceil(Math.log2(n) - 1);
  function mth(start: number, end: number): Uint8Array {
    const key = `${start}-${end}`;
    const before = known.get(key);
    if (before) return before;
    const n = end - start;
    const k = split(n);
    const hash =
      n === 0
        ? sha256(new Uint8Array())
        : n === 1
          ? sha256(concatBytes(Uint8Array.of(0), list[start]!))
          : sha256(concatBytes(Uint8Array.of(1), mth(start, start + k), mth(start + k, end)));
    known.set(key, hash);
    return hash;
  }
  /** PATH(m, D[n]). */
  function path(m: number, start: number, end: number): Uint8Array[] {
    const n = end - start;
    if (n === 1) return [];
    const k = split(n);
    return m < k
      ? [...path(m, start, start + k), mth(start + k, end)]
      : [...path(m - k, start + k, end), mth(start, start + k)];
  }
  /** SUBPROOF(m, D[n], b). */
  function subproof(m: number, start: number, end: number, isWhole: boolean): Uint8Array[] {
    const n = end - start;
    if (m === n) return isWhole ? [] : [mth(start, end)];
    const k = split(n);
    return m <= k
      ? [...subproof(m, start, start + k, isWhole), mth(start + k, end)]
      : [...subproof(m - k, start + k, end, false), mth(start, start + k)];
  }
  return { mth, path, subproof };
}

/** All whole subtrees. */
function nodesOf(list: readonly Uint8Array[]): NodeAt {
  const levels = [list.map((entry) => leafHash(entry))];
  for (let below = levels[0]!; below.length > 1; below = levels.at(-1)!) {
    const pairs = Math.floor(below.length / 2);
    levels.push(Array.from({ length: pairs }, (_, n) => nodeHash(below[2 * n]!, below[2 * n + 1]!)));
  }
  return (level, index) => {
    const node = levels[level]?.[index];
    if (!node) throw new Error(`no node ${index} on level ${level}`);
    return node;
  };
}

/** All numbers below a small size; of a larger one those beside powers of two, the last ones, and every ninth. */
const some = (size: number) =>
  Array.from({ length: size }, (_, n) => n).filter(
    (n) => size <= 64 || n > size - 3 || n % 9 === 0 || (n & (n + 1)) === 0 || (n & (n - 1)) === 0,
  );
const hexes = (hashes: readonly Uint8Array[]) => hashes.map(bytesToHex);
const { mth, path, subproof } = definitions(ENTRIES);
const nodeAt = nodesOf(ENTRIES);

test('roots: compact ranges and subtrees give the one of the definition at every size up to 257', () => {
  let range = emptyRange;
  for (let size = 0; size <= LARGEST; size++) {
    if (size > 0) range = appendEntry(range, entryOf(size - 1));
    expect(isWholeRange(range)).toBe(true);
    const root = bytesToHex(mth(0, size));
    expect(bytesToHex(rangeRoot(range))).toBe(root);
    expect(bytesToHex(treeRoot(size, nodeAt))).toBe(root);
    if (size % 16 < 2) expect(bytesToHex(merkleTree(ENTRIES.slice(0, size)).root)).toBe(root);
  }
});

test('inclusion: the paths at every size up to 257 are those of the definition, and verify', () => {
  for (let size = 1; size <= LARGEST; size++) {
    const root = mth(0, size);
    for (const index of some(size)) {
      const found = inclusionPath(index, size, nodeAt);
      if (hexes(found).join() !== hexes(path(index, 0, size)).join()) expect.fail(`${index} of ${size}`);
    }
    const [first, last] = [0, size - 1];
    for (const index of [first, last, Math.floor(size / 3)]) {
      const found = inclusionPath(index, size, nodeAt);
      expect(verifyInclusion(entryOf(index), index, size, found, root)).toBe(true);
    }
  }
});

test('consistency: the proofs to every size up to 257 are those of the definition', () => {
  const wrong: string[] = [];
  for (let to = 1; to <= LARGEST; to++) {
    for (const before of some(to)) {
      const from = before + 1;
      const found = hexes(consistencyProof(from, to, nodeAt));
      if (found.join() !== hexes(subproof(from, 0, to, true)).join()) wrong.push(`${from} to ${to}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('consistency: the proof from every size to four others verifies, and to no other root', () => {
  const wrong: string[] = [];
  for (let from = 0; from <= LARGEST; from++) {
    const middle = Math.floor((from + LARGEST) / 2);
    for (const to of new Set([from, Math.min(from + 1, LARGEST), middle, LARGEST])) {
      const proof = consistencyProof(from, to, nodeAt);
      const claim = { from, to, fromRoot: mth(0, from), toRoot: mth(0, to), proof };
      const fails = from > 0 && verifyConsistency({ ...claim, toRoot: mth(0, to - 1) });
      if (!verifyConsistency(claim) || fails) wrong.push(`${from} to ${to}`);
    }
  }
  expect(wrong).toEqual([]);
});

describe("the test vectors of RFC 6962's reference implementation", () => {
  const inputs = '|00|10|2021|3031|40414243|5051525354555657|606162636465666768696a6b6c6d6e6f'.split('|');
  const list = inputs.map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')));
  const nodes = nodesOf(list);
  const A = '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d';
  const B = '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7';
  const AB = 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125';
  const CD = '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e';
  const E = 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b';
  const EF = '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a';
  const GH = 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0';
  const ABCD = 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7';
  const EFGH = '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4';

  test.each([
    [0, 1, []],
    [0, 8, [B, CD, EFGH]],
    [5, 8, [E, GH, ABCD]],
    [2, 3, [AB]],
    [1, 5, [A, CD, E]],
  ])('inclusion of %d in %d', (index, size, expected) => {
    const found = inclusionPath(index, size, nodes);
    expect(hexes(found)).toEqual(expected);
    expect(verifyInclusion(list[index]!, index, size, found, treeRoot(size, nodes))).toBe(true);
  });

  test.each([
    [1, 1, []],
    [1, 8, [B, CD, EFGH]],
    [6, 8, [EF, GH, ABCD]],
    [2, 5, [CD, E]],
  ])('consistency from %d to %d', (from, to, expected) => {
    const proof = consistencyProof(from, to, nodes);
    expect(hexes(proof)).toEqual(expected);
    const roots = { fromRoot: treeRoot(from, nodes), toRoot: treeRoot(to, nodes) };
    expect(verifyConsistency({ from, to, ...roots, proof })).toBe(true);
  });

  test('the root of all eight', () => {
    expect(bytesToHex(rangeRoot(appendEntries(emptyRange, list)))).toBe(
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    );
  });
});

describe('nothing else passes', () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: LARGEST }), fc.integer({ min: 1, max: LARGEST }));

  test('a history that changed anywhere before the old size', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), ([a, b], n) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const other = ENTRIES.with(n % from, utf8ToBytes('another'));
        const proof = consistencyProof(from, to, nodesOf(other.slice(0, to)));
        const toRoot = rangeRoot(appendEntries(emptyRange, other.slice(0, to)));
        expect(verifyConsistency({ from, to, fromRoot: mth(0, from), toRoot, proof })).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  test('a proof with a bit, a hash or a size that is another', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), ([a, b], n) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        fc.pre(from < to);
        const proof = consistencyProof(from, to, nodeAt);
        const claim = { from, to, fromRoot: mth(0, from), toRoot: mth(0, to), proof };
        const at = n % proof.length;
        const bent = proof.with(at, proof[at]!.with(0, proof[at]![0]! ^ 1));
        expect(verifyConsistency({ ...claim, proof: bent })).toBe(false);
        expect(verifyConsistency({ ...claim, proof: proof.toSpliced(at, 1) })).toBe(false);
        expect(verifyConsistency({ ...claim, proof: [...proof, claim.toRoot] })).toBe(false);
        expect(verifyConsistency({ ...claim, from: to, to: from })).toBe(false);
        expect(verifyConsistency({ ...claim, to: from })).toBe(false);
      }),
    );
  });

  test('no proof, no tree: sizes that are none', () => {
    const roots = { fromRoot: mth(0, 1), toRoot: mth(0, 2), proof: [] };
    for (const [from, to] of [
      [-1, 2],
      [0.5, 2],
      [1, Number.NaN],
      [1, 2],
      [0, 2],
    ] as const) {
      expect(verifyConsistency({ from, to, ...roots })).toBe(false);
    }
    expect(() => consistencyProof(3, 2, nodeAt)).toThrow(RangeError);
    expect(() => inclusionPath(2, 2, nodeAt)).toThrow(RangeError);
  });
});

test('a range goes on from what was kept, however the entries are dealt out, and a damaged one is known', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 8 }), (parts) => {
      let range = emptyRange;
      let at = 0;
      for (const part of parts) {
        const next = ENTRIES.slice(at, at + part);
        range = appendEntries({ size: range.size, hashes: range.hashes }, next);
        at += next.length;
      }
      expect(bytesToHex(rangeRoot(range))).toBe(bytesToHex(mth(0, at)));
    }),
  );
  const range = appendEntries(emptyRange, ENTRIES.slice(0, 7));
  expect(isWholeRange({ ...range, hashes: range.hashes.slice(1) })).toBe(false);
  expect(isWholeRange({ ...range, size: 8 })).toBe(false);
  expect(isWholeRange({ ...range, hashes: range.hashes.with(0, new Uint8Array(31)) })).toBe(false);
});

test('sizes beyond 32 bits: the range and both proofs of a tree of 2^40 + 1 equal leaves', () => {
  const leaf = leafHash(hexToBytes('00'));
  const whole = [leaf];
  for (let level = 1; level <= 41; level++) whole.push(nodeHash(whole[level - 1]!, whole[level - 1]!));
  const equal: NodeAt = (level) => whole[level]!;
  const [from, to] = [2 ** 40, 2 ** 40 + 1];
  const range = appendEntry({ size: from, hashes: [whole[40]!] }, hexToBytes('00'));
  const toRoot = treeRoot(to, equal);
  expect(bytesToHex(rangeRoot(range))).toBe(bytesToHex(toRoot));
  const proof = consistencyProof(from, to, equal);
  expect(verifyConsistency({ from, to, fromRoot: treeRoot(from, equal), toRoot, proof })).toBe(true);
  const far = inclusionPath(2 ** 33 + 5, to, equal);
  expect(verifyInclusion(hexToBytes('00'), 2 ** 33 + 5, to, far, toRoot)).toBe(true);
});

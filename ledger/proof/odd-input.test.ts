import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { chainHashOf, QUICKNET, roundMessage } from './beacon.ts';
import { canonicalJson, NotCanonical } from './canonical-json.ts';
import { checkpointText, parseCheckpoint } from './checkpoint.ts';
import { appendEntry, emptyRange, isWholeRange } from './compact-range.ts';
import { consistencyProof, verifyConsistency } from './consistency.ts';
import { eventHash } from './event-hash.ts';
import { freezeEntries, numberOf, packIds } from './frozen-entries.ts';
import { inclusionProof, leafHash, merkleTree, verifyInclusion } from './merkle.ts';
import { drawIndices } from './raffle-draw.ts';
import { formatNote, signatureLine, signText, verifierKeyOf } from './signed-note.ts';
import { parseTilePath, withTiles } from './tiles.ts';
import { inclusionPath } from './tree-nodes.ts';

const seedOf = (n: number) => new Uint8Array(32).fill(n);
const publicOf = (n: number) => ed25519.getPublicKey(seedOf(n));
const signed = (text: string, n = 1, name = 'a') => signText(text, name, seedOf(n));

describe('what is refused says why', () => {
  test.each<[string, unknown]>([
    ['the number NaN', Number.NaN],
    ['the number -Infinity', Number.NEGATIVE_INFINITY],
    ['a undefined', undefined],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['an object that is not plain', new Map()],
    ['a string with a lone surrogate', '\ud800'],
  ])('%s has no canonical form', (what, value) => {
    expect(() => canonicalJson(value)).toThrow(new NotCanonical(what));
    expect(() => canonicalJson({ a: [value] })).toThrow(new NotCanonical(what));
  });

  test('a null prototype makes an object no other one', () => {
    expect(canonicalJson(Object.assign(Object.create(null), { b: 1, a: '' }))).toBe('{"a":"","b":1}');
  });

  test('a revision beyond what a number holds has no hash', () => {
    const event = { id: 'i', type: 't', stream: 's', revision: 2n ** 53n, data: {}, metadata: {} };
    expect(() => eventHash(event)).toThrow('the revision 9007199254740992');
    expect(eventHash({ ...event, revision: 2n ** 53n - 1n })).toMatch(/^sha256-jcs:/);
  });

  test('numbers that have no room in a beacon’s hash', () => {
    const { scheme: _, chainHash: __, ...info } = QUICKNET;
    expect(() => chainHashOf({ ...info, period: 2 ** 32 })).toThrow('4294967296 has no room in 4 bytes');
    expect(() => chainHashOf({ ...info, period: 0.5 })).toThrow('0.5 is no whole number');
    expect(() => roundMessage(-1)).toThrow('-1 is no whole number');
    expect(roundMessage(0)).toHaveLength(32);
    expect(chainHashOf({ ...info, beaconId: 'default' })).toBe(chainHashOf({ ...info, beaconId: '' }));
    expect(chainHashOf({ ...info, beaconId: 'other' })).not.toBe(chainHashOf({ ...info, beaconId: '' }));
  });

  test('a draw of more winners than entries, or of more entries than numbers, and ids that are none', () => {
    const context = { raffleId: 'r', root: '', rulesHash: '', eligibleAt: '1', publicRandomness: null };
    expect(() => drawIndices(seedOf(1), { ...context, count: 2 }, 3)).toThrow('3 winners of 2 entries');
    const most = 2 ** 48;
    expect(drawIndices(seedOf(1), { ...context, count: most }, 1)).toHaveLength(1);
    expect(() => drawIndices(seedOf(1), { ...context, count: most + 1 }, 1)).toThrow(
      'nobody can be drawn from 281474976710657 entries',
    );
    expect(() => freezeEntries('r', new Uint8Array(17))).toThrow('17 bytes are no list of ids');
  });

  test('an entry of a tree that is not there', () => {
    const tree = merkleTree([seedOf(1), seedOf(2)]);
    expect(() => inclusionProof(tree, 2)).toThrow('no entry 2');
    expect(() => inclusionPath(-1, 2, () => seedOf(0))).toThrow('no entry -1');
    expect(() => inclusionPath(0.5, 2, () => seedOf(0))).toThrow('no entry 0.5');
    for (const [from, to] of [
      [-1, 2],
      [0.5, 2],
      [1, Number.NaN],
      [3, 2],
    ] as const)
      expect(() => consistencyProof(from, to, () => seedOf(0))).toThrow(`no proof from ${from} to ${to}`);
  });

  test('a range that lacks what its size says', () => {
    expect(() => appendEntry({ size: 1, hashes: [] }, seedOf(1))).toThrow(
      'a range of 1 entries has too few hashes',
    );
    for (const size of [-1, 0.5, 2 ** 53, Number.NaN]) {
      expect(isWholeRange({ size, hashes: [seedOf(1)] }), String(size)).toBe(false);
    }
    expect(isWholeRange(emptyRange)).toBe(true);
    expect(isWholeRange({ size: 5, hashes: [seedOf(1), seedOf(2)] })).toBe(true);
  });

  test('a checkpoint that cannot be written', () => {
    const none = () => checkpointText({ origin: 'a b', size: 1, root: new Uint8Array(31) });
    expect(none).toThrow('no checkpoint: a b, 1 entries, a root of 31 bytes');
    const empty = checkpointText({ origin: 'a', size: 0, root: new Uint8Array(32) });
    expect(parseCheckpoint(empty)).toEqual({ origin: 'a', size: 0, root: new Uint8Array(32) });
    for (const text of ['', 'a', 'a\n', 'a\n1', 'a\n1\n', 'a\n\nAAAA\n', 'a\n1\n\n', 'a\n1\n!\n'])
      expect(parseCheckpoint(text), JSON.stringify(text)).toBeUndefined();
  });

  test('a note that cannot be written', () => {
    const signatures = [signed('text\n')];
    expect(() => formatNote({ text: 'text', signatures })).toThrow('this text cannot be signed as a note');
    expect(() => formatNote({ text: 'te\rxt\n', signatures })).toThrow('cannot be signed as a note');
    expect(() => formatNote({ text: 'text\n', signatures: [] })).toThrow('nobody signs this note');
    expect(() => signatureLine({ ...signatures[0]!, name: 'a+b' })).toThrow('"a+b" is no name of a key');
    expect(() => verifierKeyOf('', publicOf(1))).toThrow('"" is no name of a key');
  });

  test('a node of a tree that its tiles do not have', async () => {
    const read = async () => [];
    await expect(withTiles(2, (nodeAt) => nodeAt(0, 2), read)).rejects.toThrow('no node 2 on level 0');
    await expect(withTiles(2, (nodeAt) => nodeAt(1, 1), read)).rejects.toThrow('no node 1 on level 1');
    await expect(withTiles(2, (nodeAt) => nodeAt(8, 0), read)).rejects.toThrow('no node 0 on level 8');
    await expect(withTiles(2, (nodeAt) => nodeAt(0, 1), read)).rejects.toThrow(
      'the tile 0/000.p/2 has not its width',
    );
  });
});

describe('sizes and numbers that are none prove nothing', () => {
  const entries = [1, 2, 3].map(seedOf);
  const tree = merkleTree(entries);

  test.each([-1, 0.5, 3, 4, Number.NaN])('the entry %d of three', (index) => {
    const path = inclusionProof(tree, 0);
    expect(verifyInclusion(seedOf(1), index, 3, path, tree.root)).toBe(false);
  });

  test('an entry of no tree, of half of one, and with a path that goes on', () => {
    const one = merkleTree([seedOf(1)]);
    expect(verifyInclusion(seedOf(1), 0, 1, [], one.root)).toBe(true);
    for (const size of [0, 0.5, 1.5, Number.NaN])
      expect(verifyInclusion(seedOf(1), 0, size, [], one.root), String(size)).toBe(false);
    expect(verifyInclusion(seedOf(1), 0, 1, [seedOf(9)], merkleTree([seedOf(1), seedOf(9)]).root)).toBe(
      false,
    );
    expect(verifyInclusion(seedOf(1), 0, 2, [], leafHash(seedOf(1)))).toBe(false);
  });

  test('a history of sizes that are none, or of the same size with another proof', () => {
    const [fromRoot, toRoot] = [tree.root, tree.root];
    expect(verifyConsistency({ from: 3, to: 3, fromRoot, toRoot, proof: [] })).toBe(true);
    for (const claim of [
      { from: 3, to: 3, proof: [seedOf(1)] },
      { from: Number.NaN, to: Number.NaN, proof: [] },
      { from: 0.5, to: 0.5, proof: [] },
      { from: -1, to: -1, proof: [] },
      { from: 4, to: 3, proof: [] },
      { from: 0, to: 3, proof: [] },
      { from: 3, to: 4, proof: [] },
    ])
      expect(verifyConsistency({ ...claim, fromRoot, toRoot }), JSON.stringify(claim)).toBe(false);
    expect(verifyConsistency({ from: 3, to: 3, fromRoot, toRoot: seedOf(1), proof: [] })).toBe(false);
    const nothing = merkleTree([]).root;
    expect(verifyConsistency({ from: 0, to: 3, fromRoot: nothing, toRoot, proof: [] })).toBe(true);
    expect(verifyConsistency({ from: 0, to: 3, fromRoot: nothing, toRoot, proof: [seedOf(1)] })).toBe(false);
  });

  test('who stands behind the last entry has no number', () => {
    const ids = Array.from(
      { length: 40 },
      (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    );
    const frozen = freezeEntries('r', packIds(ids.slice(0, 20)));
    expect(
      ids
        .slice(0, 20)
        .map((id) => numberOf(frozen, id))
        .toSorted((a, b) => a! - b!),
    ).toEqual(Array.from({ length: 20 }, (_, n) => n));
    expect(ids.slice(20).map((id) => numberOf(frozen, id))).toEqual(Array(20).fill(undefined));
    expect(numberOf(freezeEntries('r', new Uint8Array()), ids[0]!)).toBeUndefined();
  });

  test('a path of a tile has no digits too many', () => {
    expect(parseTilePath('x001/x234/067')).toEqual({ index: 1_234_067, width: 256 });
    for (const path of [
      '',
      '1',
      '000.p/0',
      '000.p/256',
      'x000/001',
      '/000',
      '000/',
      `${'x001/'.repeat(5)}001`,
    ])
      expect(parseTilePath(path), path).toBeUndefined();
    expect(parseTilePath('x001/x000/x000/000.p/255')).toEqual({ index: 1_000_000_000, width: 255 });
  });
});

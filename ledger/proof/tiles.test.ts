import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesToHex, concatBytes, utf8ToBytes } from './bytes.ts';
import { consistencyProof, verifyConsistency } from './consistency.ts';
import { merkleTree, verifyInclusion } from './merkle.ts';
import {
  entryBundle,
  hashesOn,
  leafHashes,
  packed,
  packedRoot,
  parseTilePath,
  TILE_WIDTH,
  type TileRef,
  tileOf,
  tilePath,
  withTiles,
} from './tiles.ts';
import { inclusionPath, treeRoot } from './tree-nodes.ts';

/** The size that the standard describes. */
const SIZE = 70_000;
const ENTRIES = Array.from({ length: SIZE }, (_, n) => sha256(utf8ToBytes(`entry ${n}`)));
const WHOLE = [leafHashes(ENTRIES)];
for (let level = 1; hashesOn(SIZE, level) > 0; level++) {
  const below = WHOLE[level - 1]!;
  const roots = Array.from({ length: hashesOn(SIZE, level) }, (_, n) =>
    packedRoot(below.subarray(n * 8192, (n + 1) * 8192)),
  );
  WHOLE.push(packed(roots));
}
const read = async (tiles: readonly TileRef[]) =>
  tiles.map(({ level, index, width }) => WHOLE[level]!.subarray(index * 8192, index * 8192 + width * 32));

test("the standard's example: what a tree of 70,000 is served as", () => {
  const last = (level: number) => Math.floor((hashesOn(SIZE, level) - 1) / TILE_WIDTH);
  expect(last(0)).toBe(273);
  expect(tileOf(SIZE, 0, 272)?.width).toBe(256);
  expect(tileOf(SIZE, 0, 273)?.width).toBe(112);
  expect(tileOf(SIZE, 1, 0)?.width).toBe(256);
  expect(tileOf(SIZE, 1, 1)?.width).toBe(17);
  expect(tileOf(SIZE, 2, 0)?.width).toBe(1);
  expect(tileOf(SIZE, 0, 274)).toBeUndefined();
  expect(tileOf(SIZE, 3, 0)).toBeUndefined();
  expect([tileOf(256, 0, 0)?.width, tileOf(256, 1, 0)?.width, tileOf(0, 0, 0)]).toEqual([256, 1, undefined]);
});

describe('paths', () => {
  test.each([
    [{ level: 0, index: 1_234_067, width: 256 }, '0/x001/x234/067'],
    [{ level: 0, index: 0, width: 256 }, '0/000'],
    [{ level: 2, index: 999, width: 1 }, '2/999.p/1'],
    [{ level: 1, index: 1_000, width: 255 }, '1/x001/000.p/255'],
  ])('%o is %s', (tile, path) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path.slice(2))).toEqual({ index: tile.index, width: tile.width });
  });
  test.each([
    '',
    '0',
    '00',
    'x000/067',
    'x001/x234/67',
    '001/234',
    'x001',
    '000.p/0',
    '000.p/01',
    '000.p/256',
    '000.p/',
    '../000',
    '000/',
    'x999/x999/x999/x999/x999/x999/x999/999',
  ])('%o is none', (path) => {
    expect(parseTilePath(path)).toBeUndefined();
  });
});

test('proofs of a tree of 70,000 entries from its tiles alone', async () => {
  const { root } = merkleTree(ENTRIES);
  expect(bytesToHex(await withTiles(SIZE, (nodeAt) => treeRoot(SIZE, nodeAt), read))).toBe(bytesToHex(root));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: SIZE }), fc.integer({ min: 1, max: SIZE }), async (a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const fromRoot = await withTiles(from, (nodeAt) => treeRoot(from, nodeAt), read);
      const toRoot = await withTiles(to, (nodeAt) => treeRoot(to, nodeAt), read);
      const proof = await withTiles(to, (nodeAt) => consistencyProof(from, to, nodeAt), read);
      expect(verifyConsistency({ from, to, fromRoot, toRoot, proof })).toBe(true);
      const path = await withTiles(to, (nodeAt) => inclusionPath(from - 1, to, nodeAt), read);
      expect(verifyInclusion(ENTRIES[from - 1]!, from - 1, to, path, toRoot)).toBe(true);
    }),
    { numRuns: 15 },
  );
});

test('a proof needs few tiles', async () => {
  let asked = 0;
  await withTiles(
    SIZE,
    (nodeAt) => inclusionPath(40_000, SIZE, nodeAt),
    (tiles) => {
      asked += tiles.length;
      return read(tiles);
    },
  );
  expect(asked).toBeLessThanOrEqual(5);
});

test('tiles that are short, or do not fit each other, give nothing', async () => {
  const compute = () => withTiles(SIZE, (nodeAt) => inclusionPath(40_000, SIZE, nodeAt), short);
  const short = async (tiles: readonly TileRef[]) => (await read(tiles)).map((tile) => tile.subarray(32));
  await expect(compute()).rejects.toThrow('has not its width');
  const bent = async (tiles: readonly TileRef[]) =>
    (await read(tiles)).map((tile, n) => (tiles[n]?.level === 1 ? tile.map((byte) => byte ^ 1) : tile));
  await expect(withTiles(SIZE, (nodeAt) => inclusionPath(40_000, SIZE, nodeAt), bent)).rejects.toThrow(
    'do not fit',
  );
});

test('a bundle of entries has each behind its length', () => {
  const bundle = entryBundle([Uint8Array.of(7), new Uint8Array(300).fill(9)]);
  expect(bytesToHex(bundle.slice(0, 6))).toBe('00010701' + '2c09');
  expect(bundle).toHaveLength(2 + 1 + 2 + 300);
  expect(entryBundle(ENTRIES.slice(0, 3))).toHaveLength(3 * 34);
  expect(bytesToHex(concatBytes(...ENTRIES.slice(0, 2)))).toBe(bytesToHex(packed(ENTRIES.slice(0, 2))));
});

import { equalBytes } from './bytes.ts';
import { leafHash, nodeHash, type Sha256 } from './merkle.ts';
import type { NodeAt } from './tree-nodes.ts';

/** Hashes of a whole tile (C2SP tlog-tiles, https://c2sp.org/tlog-tiles): the leaves of a subtree of height 8. */
export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;
const HASH_BYTES = 32;

/** A tile of a tree: `width` hashes from `index` × 256 on, each the root of 256^level entries. */
export type TileRef = { readonly level: number; readonly index: number; readonly width: number };

/** The tile with a number as a tree of `size` entries has it; undefined when it has none of it. */
export function tileOf(size: number, level: number, index: number): TileRef | undefined {
  const width = Math.min(TILE_WIDTH, hashesOn(size, level) - index * TILE_WIDTH);
  return width > 0 ? { level, index, width } : undefined;
}

/** How many roots of 256^level entries a tree of `size` has. */
export const hashesOn = (size: number, level: number): number => Math.floor(size / TILE_WIDTH ** level);

/** `<L>/<N>[.p/<W>]`, below `<prefix>/tile/`. */
export function tilePath({ level, index, width }: TileRef): string {
  return `${level}/${numberPath(index)}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Of what stands behind `<L>/` or `entries/`; undefined for what is no path of a tile. */
export function parseTilePath(path: string): { readonly index: number; readonly width: number } | undefined {
  const [, digits, width] = /^((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  if (!digits || digits.length > 24) return undefined;
  const index = Number(digits.replaceAll(/[x/]/g, ''));
  const isOne = Number.isSafeInteger(index * TILE_WIDTH) && numberPath(index) === digits;
  if (!isOne || Number(width ?? 1) >= TILE_WIDTH) return undefined;
  return { index, width: width === undefined ? TILE_WIDTH : Number(width) };
}

/** 1234067 is x001/x234/067. */
function numberPath(index: number): string {
  const padded = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0');
  const parts = padded.match(/\d{3}/g) ?? [];
  return parts.map((part, at) => (at < parts.length - 1 ? `x${part}` : part)).join('/');
}

/** The hash of entries of 32 bytes each, in the order in which a tile of level 0 holds them. */
export function leafHashes(entries: readonly Uint8Array[], digest?: Sha256): Uint8Array<ArrayBuffer> {
  return packed(entries.map((entry) => leafHash(entry, digest)));
}

/** A bundle of entries: each behind its length, 16 bits, big-endian. */
export function entryBundle(entries: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bundle = new Uint8Array(entries.reduce((bytes, entry) => bytes + 2 + entry.length, 0));
  const view = new DataView(bundle.buffer);
  let at = 0;
  for (const entry of entries) {
    view.setUint16(at, entry.length);
    bundle.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bundle;
}

/** One behind the other. */
export function packed(hashes: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES);
  for (const [n, hash] of hashes.entries()) bytes.set(hash, n * HASH_BYTES);
  return bytes;
}

/** The root of 2^n hashes, n ≤ 8, that stand one behind the other. */
export function packedRoot(hashes: Uint8Array, digest?: Sha256): Uint8Array {
  if (hashes.length <= HASH_BYTES) return hashes;
  const half = hashes.length / 2;
  const [left, right] = [hashes.subarray(0, half), hashes.subarray(half)];
  return nodeHash(packedRoot(left, digest), packedRoot(right, digest), digest);
}

/**
 * What `compute` makes of the nodes of the tree of the first `size` entries. It runs twice: once to learn which tiles
 * it needs, and once with them.
 * @param read gives the hashes of each tile, one behind the other
 * @throws RangeError when a tile has not its width, or two of them do not fit each other
 */
export async function withTiles<Result>(
  size: number,
  compute: (nodeAt: NodeAt) => Result,
  read: (tiles: readonly TileRef[]) => Promise<readonly Uint8Array[]>,
): Promise<Result> {
  const needed = new Map<string, TileRef>();
  const nothing = new Uint8Array(HASH_BYTES);
  compute((level, index) => {
    const tile = placeOf(size, level, index).tile;
    needed.set(tilePath(tile), tile);
    return nothing;
  });
  const tiles = [...needed.values()];
  const found = await read(tiles);
  const hashes = new Map(tiles.map((tile, n) => [tilePath(tile), found[n]]));
  for (const tile of tiles) {
    if (hashes.get(tilePath(tile))?.length !== tile.width * HASH_BYTES) {
      throw new RangeError(`the tile ${tilePath(tile)} has not its width`);
    }
  }
  assertFit(size, tiles, hashes);
  return compute((level, index) => {
    const { tile, from, count } = placeOf(size, level, index);
    const all = hashes.get(tilePath(tile)) ?? nothing;
    return packedRoot(all.subarray(from * HASH_BYTES, (from + count) * HASH_BYTES));
  });
}

/** Where a node comes from: it is the root of `count` hashes of a tile. */
function placeOf(size: number, level: number, index: number) {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const count = 2 ** (level % TILE_HEIGHT);
  const first = index * count;
  const tile = tileOf(size, tileLevel, Math.floor(first / TILE_WIDTH));
  const from = first % TILE_WIDTH;
  if (!tile || from + count > tile.width) throw new RangeError(`no node ${index} on level ${level}`);
  return { tile, from, count };
}

/** A whole tile's root stands in the tile above it. */
function assertFit(
  size: number,
  tiles: readonly TileRef[],
  hashes: ReadonlyMap<string, Uint8Array | undefined>,
): void {
  for (const below of tiles) {
    const tile = tileOf(size, below.level + 1, Math.floor(below.index / TILE_WIDTH));
    const above = tile && hashes.get(tilePath(tile));
    if (below.width < TILE_WIDTH || !above) continue;
    const at = (below.index % TILE_WIDTH) * HASH_BYTES;
    const root = packedRoot(hashes.get(tilePath(below)) ?? new Uint8Array());
    if (!equalBytes(root, above.subarray(at, at + HASH_BYTES))) {
      throw new RangeError(`the tiles ${tilePath(below)} and ${tilePath(tile)} do not fit`);
    }
  }
}

import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, equalBytes } from './bytes.ts';

/**
 * The Merkle tree of RFC 6962 (Certificate Transparency) §2.1, over SHA-256: a leaf is hashed behind a 0x00 byte
 * and an inner node behind 0x01, so that neither can pass for the other. Hashes are 32 bytes.
 */
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** SHA-256. Where many are hashed, the platform's own is several times as fast as the one that runs everywhere. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

export function leafHash(entry: Uint8Array, digest: Sha256 = sha256): Uint8Array {
  return digest(concatBytes(LEAF, entry));
}

export function nodeHash(left: Uint8Array, right: Uint8Array, digest: Sha256 = sha256): Uint8Array {
  return digest(concatBytes(NODE, left, right));
}

/**
 * A tree with all its nodes, so that each proof costs O(log n): plain bytes, which threads hand over without a copy.
 * The leaf hashes come first, level 0, then each level above; a last node without a sibling goes up unchanged, which
 * gives the same root as the recursive definition of the RFC.
 */
export type MerkleTree = {
  readonly root: Uint8Array;
  readonly size: number;
  /** 32 bytes a node. */
  readonly nodes: Uint8Array;
};

const HASH_BYTES = 32;

/** The tree over entries in their order. The root of no entries is SHA-256 of nothing (§2.1). */
export function merkleTree(entries: readonly Uint8Array[]): MerkleTree {
  return merkleTreeOf(entries.length, (index) => entries[index] as Uint8Array);
}

/** The same of entries that nobody holds as a list. @param entryAt is asked for each once, in their order */
export function merkleTreeOf(size: number, entryAt: (index: number) => Uint8Array): MerkleTree {
  const levels = levelsOf(size);
  const nodes = new Uint8Array(levels.reduce((sum, { width }) => sum + width, 0) * HASH_BYTES);
  // One state of the hash for all of them, of which a million would be as many objects.
  const leaf = sha256.create().update(LEAF);
  const node = sha256.create().update(NODE);
  const work = sha256.create();
  for (let index = 0; index < size; index++) {
    leaf._cloneInto(work).update(entryAt(index)).digestInto(nodeAt(nodes, index));
  }
  for (const [height, { start, width }] of levels.entries()) {
    const below = levels[height - 1];
    if (!below) continue;
    for (let index = 0; index < width; index++) {
      const left = below.start + 2 * index;
      if (2 * index + 1 === below.width) nodes.set(nodeAt(nodes, left), (start + index) * HASH_BYTES);
      // A node and its sibling lie side by side.
      else
        node
          ._cloneInto(work)
          .update(nodesAt(nodes, left, 2))
          .digestInto(nodeAt(nodes, start + index));
    }
  }
  const root = size === 0 ? sha256(new Uint8Array()) : nodes.slice(-HASH_BYTES);
  return { root, size, nodes };
}

/** Where each level begins among the nodes, and how many it has; none for a tree of nothing. */
function levelsOf(size: number): { readonly start: number; readonly width: number }[] {
  const levels = [];
  for (let start = 0, width = size; width > 0; start += width, width = Math.ceil(width / 2)) {
    levels.push({ start, width });
    if (width === 1) break;
  }
  return levels;
}

const nodeAt = (nodes: Uint8Array, place: number): Uint8Array => nodesAt(nodes, place, 1);

const nodesAt = (nodes: Uint8Array, place: number, count: number): Uint8Array =>
  nodes.subarray(place * HASH_BYTES, (place + count) * HASH_BYTES);

/**
 * The audit path (§2.1.1) of the entry at `index`: what to hash it with, from the leaf up.
 * @throws RangeError when there is no such entry
 */
export function inclusionProof({ size, nodes }: MerkleTree, index: number): Uint8Array[] {
  if (!Number.isInteger(index) || index < 0 || index >= size) throw new RangeError(`no entry ${index}`);
  const path: Uint8Array[] = [];
  let place = index;
  for (const { start, width } of levelsOf(size)) {
    const sibling = place ^ 1;
    if (sibling < width) path.push(nodeAt(nodes, start + sibling));
    place >>>= 1;
  }
  return path;
}

/** Whether `entry` is the one at `index` of the `size` entries under `root` (RFC 9162 §2.1.3.2). */
export function verifyInclusion(
  entry: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (!Number.isInteger(index) || !Number.isInteger(size) || index < 0 || index >= size) return false;
  let place = index;
  let last = size - 1;
  let hash = leafHash(entry);
  for (const sibling of path) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(sibling, hash);
      // A node that went up alone has no sibling on the levels that it passed.
      while (place % 2 === 0 && place !== 0) {
        place = Math.floor(place / 2);
        last = Math.floor(last / 2);
      }
    } else {
      hash = nodeHash(hash, sibling);
    }
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && equalBytes(hash, root);
}

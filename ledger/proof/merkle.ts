import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, equalBytes } from './bytes.ts';

/**
 * The Merkle tree of RFC 6962 (Certificate Transparency) §2.1, over SHA-256: a leaf is hashed behind a 0x00 byte
 * and an inner node behind 0x01, so that neither can pass for the other. Hashes are 32 bytes.
 */
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

function leafHash(entry: Uint8Array): Uint8Array {
  return sha256(concatBytes(LEAF, entry));
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(NODE, left, right));
}

/**
 * A tree with all its levels, so that each proof costs O(log n). Level 0 holds the leaf hashes; a last node without
 * a sibling goes up unchanged, which gives the same root as the recursive definition of the RFC.
 */
export type MerkleTree = { readonly root: Uint8Array; readonly levels: readonly (readonly Uint8Array[])[] };

/** The tree over entries in their order. The root of no entries is SHA-256 of nothing (§2.1). */
export function merkleTree(entries: readonly Uint8Array[]): MerkleTree {
  let level: Uint8Array[] = entries.map(leafHash);
  const levels: Uint8Array[][] = [level];
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const left = at(level, index);
      const right = level[index + 1];
      above.push(right ? nodeHash(left, right) : left);
    }
    levels.push(above);
    level = above;
  }
  return { root: level[0] ?? sha256(new Uint8Array()), levels };
}

/**
 * The audit path (§2.1.1) of the entry at `index`: what to hash it with, from the leaf up.
 * @throws RangeError when there is no such entry
 */
export function inclusionProof({ levels }: MerkleTree, index: number): Uint8Array[] {
  if (!Number.isInteger(index) || index < 0 || index >= (levels[0]?.length ?? 0)) {
    throw new RangeError(`no entry ${index}`);
  }
  const path: Uint8Array[] = [];
  let place = index;
  for (const level of levels.slice(0, -1)) {
    const sibling = level[place ^ 1];
    if (sibling) path.push(sibling);
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

function at(level: readonly Uint8Array[], index: number): Uint8Array {
  const hash = level[index];
  if (!hash) throw new RangeError(`no node ${index}`);
  return hash;
}

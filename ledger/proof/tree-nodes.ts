import { sha256 } from '@noble/hashes/sha2.js';
import { nodeHash } from './merkle.ts';

/**
 * The root of a whole subtree: of the 2^level entries from `index` × 2^level on. A node of level 0 is a leaf's hash.
 * Trees that are too large for memory give their nodes one by one, from tiles.
 */
export type NodeAt = (level: number, index: number) => Uint8Array;

/** MTH(D[0:size]) of RFC 6962 §2.1. */
export function treeRoot(size: number, nodeAt: NodeAt): Uint8Array {
  return size === 0 ? sha256(new Uint8Array()) : subtreeRoot(0, size, nodeAt);
}

/**
 * MTH(D[start:end]), for the parts that the proofs of RFC 6962 are made of: `start` is a multiple of a power of two
 * that is not less than end − start.
 */
export function subtreeRoot(start: number, end: number, nodeAt: NodeAt): Uint8Array {
  const width = end - start;
  const left = largestPowerBelow(width);
  if (left * 2 === width || width === 1) return nodeAt(Math.log2(width), start / width);
  return nodeHash(subtreeRoot(start, start + left, nodeAt), subtreeRoot(start + left, end, nodeAt));
}

/**
 * The audit path (RFC 6962 §2.1.1) of the entry at `index` in the tree of the first `size` entries, from the leaf up.
 * @throws RangeError when there is no such entry
 */
export function inclusionPath(index: number, size: number, nodeAt: NodeAt): Uint8Array[] {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new RangeError(`no entry ${index}`);
  const path: Uint8Array[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + largestPowerBelow(end - start);
    if (index < middle) {
      path.push(subtreeRoot(middle, end, nodeAt));
      end = middle;
    } else {
      path.push(subtreeRoot(start, middle, nodeAt));
      start = middle;
    }
  }
  return path.reverse();
}

/** The k of RFC 6962: the largest power of two that is less than n; 1 for 1. Sizes pass 32 bits. */
export function largestPowerBelow(n: number): number {
  let power = 1;
  while (power * 2 < n) power *= 2;
  return power;
}

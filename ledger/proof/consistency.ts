import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes } from './bytes.ts';
import { nodeHash } from './merkle.ts';
import { largestPowerBelow, type NodeAt, subtreeRoot } from './tree-nodes.ts';

/**
 * The consistency proof PROOF(from, D[to]) of RFC 6962 §2.1.2. Empty from nothing (as C2SP tlog-witness has it) and
 * between equal sizes.
 * @throws RangeError unless 0 ≤ from ≤ to
 */
export function consistencyProof(from: number, to: number, nodeAt: NodeAt): Uint8Array[] {
  if (![from, to].every(Number.isSafeInteger) || from < 0 || from > to) {
    throw new RangeError(`no proof from ${from} to ${to}`);
  }
  if (from === 0 || from === to) return [];
  const proof: Uint8Array[] = [];
  let [start, end] = [0, to];
  // What is left of the old tree ends at `from`; as long as that is not the end of a subtree, look into the half with it.
  while (from < end) {
    const middle = start + largestPowerBelow(end - start);
    if (from <= middle) {
      proof.push(subtreeRoot(middle, end, nodeAt));
      end = middle;
    } else {
      proof.push(subtreeRoot(start, middle, nodeAt));
      start = middle;
    }
  }
  // The whole old tree is known to who asks; a part of it is not.
  if (start > 0) proof.push(subtreeRoot(start, end, nodeAt));
  return proof.reverse();
}

export type ConsistencyClaim = {
  readonly from: number;
  readonly to: number;
  readonly fromRoot: Uint8Array;
  readonly toRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
};

/** Whether the first `from` of the `to` entries under `toRoot` are those under `fromRoot` (RFC 9162 §2.1.4.2). */
export function verifyConsistency({ from, to, fromRoot, toRoot, proof }: ConsistencyClaim): boolean {
  if (![from, to].every(Number.isSafeInteger) || from < 0 || from > to) return false;
  if (from === to) return proof.length === 0 && equalBytes(fromRoot, toRoot);
  if (from === 0) return proof.length === 0 && equalBytes(fromRoot, sha256(new Uint8Array()));
  const path = isPowerOfTwo(from) ? [fromRoot, ...proof] : proof;
  const [first, ...rest] = path;
  if (!first) return false;
  let [place, last] = [from - 1, to - 1];
  while (place % 2 === 1) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  let [older, newer] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      older = nodeHash(hash, older);
      newer = nodeHash(hash, newer);
      while (place % 2 === 0 && place !== 0) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
    } else {
      newer = nodeHash(newer, hash);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 && equalBytes(older, fromRoot) && equalBytes(newer, toRoot);
}

const isPowerOfTwo = (n: number): boolean => Number.isInteger(Math.log2(n));

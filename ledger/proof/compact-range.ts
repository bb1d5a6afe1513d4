import { sha256 } from '@noble/hashes/sha2.js';
import { leafHash, nodeHash } from './merkle.ts';

/**
 * What has to be kept of a tree of RFC 6962 to let it grow: the roots of its whole subtrees, from the left, one for
 * each bit that is set in its size. At most 53 hashes of 32 bytes, whatever the size.
 */
export type CompactRange = { readonly size: number; readonly hashes: readonly Uint8Array[] };

export const emptyRange: CompactRange = { size: 0, hashes: [] };

/** @param entry any bytes; the leaf is their hash */
export function appendEntry(range: CompactRange, entry: Uint8Array): CompactRange {
  return appendEntries(range, [entry]);
}

export function appendEntries(range: CompactRange, entries: Iterable<Uint8Array>): CompactRange {
  const hashes = [...range.hashes];
  let { size } = range;
  for (const entry of entries) {
    let hash = leafHash(entry);
    // Each whole subtree as large as what was gathered joins it, as a binary counter carries.
    for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
      const left = hashes.pop();
      if (!left) throw new RangeError(`a range of ${range.size} entries has too few hashes`);
      hash = nodeHash(left, hash);
    }
    hashes.push(hash);
    size += 1;
  }
  return { size, hashes };
}

/** The root of RFC 6962 §2.1; that of nothing is SHA-256 of nothing. */
export function rangeRoot({ hashes }: CompactRange): Uint8Array {
  const last = hashes.at(-1);
  if (!last) return sha256(new Uint8Array());
  return hashes.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
}

/** Whether there is one hash of 32 bytes for each bit that is set in the size: what was kept may have been damaged. */
export function isWholeRange({ size, hashes }: CompactRange): boolean {
  if (!Number.isSafeInteger(size) || size < 0) return false;
  const bits = size.toString(2).replaceAll('0', '').length;
  return hashes.length === bits && hashes.every(({ length }) => length === 32);
}

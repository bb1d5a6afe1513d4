import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from './bytes.ts';
import { inclusionProof, type MerkleTree, merkleTreeOf } from './merkle.ts';
import { raffleEntry } from './raffle-entries.ts';

/**
 * All entries of a raffle and the tree over them, as plain bytes: 112 for each entry, which threads hand over
 * without a copy. The entries are those of `sortedEntries`, in its order.
 */
export type FrozenEntries = {
  readonly raffleId: string;
  readonly count: number;
  /** 16 bytes each: the user's id. */
  readonly userIds: Uint8Array;
  /** 32 bytes each. */
  readonly entries: Uint8Array;
  readonly tree: MerkleTree;
};

export type FrozenEntry = { readonly entry: string; readonly userId: string; readonly path: string[] };

const ID_BYTES = 16;
const ENTRY_BYTES = 32;

/** @param userIds 16 bytes each, in any order, each once */
export function freezeEntries(raffleId: string, userIds: Uint8Array): FrozenEntries {
  const count = userIds.length / ID_BYTES;
  if (!Number.isInteger(count)) throw new RangeError(`${userIds.length} bytes are no list of ids`);
  const unsorted = entriesOf(raffleId, userIds, count);
  const sorted = new Uint8Array(unsorted.length);
  const ids = new Uint8Array(userIds.length);
  let place = 0;
  for (const n of orderOf(unsorted, count)) {
    sorted.set(part(unsorted, n, ENTRY_BYTES), place * ENTRY_BYTES);
    ids.set(part(userIds, n, ID_BYTES), place * ID_BYTES);
    place += 1;
  }
  const tree = merkleTreeOf(count, (n) => part(sorted, n, ENTRY_BYTES));
  return { raffleId, count, userIds: ids, entries: sorted, tree };
}

/** In the order of the ids. */
function entriesOf(raffleId: string, userIds: Uint8Array, count: number): Uint8Array {
  const entries = new Uint8Array(count * ENTRY_BYTES);
  // Keyed once: two of the four SHA-256 blocks of an HMAC are the key's. And one state for all, not an object for each.
  const keyed = hmac.create(sha256, utf8ToBytes(raffleId));
  const work = keyed.clone();
  const text = new Uint8Array(UUID_LENGTH).fill(HYPHEN);
  for (let n = 0; n < count; n++) {
    for (let at = 0; at < ID_BYTES; at++) {
      const byte = userIds[n * ID_BYTES + at] as number;
      const digit = DIGIT_AT[at] as number;
      text[digit] = HEX[byte >>> 4] as number;
      text[digit + 1] = HEX[byte & 15] as number;
    }
    keyed._cloneInto(work);
    work.update(text).digestInto(part(entries, n, ENTRY_BYTES));
  }
  return entries;
}

const UUID_LENGTH = 36;
const HYPHEN = 0x2d;
/** The hex digits as they stand in a text. */
const HEX = utf8ToBytes('0123456789abcdef');
/** Where in the text of an id the two digits of each of its bytes stand. */
const DIGIT_AT = Uint8Array.from({ length: ID_BYTES }, (_, at) => {
  const hyphens = [4, 6, 8, 10].filter((behind) => at >= behind).length;
  return 2 * at + hyphens;
});

/**
 * The numbers of the entries in the order of their bytes. They are digests, of which about as many begin with any two bytes:
 * sorted by those first, a million has some fifteen to compare with.
 */
function orderOf(entries: Uint8Array, count: number): Uint32Array {
  const firstTwo = (n: number) =>
    ((entries[n * ENTRY_BYTES] as number) << 8) | (entries[n * ENTRY_BYTES + 1] as number);
  const ends = new Uint32Array(2 ** 16 + 1);
  for (let n = 0; n < count; n++) ends[firstTwo(n) + 1] = (ends[firstTwo(n) + 1] as number) + 1;
  for (let key = 1; key < ends.length; key++) ends[key] = (ends[key] as number) + (ends[key - 1] as number);
  const order = new Uint32Array(count);
  const next = ends.slice();
  for (let n = 0; n < count; n++) {
    const key = firstTwo(n);
    const at = next[key] as number;
    order[at] = n;
    next[key] = at + 1;
  }
  const view = new DataView(entries.buffer);
  for (let key = 0; key + 1 < ends.length; key++) {
    const [from, to] = [ends[key] as number, ends[key + 1] as number];
    if (to - from > 1) order.subarray(from, to).sort((a, b) => compareAt(view, a, b));
  }
  return order;
}

/**
 * The entry of a number, with its path to the root. Hashes are hex.
 * @throws RangeError when there is no such entry
 */
export function entryAt({ userIds, entries, tree }: FrozenEntries, index: number): FrozenEntry {
  const path = inclusionProof(tree, index).map(bytesToHex);
  return { entry: bytesToHex(part(entries, index, ENTRY_BYTES)), userId: uuidAt(userIds, index), path };
}

/** The number of a user's entry, from 0; undefined when there is none. */
export function numberOf({ raffleId, count, entries }: FrozenEntries, userId: string): number | undefined {
  const wanted = raffleEntry(raffleId, userId);
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (bytesToHex(part(entries, middle, ENTRY_BYTES)) < wanted) from = middle + 1;
    else to = middle;
  }
  return from < count && bytesToHex(part(entries, from, ENTRY_BYTES)) === wanted ? from : undefined;
}

/** The 16 bytes of each id, one behind the other. */
export function packIds(userIds: readonly string[]): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(userIds.length * ID_BYTES);
  for (const [n, id] of userIds.entries()) packed.set(hexToBytes(id.replaceAll('-', '')), n * ID_BYTES);
  return packed;
}

const part = (bytes: Uint8Array, n: number, size: number): Uint8Array =>
  bytes.subarray(n * size, (n + 1) * size);

const uuidAt = (ids: Uint8Array, n: number): string =>
  bytesToHex(part(ids, n, ID_BYTES)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Big-endian words in their order compare as the bytes do. */
function compareAt(entries: DataView, a: number, b: number): number {
  for (let at = 0; at < ENTRY_BYTES; at += 4) {
    const difference = entries.getUint32(a * ENTRY_BYTES + at) - entries.getUint32(b * ENTRY_BYTES + at);
    if (difference !== 0) return difference;
  }
  return 0;
}

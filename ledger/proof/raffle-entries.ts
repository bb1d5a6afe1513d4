import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from './bytes.ts';

/**
 * A user's entry in a raffle: HMAC-SHA-256 of the user's id under the raffle's id, in hex. Entries are sorted by it,
 * so that nobody chooses the order, and it names the user only to who knows the id.
 */
export function raffleEntry(raffleId: string, userId: string): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(raffleId), utf8ToBytes(userId)));
}

/** Every eligible user's entry in the order in which entries are numbered. Each user enters once. */
export function sortedEntries(
  raffleId: string,
  userIds: readonly string[],
): { readonly entry: string; readonly userId: string }[] {
  // Keyed once: two of the four SHA-256 blocks of an HMAC are the key's.
  const keyed = hmac.create(sha256, utf8ToBytes(raffleId));
  return userIds
    .map((userId) => ({ entry: bytesToHex(keyed.clone().update(utf8ToBytes(userId)).digest()), userId }))
    .sort((a, b) => (a.entry < b.entry ? -1 : 1));
}

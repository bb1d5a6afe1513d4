import { hash } from 'node:crypto';
import type { Frame } from '../wire/frame.ts';

/** What stands before the first event of a file. */
export const BEFORE_FIRST: Uint8Array = Buffer.alloc(32);

/**
 * The running checksum of the file at an event: SHA-256 over the checksum at the event before, and the event's own bytes.
 * It finds what a disk or somebody's editor changed, took out, doubled or moved. Whoever changes an event and computes
 * all later sums anew is found by those who kept a hash of the ledger elsewhere, and by nothing in this file.
 */
export function checksumAt(before: Uint8Array, frame: Frame): Buffer {
  return hash('sha256', Buffer.concat([before, frame]), 'buffer');
}

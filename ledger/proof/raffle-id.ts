import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from './bytes.ts';

/** Any constant UUID; it only keeps raffle ids apart from other UUIDv5. */
export const RAFFLE_NAMESPACE = '6f7c1a52-5d0e-4b5e-9c56-7b1c7d1f0d60';

/**
 * The id of the raffle of a number: there is one, so two admins who start at once start the same. A UUIDv5 (RFC
 * 9562 §5.5), which anyone can compute again.
 */
export function raffleIdOf(number: number): string {
  const namespace = hexToBytes(RAFFLE_NAMESPACE.replaceAll('-', ''));
  const bytes = sha1(concatBytes(namespace, utf8ToBytes(`raffle/${number}`))).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

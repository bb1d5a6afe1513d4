import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

export { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Bytes of a hex text of exactly `length` bytes in lower case; undefined for anything else. */
export function bytesOfHex(text: string, length: number): Uint8Array | undefined {
  return new RegExp(`^[0-9a-f]{${length * 2}}$`).test(text) ? hexToBytes(text) : undefined;
}

/** For public values: it stops at the first difference. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && bytesToHex(a) === bytesToHex(b);
}

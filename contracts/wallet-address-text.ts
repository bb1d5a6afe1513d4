/**
 * A wallet address in EIP-55 checksum form, for display and events. Input in any case is accepted; a mixed
 * case whose checksum is wrong is a typing error and refused.
 */
export type WalletAddress = `0x${string}`;

/** `0x1234…abcd`: the first 6 and last 4 characters; the profile card asks for 8 and 6. */
export function shortenAddress(address: string, first = 6, last = 4): string {
  return address.length <= first + last ? address : `${address.slice(0, first)}…${address.slice(-last)}`;
}

/** The form of an address in stream names and for comparison. */
export function lowerCase(address: string): WalletAddress {
  // A lower-cased 0x string is still a 0x string; `toLowerCase` only forgets that in its type.
  return address.toLowerCase() as WalletAddress;
}

/**
 * Addresses that belong to nobody. The zero address is what `ecrecover` gives for a signature that nobody made. The
 * 65,536 lowest hold the precompiles of Ethereum (0x01 to 0x11, and 0x100 to 0x1ff for rollups, RIP-7587), the system
 * contracts of other chains up to 0xffff, and the burn address 0xdead; a key falls on one of them by chance once in
 * 2^144. Of the others, 0xeee…e stands for the native currency (ERC-7528), 0xfff…e is who makes system calls
 * (EIP-4788), and 0xfff…f is what a wrong mask gives.
 */
export function isReservedAddress(address: string): boolean {
  return RESERVED.test(address);
}

const RESERVED = /^0x(0{36}[0-9a-f]{4}|e{40}|f{39}[ef])$/i;

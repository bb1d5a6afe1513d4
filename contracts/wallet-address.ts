import { getAddress, isAddress } from 'viem/utils';
import * as z from 'zod/mini';
import { validation } from './messages.ts';

// Messages name wallets too, so that the short form stands in a file of its own, which imports nothing.
export { shortenAddress } from './wallet-address-text.ts';

/**
 * A wallet address in EIP-55 checksum form, for display and events. Input in any case is accepted; a mixed
 * case whose checksum is wrong is a typing error and refused.
 */
export type WalletAddress = `0x${string}`;

/** Input of an address by a person or a wallet; the output is in checksum form. Reserved addresses are refused. */
export const walletAddressInput = addressInput(isWalletAddress);

/** As `walletAddressInput`, for taking away what the ledger may hold from before reserved addresses were refused. */
export const listedAddressInput = addressInput(isAddressText);

function addressInput(accepts: (text: string) => boolean) {
  return z.pipe(
    z.string(validation.adminWalletInvalid).check(z.refine(accepts, validation.adminWalletInvalid)),
    z.transform((text): WalletAddress => getAddress(text)),
  );
}

/** Whether the text is an address that somebody can hold the key of, or that a contract can stand at. */
export function isWalletAddress(text: string): boolean {
  return isAddressText(text) && !isReservedAddress(text);
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

function isAddressText(text: string): boolean {
  if (text.length !== 42 || !text.startsWith('0x')) return false;
  // All lower or all upper case carries no checksum (ERC-55); anything else must match it.
  const digits = text.slice(2);
  return isAddress(text, { strict: digits !== digits.toLowerCase() && digits !== digits.toUpperCase() });
}

/** The form of an address in stream names and for comparison. */
export function lowerCase(address: string): WalletAddress {
  // A lower-cased 0x string is still a 0x string; `toLowerCase` only forgets that in its type.
  return address.toLowerCase() as WalletAddress;
}

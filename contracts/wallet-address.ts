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

/** Input of an address by a person or a wallet; the output is in checksum form. */
export const walletAddressInput = z.pipe(
  z
    .string(validation.adminWalletInvalid)
    .check(z.refine((text) => isWalletAddress(text), validation.adminWalletInvalid)),
  z.transform((text): WalletAddress => getAddress(text)),
);

export function isWalletAddress(text: string): boolean {
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

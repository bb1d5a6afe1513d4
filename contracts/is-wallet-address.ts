import { isAddress } from 'viem/utils';
import { isReservedAddress } from './wallet-address-text.ts';

/** Whether the text is an address that somebody can hold the key of, or that a contract can stand at. */
export function isWalletAddress(text: string): boolean {
  return isAddressText(text) && !isReservedAddress(text);
}

/** Whether the text is an address at all, with a checksum that matches where it has one. */
export function isAddressText(text: string): boolean {
  if (text.length !== 42 || !text.startsWith('0x')) return false;
  // All lower or all upper case carries no checksum (ERC-55); anything else must match it.
  const digits = text.slice(2);
  return isAddress(text, { strict: digits !== digits.toLowerCase() && digits !== digits.toUpperCase() });
}

import { getAddress, isAddress } from 'viem/utils';
import * as z from 'zod/mini';
import { validation } from './messages.ts';
import { isReservedAddress, type WalletAddress } from './wallet-address-text.ts';

// Messages and every page name wallets, so that what needs no checksum stands in a file of its own, which imports nothing.
export { isReservedAddress, lowerCase, shortenAddress, type WalletAddress } from './wallet-address-text.ts';

/** Input of an address by a person or a wallet; the output is in checksum form. Reserved addresses are refused. */
export const walletAddressInput = /* @__PURE__ */ addressInput(isWalletAddress);

/** As `walletAddressInput`, for taking away what the ledger may hold from before reserved addresses were refused. */
export const listedAddressInput = /* @__PURE__ */ addressInput(isAddressText);

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

function isAddressText(text: string): boolean {
  if (text.length !== 42 || !text.startsWith('0x')) return false;
  // All lower or all upper case carries no checksum (ERC-55); anything else must match it.
  const digits = text.slice(2);
  return isAddress(text, { strict: digits !== digits.toLowerCase() && digits !== digits.toUpperCase() });
}

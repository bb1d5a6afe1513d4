import { getAddress } from 'viem/utils';
import * as z from 'zod/mini';
import { isAddressText, isWalletAddress } from './is-wallet-address.ts';
import { validation } from './messages.ts';
import type { WalletAddress } from './wallet-address-text.ts';

export { isWalletAddress } from './is-wallet-address.ts';
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

import { validation } from '../../../../../contracts/messages.ts';
import { isWalletAddress } from '../../../../../contracts/wallet-address.ts';

/** What keeps a typed wallet from being added as an admin; undefined for nothing. */
export function adminFault(typed: string): string | undefined {
  const wallet = typed.trim();
  if (wallet === '') return validation.adminWalletRequired;
  return isWalletAddress(wallet) ? undefined : validation.adminWalletInvalid;
}

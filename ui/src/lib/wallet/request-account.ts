import { getAddress } from 'viem/utils';
import { isWalletAddress } from '../../../../contracts/is-wallet-address.ts';
import type { WalletAddress } from '../../../../contracts/wallet-address-text.ts';
import { type Eip1193Provider, hasCode, REQUEST_PENDING, reasonOf, USER_REJECTED } from './eip1193.ts';
import { WalletError } from './wallet-error.ts';

/**
 * Asks the person, through the wallet, for an account.
 * @throws WalletError
 */
export async function requestAccount(provider: Eip1193Provider): Promise<WalletAddress> {
  let answer: unknown;
  try {
    answer = await provider.request({ method: 'eth_requestAccounts' });
  } catch (error) {
    if (hasCode(error, USER_REJECTED)) throw new WalletError('userRejected', '', { cause: error });
    if (hasCode(error, REQUEST_PENDING)) throw new WalletError('requestPending', '', { cause: error });
    throw new WalletError('connectFailed', reasonOf(error), { cause: error });
  }
  const account = firstAccount(answer);
  if (!account) throw new WalletError('noAccounts');
  return account;
}

/** The account that the wallet shares already, if any. Never opens a window of the wallet. */
export async function currentAccount(provider: Eip1193Provider): Promise<WalletAddress | undefined> {
  return firstAccount(await provider.request({ method: 'eth_accounts' }));
}

/** The first address of a wallet's list, in checksum form. */
export function firstAccount(accounts: unknown): WalletAddress | undefined {
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  return typeof first === 'string' && isWalletAddress(first) ? getAddress(first) : undefined;
}

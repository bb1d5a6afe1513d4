import { stringToHex } from 'viem/utils';
import type { WalletAddress } from '../../../../contracts/wallet-address-text.ts';
import { type Eip1193Provider, reasonOf } from './eip1193.ts';
import { WalletError } from './wallet-error.ts';

/**
 * Asks the person to sign a text (personal_sign, https://eips.ethereum.org/EIPS/eip-191). Only ever called as
 * part of an act that the person started.
 * @throws WalletError
 */
export async function signMessage(
  provider: Eip1193Provider | undefined,
  account: WalletAddress | undefined,
  message: string,
): Promise<string> {
  if (!provider || !account) throw new WalletError('connectFirst');
  try {
    const signature = await provider.request({
      method: 'personal_sign',
      params: [stringToHex(message), account],
    });
    if (typeof signature !== 'string') throw new Error('the wallet gave no signature');
    return signature;
  } catch (error) {
    throw new WalletError('signFailed', reasonOf(error), { cause: error });
  }
}

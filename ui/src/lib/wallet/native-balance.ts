import { DECIMALS } from '../../../../contracts/constants.ts';
import { displayEvo, EVO_DECIMALS } from '../../../../contracts/money.ts';
import type { WalletAddress } from '../../../../contracts/wallet-address-text.ts';
import { type Eip1193Provider, reasonOf } from './eip1193.ts';
import { WalletError } from './wallet-error.ts';

/**
 * The native balance of an account at the latest block: EVO with 4 decimals, cut, ungrouped (`"1234.5000"`).
 * @throws WalletError
 */
export async function nativeBalance(
  provider: Eip1193Provider | undefined,
  account: WalletAddress,
): Promise<string> {
  if (!provider) throw new WalletError('noProviderForBalance');
  try {
    const answer = await provider.request({ method: 'eth_getBalance', params: [account, 'latest'] });
    if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]+$/.test(answer)) {
      throw new Error('the wallet gave no number');
    }
    return balanceText(BigInt(answer));
  } catch (error) {
    throw new WalletError('balanceFailed', reasonOf(error), { cause: error });
  }
}

/** Base units of the last of its decimals. */
const LEAST_SHOWN = 10n ** BigInt(EVO_DECIMALS - DECIMALS.walletBalance);

/** All in bigint: a float would lose digits above 9 million EVO. */
function balanceText(baseUnits: bigint): string {
  return displayEvo(baseUnits - (baseUnits % LEAST_SHOWN), DECIMALS.walletBalance).replaceAll(',', '');
}

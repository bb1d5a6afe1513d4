import { ensureNetwork } from './ensure-network.ts';
import { readBalance } from './read-balance.ts';
import { toldOf } from './told-of.ts';
import { WalletError } from './wallet-error.ts';
import { walletActions } from './wallet-slice.ts';
import type { WalletThunk } from './wallet-thunk.ts';

/**
 * Brings the linked wallet to the EVO network.
 * @throws WalletError
 */
export function switchNetwork(): WalletThunk<Promise<void>> {
  return async (dispatch, getState, { wallets, network }) => {
    const walletId = getState().wallet.link?.walletId;
    const provider = walletId === undefined ? undefined : await wallets.open(walletId);
    if (walletId === undefined || !provider) throw new WalletError('connectFirst');
    const wanted = await network();
    const chainId = await toldOf(wallets, walletId, () => ensureNetwork(provider, wanted));
    // Not every wallet tells by an event that it has switched.
    dispatch(walletActions.chainChanged({ walletId, chainId }));
    await dispatch(readBalance(provider));
  };
}

import { logFault } from '../log.ts';
import type { Eip1193Provider } from './eip1193.ts';
import { normalChainId, readChainId } from './ensure-network.ts';
import { nativeBalance } from './native-balance.ts';
import { walletActions } from './wallet-slice.ts';
import type { WalletThunk } from './wallet-thunk.ts';
import { isDemoWallet } from './wallets.ts';

/**
 * Reads the linked account's EVO balance where it has not been read yet. On another chain the native balance
 * is not EVO, so it stays unknown. An answer for an account or a chain that has changed meanwhile is dropped.
 */
export function readBalance(provider: Eip1193Provider): WalletThunk<Promise<void>> {
  return async (dispatch, getState, { network }) => {
    const { link } = getState().wallet;
    if (!link || link.balance !== null) return;
    if (link.chainId === null) return dispatch(readChain(provider));
    try {
      if (link.chainId !== normalChainId((await network()).chainId)) return;
      const balance = await nativeBalance(provider, link.account);
      dispatch(walletActions.balanceRead({ ...link, balance }));
    } catch (error) {
      logFault('wallet balance', error);
    }
  };
}

/**
 * For who comes back to the page: what was read may be of hours ago, and a claim is paid by now. It stays until the wallet
 * has answered, and is unknown where it does not.
 */
export function readBalanceAgain(): WalletThunk<Promise<void>> {
  return async (dispatch, getState, { wallets }) => {
    const { link } = getState().wallet;
    const provider = link && !isDemoWallet(link.walletId) ? await wallets.open(link.walletId) : undefined;
    if (!link || !provider) return;
    if (link.balance === null) return dispatch(readBalance(provider));
    const balance = await nativeBalance(provider, link.account).catch((error: unknown) => {
      logFault('wallet balance', error);
      return null;
    });
    dispatch(walletActions.balanceRead({ ...link, balance }));
  };
}

/**
 * A link that began with an account alone learns its chain, and then its balance. What the wallet has told of its chain
 * meanwhile is newer than the answer.
 */
function readChain(provider: Eip1193Provider): WalletThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const walletId = getState().wallet.link?.walletId;
    if (!walletId) return;
    try {
      const chainId = await readChainId(provider);
      if (getState().wallet.link?.chainId !== null) return;
      dispatch(walletActions.chainChanged({ walletId, chainId }));
    } catch (error) {
      logFault('wallet chain', error);
      return;
    }
    await dispatch(readBalance(provider));
  };
}

import { disconnectWallet as disconnectEndpoint } from '../../../../contracts/api/wallet.ts';
import { walletActions } from './wallet-slice.ts';
import type { WalletThunk } from './wallet-thunk.ts';

/** Ends the session on the server first: what the page forgets before that would still be signed in. */
export function disconnectWallet(): WalletThunk<Promise<void>> {
  return async (dispatch, _getState, { api, watch }) => {
    await api.call(disconnectEndpoint);
    watch.stopAll();
    dispatch(walletActions.disconnected());
  };
}

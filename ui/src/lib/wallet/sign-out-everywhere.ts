import { signOutEverywhere as endpoint } from '../../../../contracts/api/sessions.ts';
import { walletActions } from './wallet-slice.ts';
import type { WalletThunk } from './wallet-thunk.ts';

/**
 * Ends every session of the wallet on the server, then forgets the wallet here.
 * @returns what the server says of it
 */
export function signOutEverywhere(): WalletThunk<Promise<string>> {
  return async (dispatch, _getState, { api, watch }) => {
    const { message } = await api.call(endpoint);
    watch.stopAll();
    dispatch(walletActions.disconnected());
    return message;
  };
}

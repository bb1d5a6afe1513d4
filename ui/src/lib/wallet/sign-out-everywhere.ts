import { signOutEverywhere as endpoint } from '../../../../contracts/api/sessions.ts';
import { isOfNobody, NoAnswer } from '../api/api-error.ts';
import { walletActions } from './wallet-slice.ts';
import type { WalletThunk } from './wallet-thunk.ts';

/**
 * Ends every session of the wallet on the server, then forgets the wallet here.
 * @param account whose sessions are meant; undefined: whose the page shows
 * @returns what the server says of it; undefined where that was lost, and all were ended
 */
export function signOutEverywhere(account: string | undefined): WalletThunk<Promise<string | undefined>> {
  return async (dispatch, _getState, { api, watch }) => {
    const end = () => api.call(endpoint, { wallet: account });
    const ended = await end().catch((error: unknown) => {
      if (error instanceof NoAnswer) return endLost(end);
      throw error;
    });
    watch.stopAll();
    dispatch(walletActions.disconnected());
    return ended?.message;
  };
}

/** An answer that was lost may be that of an end: then the next one is that nobody is signed in here. */
async function endLost<Ended>(end: () => Promise<Ended>): Promise<Ended | undefined> {
  try {
    return await end();
  } catch (error) {
    if (isOfNobody(error)) return undefined;
    throw error;
  }
}

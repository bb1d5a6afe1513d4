import {
  applyMiddleware,
  combineReducers,
  legacy_createStore as createStore,
  type ThunkMiddleware,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { walletReducer } from './wallet-slice.ts';
import type { WalletRoot, WalletServices } from './wallet-thunk.ts';

/** Of Redux alone: what the toolkit's own store brings beside it is a tenth of what every page loads. */
export function createWalletStore(services: WalletServices) {
  return createStore(combineReducers({ wallet: walletReducer }), applyMiddleware(thunks(services)));
}

export type WalletStore = ReturnType<typeof createWalletStore>;

const thunks =
  (services: WalletServices): ThunkMiddleware<WalletRoot, UnknownAction, WalletServices> =>
  ({ dispatch, getState }) =>
  (next) =>
  (action) =>
    typeof action === 'function' ? action(dispatch, getState, services) : next(action);

import { configureStore } from '@reduxjs/toolkit';
import { walletSlice } from './wallet-slice.ts';
import type { WalletServices } from './wallet-thunk.ts';

export function createWalletStore(services: WalletServices) {
  return configureStore({
    reducer: { wallet: walletSlice.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: services } }),
  });
}

export type WalletStore = ReturnType<typeof createWalletStore>;

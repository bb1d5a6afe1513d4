import type { Eip1193Provider } from './eip1193.ts';
import { normalChainId } from './ensure-network.ts';
import { readBalance } from './read-balance.ts';
import { firstAccount } from './request-account.ts';
import { walletActions } from './wallet-slice.ts';
import type { WalletThunk } from './wallet-thunk.ts';
import type { WalletId } from './wallets.ts';

/** The listeners on wallets, at most one pair a wallet however often it is asked for. */
export type WalletWatch = {
  readonly start: (id: WalletId, provider: Eip1193Provider, listeners: WalletListeners) => void;
  readonly stopAll: () => void;
};

type WalletListeners = {
  readonly accountsChanged: (accounts: unknown) => void;
  readonly chainChanged: (chainId: unknown) => void;
};

export function createWalletWatch(): WalletWatch {
  const stops = new Map<WalletId, { readonly provider: Eip1193Provider; readonly stop: () => void }>();
  return {
    start(id, provider, listeners) {
      const watched = stops.get(id);
      if (watched?.provider === provider) return;
      watched?.stop();
      const entries = Object.entries(listeners);
      for (const [event, listener] of entries) provider.on?.(event, listener);
      const stop = (): void => {
        for (const [event, listener] of entries) provider.removeListener?.(event, listener);
      };
      stops.set(id, { provider, stop });
    },
    stopAll() {
      for (const { stop } of stops.values()) stop();
      stops.clear();
    },
  };
}

/** Follows a wallet's own changes. Nothing is asked of the person and the page is never reloaded. */
export function watchWallet(walletId: WalletId, provider: Eip1193Provider): WalletThunk<void> {
  return (dispatch, _getState, { watch }) =>
    watch.start(walletId, provider, {
      accountsChanged: (accounts) => {
        dispatch(walletActions.accountsChanged({ walletId, account: firstAccount(accounts) }));
        void dispatch(readBalance(provider));
      },
      chainChanged: (chainId) => {
        dispatch(walletActions.chainChanged({ walletId, chainId: normalChainId(chainId) }));
        void dispatch(readBalance(provider));
      },
    });
}

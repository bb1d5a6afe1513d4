import type { WalletAddress } from '../../../../contracts/wallet-address-text.ts';
import { logFault } from '../log.ts';
import type { Eip1193Provider } from './eip1193.ts';
import { normalChainId, readChainId } from './ensure-network.ts';
import { readBalance } from './read-balance.ts';
import { currentAccount, firstAccount } from './request-account.ts';
import { walletActions } from './wallet-slice.ts';
import type { WalletThunk } from './wallet-thunk.ts';
import { walletWithdrawn } from './wallet-withdrawn.ts';
import type { WalletId } from './wallets.ts';

/** The listeners on wallets, at most one pair a wallet however often it is asked for. */
export type WalletWatch = {
  readonly start: (id: WalletId, provider: Eip1193Provider, listeners: WalletListeners) => void;
  readonly stopAll: () => void;
};

type WalletListeners = {
  readonly accountsChanged: (accounts: unknown) => void;
  readonly chainChanged: (chainId: unknown) => void;
  readonly disconnect: () => void;
  readonly connect: () => void;
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

/**
 * What a wallet shares after it lost or found its chain, or did what nobody heard. The session does not hang on a chain:
 * without one only the balance is unknown, until the wallet answers again.
 */
export function lookAgain(walletId: WalletId, provider: Eip1193Provider): WalletThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { link } = getState().wallet;
    if (link?.walletId !== walletId) return;
    dispatch(walletActions.balanceRead({ ...link, balance: null }));
    try {
      const account = await currentAccount(provider);
      dispatch(followAccount(walletId, account));
      if (!account) return;
      dispatch(walletActions.chainChanged({ walletId, chainId: await readChainId(provider) }));
      await dispatch(readBalance(provider));
    } catch (error) {
      logFault('wallet without a chain', error);
    }
  };
}

/** Takes up the account that a wallet shares now; a linked one that shares none has withdrawn. */
function followAccount(walletId: WalletId, account: WalletAddress | undefined): WalletThunk<void> {
  return (dispatch, getState) => {
    const wasLinked = getState().wallet.link?.walletId === walletId;
    dispatch(walletActions.accountsChanged({ walletId, account }));
    const { attempt } = getState().wallet;
    // The attempt sees to it, once it knows whose session there is.
    const isForAttempt = attempt?.walletId === walletId && attempt.isWithdrawn;
    if (!account && wasLinked && !isForAttempt) dispatch(walletWithdrawn(walletId));
  };
}

/** Follows a wallet's own changes. Nothing is asked of the person and the page is never reloaded. */
export function watchWallet(walletId: WalletId, provider: Eip1193Provider): WalletThunk<void> {
  return (dispatch, _getState, { watch }) =>
    watch.start(walletId, provider, {
      accountsChanged: (accounts) => {
        const account = firstAccount(accounts);
        dispatch(followAccount(walletId, account));
        if (account) void dispatch(readBalance(provider));
      },
      chainChanged: (chainId) => {
        dispatch(walletActions.chainChanged({ walletId, chainId: normalChainId(chainId) }));
        void dispatch(readBalance(provider));
      },
      // The wallet has lost its chain (EIP-1193), or the site: what it still shares says which.
      disconnect: () => void dispatch(lookAgain(walletId, provider)),
      connect: () => void dispatch(lookAgain(walletId, provider)),
    });
}

import { useSyncExternalStore } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { services } from './browser-wallet.ts';
import type { WalletState } from './wallet-slice.ts';
import type { WalletStore } from './wallet-store.ts';
import type { WalletRoot } from './wallet-thunk.ts';
import type { DiscoveredWallet } from './wallets.ts';

export const useWalletDispatch = useDispatch.withTypes<WalletStore['dispatch']>();
const useWalletSelector = useSelector.withTypes<WalletRoot>();

/** Throws outside the wallet provider, as every consumer of wallet state must. */
export const useWallet = (): WalletState => useWalletSelector((state) => state.wallet);

const { wallets } = services;

/** The wallets of this browser; it renders again when another one announces itself. */
export function useDiscoveredWallets(): {
  readonly hasMetaMask: boolean;
  readonly metaMaskIcon: string | undefined;
  readonly others: readonly DiscoveredWallet[];
} {
  const others = useSyncExternalStore(wallets.subscribe, wallets.others);
  const hasMetaMask = useSyncExternalStore(wallets.subscribe, wallets.hasMetaMask);
  const metaMaskIcon = useSyncExternalStore(wallets.subscribe, wallets.metaMaskIcon);
  return { hasMetaMask, metaMaskIcon, others };
}

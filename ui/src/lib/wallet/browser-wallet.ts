import { v4 as uuid } from 'uuid';
import { api, queryClient } from '../api/api.ts';
import { networkQuery } from '../network/network-query.ts';
import { rememberedReferrer } from '../referral/referrer.ts';
import { lastWallet } from '../storage/browser-storage.ts';
import { openDemoWallet } from './demo/open-demo-wallet.ts';
import { resumeWallet } from './resume-wallet.ts';
import { createWalletStore } from './wallet-store.ts';
import type { WalletServices } from './wallet-thunk.ts';
import { browserWallets, METAMASK } from './wallets.ts';
import { createWalletWatch } from './watch-wallet.ts';

/** The page's one wallet: made when this module loads, outside React, so StrictMode cannot make it twice. */

export const services: WalletServices = {
  wallets: browserWallets(openDemoWallet),
  watch: createWalletWatch(),
  api,
  network: () => queryClient.ensureQueryData(networkQuery),
  referrerId: rememberedReferrer,
  newId: uuid,
};

export const walletStore = createWalletStore(services);

/** Takes up what the last used wallet still shares, now and when a wallet announces itself late. */
export function startWallet(): void {
  const resume = (): void => void walletStore.dispatch(resumeWallet(lastWallet() ?? METAMASK));
  services.wallets.subscribe(resume);
  resume();
}

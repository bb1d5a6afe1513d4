import { v4 as uuid } from 'uuid';
import { sessionTexts } from '../../../../contracts/shell-messages.ts';
import { shellToasts } from '../../../../contracts/shell-toasts.ts';
import { api, queryClient } from '../api/api.ts';
import { errorText, isOfAnotherAccount } from '../api/api-error.ts';
import { networkQuery } from '../network/network-query.ts';
import { onReturn } from '../on-return.ts';
import { rememberedReferrer } from '../referral/referrer.ts';
import { inTurn } from '../session/in-turn.ts';
import { accountOfSession, checkSession, sessionEnded } from '../session/session-change.ts';
import { lastWallet } from '../storage/browser-storage.ts';
import { showError, showToast } from '../toast/toast.ts';
import { openDemoWallet } from './demo/open-demo-wallet.ts';
import { disconnectWallet } from './disconnect-wallet.ts';
import { readBalanceAgain } from './read-balance.ts';
import { rejoinWallet, resumeWallet } from './resume-wallet.ts';
import { createWalletStore } from './wallet-store.ts';
import type { WalletServices } from './wallet-thunk.ts';
import { browserWallets, METAMASK } from './wallets.ts';
import { createWalletWatch } from './watch-wallet.ts';

/** The page's one wallet: made when this module loads, outside React, so StrictMode cannot make it twice. */

export const services: WalletServices = {
  wallets: browserWallets(openDemoWallet),
  watch: createWalletWatch(),
  api,
  inTurn: (begin) => inTurn(begin),
  network: () => queryClient.ensureQueryData(networkQuery),
  referrerId: rememberedReferrer,
  lastWallet,
  onWithdrawn: (signedIn) => void endWithdrawnSession(signedIn ?? accountOfSession()),
  newId: uuid,
};

export const walletStore = createWalletStore(services);
/** Before any wallet has said something: what a page that is sent drawn was drawn with. */
export const walletAtFirst = walletStore.getState();

/** Ends the session with the wallet's permission, and says so where that fails: then somebody is still signed in. */
async function endWithdrawnSession(account: string | undefined): Promise<void> {
  if (account === undefined) return;
  try {
    await walletStore.dispatch(disconnectWallet(account));
    sessionEnded();
    showToast({ ...shellToasts.walletDisconnected, description: sessionTexts.withdrawn });
  } catch (error) {
    // It is another window's by now, whose wallet this is not about.
    if (isOfAnotherAccount(error)) return checkSession();
    const again = {
      label: 'Try again',
      altText: 'Press Disconnect wallet',
      run: () => void endWithdrawnSession(account),
    };
    // Of a sign-in that the page did not show yet, there is something to disconnect now.
    checkSession();
    showError({ title: 'Still connected', description: errorText(error), action: again });
  }
}

/**
 * Takes up what the last used wallet still shares: now, when a wallet announces itself late, and when the page is back.
 * What its account has is read again for whoever comes back to the page.
 */
export function startWallet(): void {
  const resume = (): void => void walletStore.dispatch(resumeWallet(lastWallet() ?? METAMASK));
  services.wallets.subscribe(resume);
  resume();
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void walletStore.dispatch(rejoinWallet());
  });
  onReturn(() => void walletStore.dispatch(readBalanceAgain()));
}

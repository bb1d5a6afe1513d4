import { useLocation } from 'wouter';
import { REDIRECT_AFTER_CONNECT_MS } from '../../../../../contracts/constants.ts';
import { type PageName, pageAt } from '../../../../../contracts/pages.ts';
import { errorToasts, noticeToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { sessionBegan } from '../../../lib/session/session-change.ts';
import { sessionNotice } from '../../../lib/session/session-notice.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { connectWallet, type SignIn } from '../../../lib/wallet/connect-wallet.ts';
import { useWalletDispatch } from '../../../lib/wallet/use-wallet.ts';
import { WalletError, type WalletErrorKind } from '../../../lib/wallet/wallet-error.ts';
import type { WalletId } from '../../../lib/wallet/wallets.ts';

const REWARDS_PATH = '/evo-rewards';
/** Pages that a person connects a wallet for: they stay where they are. */
const STAYS = new Set<PageName>(['rewards', 'admin', 'raffle', 'ledger']);

/** How a click on a wallet ended, for the dialog. */
export type ConnectEnd =
  | { readonly is: 'connected'; readonly walletAddress: string }
  | { readonly is: 'accountChanged' }
  | {
      readonly is: 'failed';
      readonly message: string;
      /** What went wrong in the wallet; undefined where it was elsewhere. */
      readonly kind: WalletErrorKind | undefined;
    };

export type ChosenWallet = { readonly id: WalletId; readonly name: string };

export function useConnect(): (wallet: ChosenWallet) => Promise<ConnectEnd> {
  const dispatch = useWalletDispatch();
  const [path, navigate] = useLocation();

  async function welcome({ user, welcomeBonus, role }: SignIn, walletId: WalletId): Promise<void> {
    // Whose session has ended is told that they go on where they were.
    const goesOn = sessionNotice()?.kind === 'ended';
    await sessionBegan({ walletAddress: user.walletAddress ?? '', role }, walletId);
    showToast(successToasts.walletConnected);
    // Takes the place of the one before: of the two, this is what a new user should see.
    if (welcomeBonus === 'granted') showToast(successToasts.welcomeBonus);
    if (welcomeBonus === 'waits') showToast(noticeToasts.welcomeWaits);
    if (goesOn || STAYS.has(pageAt(path))) return;
    // Who has gone elsewhere by then stays there.
    const redirect = (): void => {
      if (location.pathname === path) navigate(REWARDS_PATH);
    };
    setTimeout(redirect, REDIRECT_AFTER_CONNECT_MS);
  }

  return async ({ id, name }) => {
    const result = await dispatch(connectWallet(id));
    if (result.outcome === 'dropped') return { is: 'accountChanged' };
    try {
      if (result.outcome === 'failed') throw result.error;
      await welcome(result.signIn, id);
      return { is: 'connected', walletAddress: result.signIn.user.walletAddress ?? '' };
    } catch (error) {
      const isOfWallet = error instanceof WalletError;
      const toast = errorToasts.connectionFailed(isOfWallet ? error.messageFor(name) : messageOf(error));
      showError(toast);
      return {
        is: 'failed',
        message: toast.description ?? toast.title,
        kind: isOfWallet ? error.kind : undefined,
      };
    }
  };
}

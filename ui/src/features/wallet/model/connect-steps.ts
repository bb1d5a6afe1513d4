import { CHAIN_NAME } from '../../../../../contracts/constants.ts';
import type { WalletErrorKind } from '../../../lib/wallet/wallet-error.ts';
import type { ConnectStep } from '../../../lib/wallet/wallet-slice.ts';

/** The way from a wallet to a session, as a person sees it. */
export const STEPS = ['Choose', 'Approve', 'Sign', 'Done'] as const;

/** Which of them an attempt is at; without one it is the choice. */
export const stepAt = (step: ConnectStep | undefined): number => (step ? places[step] : 0);

/** All of them are behind. */
export const ALL_DONE = STEPS.length;

const places: Record<ConnectStep, number> = { accounts: 1, network: 1, signature: 2, session: 3 };

/** What to do now, and where. */
export function stepTexts(
  step: ConnectStep,
  wallet: string,
): { readonly title: string; readonly text: string } {
  switch (step) {
    case 'accounts':
      return { title: `Approve in ${wallet}`, text: 'Choose an account in your wallet.' };
    case 'network':
      return {
        title: `Approve in ${wallet}`,
        text: `Let your wallet switch to the ${CHAIN_NAME} network.`,
      };
    case 'signature':
      return {
        title: `Sign in ${wallet}`,
        text: 'Sign the message in your wallet. It costs nothing and moves nothing.',
      };
    case 'session':
      return { title: 'Signing in…', text: 'Your signature is checked.' };
  }
}

/** Milliseconds for which the dialog shows that all is done before it closes. */
export const DONE_MS = 900;

/** Milliseconds without an answer of the wallet, after which the dialog says where its request may be. */
export const PATIENCE_MS = 6_000;

export const nothingHappens = (wallet: string): string =>
  `Nothing happens? Open ${wallet} from the browser’s toolbar: its request waits there.`;

/** What to do after an attempt that ended early, where more helps than trying again. */
export const advice: Partial<Record<WalletErrorKind | 'accountChanged', string>> = {
  requestPending:
    'Your wallet still waits for an answer to an earlier request. Open it from the browser’s toolbar, confirm or reject there, then try again.',
  noAccounts: 'Open the wallet, unlock it, and try again.',
  userRejected: 'Nothing was shared. You can try again, or choose another wallet.',
  accountChanged: 'The account in your wallet changed. Try again to go on with the new one.',
};

/** Where a wallet that is not there can be had. */
export const METAMASK_DOWNLOAD = 'https://metamask.io/download';

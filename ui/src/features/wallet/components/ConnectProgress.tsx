import { CHAIN_NAME } from '../../../../../contracts/constants.ts';
import type { ConnectAttempt, ConnectStep } from '../../../lib/wallet/wallet-slice.ts';
import { isDemoWallet } from '../../../lib/wallet/wallets.ts';
import type { ConnectEnd } from '../model/use-connect.ts';

const steps: Record<ConnectStep, string> = {
  accounts: 'Choose an account in your wallet.',
  network: `Let your wallet switch to the ${CHAIN_NAME} network.`,
  signature: 'Sign the message in your wallet.',
  session: 'Signing in…',
};

/** What to do after an attempt that ended early; all other ends are told by a toast alone. */
const advice: Partial<Record<ConnectEnd, string>> = {
  requestPending:
    'Your wallet still waits for an answer to an earlier request. Open it from the browser’s toolbar, confirm or reject there, then choose it here again.',
  accountChanged: 'The account in your wallet changed. Choose the wallet again to go on with the new one.',
};

type ConnectProgressProps = {
  readonly attempt: ConnectAttempt | null;
  readonly lastEnd: ConnectEnd | undefined;
};

export function ConnectProgress({ attempt, lastEnd }: ConnectProgressProps) {
  const text = attempt ? stepText(attempt) : lastEnd && advice[lastEnd];
  return (
    <p
      role="status"
      className={
        text ? 'mb-3 rounded-control border border-accent/30 bg-accent/10 px-3 py-2 text-[13px]' : undefined
      }
    >
      {text}
    </p>
  );
}

function stepText({ walletId, step }: ConnectAttempt): string {
  return isDemoWallet(walletId) ? steps.session : steps[step];
}

import { CHAIN_NAME } from '../../../../../contracts/constants.ts';
import { cx } from '../../../lib/class-names.ts';
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

/**
 * What to do now. It has room for the longest of its texts from the start, so that no option moves under a pointer
 * when another one comes.
 */
export function ConnectProgress({ attempt, lastEnd }: ConnectProgressProps) {
  const text = (attempt ? stepText(attempt) : lastEnd && advice[lastEnd]) ?? IDLE;
  return (
    <div
      className={cx(
        'mb-3 grid items-center rounded-control border px-3 py-2 text-[13px] transition-colors duration-150 [&>p]:[grid-area:1/1]',
        text === IDLE ? 'border-line text-muted' : 'border-accent/30 bg-accent/10',
      )}
    >
      <p role="status">{text}</p>
      <p
        aria-hidden="true"
        data-room={advice.requestPending}
        className="invisible before:content-[attr(data-room)]"
      />
    </div>
  );
}

const IDLE = 'Choose a wallet. It asks you for an account, and to sign one message.';

function stepText({ walletId, step }: ConnectAttempt): string {
  return isDemoWallet(walletId) ? steps.session : steps[step];
}

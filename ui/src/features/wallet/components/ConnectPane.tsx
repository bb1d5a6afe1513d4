import { useEffect, useState } from 'react';
import { shortenAddress } from '../../../../../contracts/wallet-address-text.ts';
import { Button, buttonClass } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { cx } from '../../../lib/class-names.ts';
import type { ConnectAttempt } from '../../../lib/wallet/wallet-slice.ts';
import { isDemoWallet } from '../../../lib/wallet/wallets.ts';
import {
  ALL_DONE,
  advice,
  METAMASK_DOWNLOAD,
  nothingHappens,
  PATIENCE_MS,
  STEPS,
  stepAt,
  stepTexts,
} from '../model/connect-steps.ts';
import type { ConnectEnd } from '../model/use-connect.ts';
import { OnPhone } from './OnPhone.tsx';
import { PHONE, WalletIcon } from './WalletIcon.tsx';

export type ShownWallet = { readonly id: string; readonly name: string; readonly icon: string | undefined };

type ConnectPaneProps = {
  readonly attempt: ConnectAttempt | null;
  /** Of the last attempt of this dialog. */
  readonly lastEnd: ConnectEnd | undefined;
  /** The one that was chosen last. */
  readonly wallet: ShownWallet | undefined;
  readonly onRetry: () => void;
  readonly onCancel: () => void;
  /** Back to the wallets, where they have given it their place. */
  readonly onBack: () => void;
};

/**
 * Where a connect stands, and what to do now. It keeps its size whatever it says, so that no option moves under a
 * pointer. On a phone it takes the place of the wallets once one is chosen.
 */
export function ConnectPane({ attempt, lastEnd, wallet, onRetry, onCancel, onBack }: ConnectPaneProps) {
  return (
    <div className="flex min-h-64 min-w-0 flex-1 flex-col border-line bg-bg/40 max-sm:mb-5 max-sm:rounded-control max-sm:border sm:min-h-92 sm:border-l">
      <Steps at={lastEnd?.is === 'connected' ? ALL_DONE : stepOf(attempt)} />
      <div
        role="status"
        className="flex flex-1 flex-col items-center justify-center gap-2 overflow-y-auto px-5 pb-4 text-center"
      >
        {attempt && wallet ? (
          <UnderWay key={attempt.step} attempt={attempt} wallet={wallet} onCancel={onCancel} />
        ) : lastEnd?.is === 'connected' ? (
          <Done walletAddress={lastEnd.walletAddress} />
        ) : wallet && lastEnd ? (
          <Ended end={lastEnd} wallet={wallet} onRetry={onRetry} />
        ) : wallet?.id === PHONE ? (
          <OnPhone />
        ) : (
          <Idle />
        )}
        {!attempt && lastEnd?.is !== 'connected' && (
          <Button size="sm" variant="ghost" onClick={onBack} className="sm:hidden">
            Other wallets
          </Button>
        )}
      </div>
    </div>
  );
}

/** A Demo wallet has nobody to ask: from the choice it goes to the server. */
function stepOf(attempt: ConnectAttempt | null): number {
  return attempt && isDemoWallet(attempt.walletId) ? stepAt('session') : stepAt(attempt?.step);
}

function Steps({ at }: { at: number }) {
  return (
    <ol aria-label="Steps" className="grid grid-cols-4 gap-1.5 px-5 pt-4 pb-2">
      {STEPS.map((name, step) => (
        <li
          key={name}
          {...(step === at && { 'aria-current': 'step' as const })}
          className={cx('text-xs', step === at ? 'font-medium text-text' : 'text-faint')}
        >
          <span
            aria-hidden="true"
            className={cx(
              'mb-1.5 block h-1 rounded-full transition-colors duration-200',
              step < at
                ? 'bg-accent-solid'
                : step === at
                  ? 'bg-accent'
                  : 'bg-surface-2 ring-1 ring-line ring-inset',
            )}
          />
          {name}
        </li>
      ))}
    </ol>
  );
}

function Idle() {
  return (
    <>
      <Icon name="wallet" className="size-8 text-faint max-sm:hidden" />
      <p className="text-lead font-medium">Choose a wallet</p>
      <p className="max-w-64 text-note text-muted">
        It asks you for an account, and to sign one message. No password, no fee.
      </p>
      <a
        href={METAMASK_DOWNLOAD}
        target="_blank"
        rel="noopener noreferrer"
        className="touch-area mt-1 inline-flex min-h-6 items-center gap-1.5 text-note text-accent underline underline-offset-4"
      >
        New to wallets? Install MetaMask <Icon name="external" className="size-3.5" />
      </a>
    </>
  );
}

type UnderWayProps = {
  readonly attempt: ConnectAttempt;
  readonly wallet: ShownWallet;
  readonly onCancel: () => void;
};

function UnderWay({ attempt, wallet, onCancel }: UnderWayProps) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const isDemo = isDemoWallet(attempt.walletId);
  const { title, text } = stepTexts(isDemo ? 'session' : attempt.step, wallet.name);
  return (
    <>
      <span className="relative grid size-12 shrink-0 place-items-center sm:size-16">
        <span
          aria-hidden="true"
          className="absolute inset-0 animate-spin rounded-full border-2 border-line border-t-accent"
        />
        <WalletIcon wallet={wallet} className="size-6 sm:size-8" />
      </span>
      <p className="mt-1 text-lead font-medium">{title}</p>
      <p className="max-w-64 text-note text-muted">
        {isSlow && attempt.step !== 'session' ? nothingHappens(wallet.name) : text}
      </p>
      {attempt.step !== 'session' && !isDemo && (
        <Button size="sm" variant="ghost" onClick={onCancel} className="mt-1">
          Cancel
        </Button>
      )}
    </>
  );
}

/** As large as the wheel that turned in its place. */
function Done({ walletAddress }: { walletAddress: string }) {
  return (
    <>
      <span className="grid size-12 shrink-0 animate-pop place-items-center rounded-full bg-success/15 text-success sm:size-16">
        <Icon name="check" className="size-6 sm:size-8" />
      </span>
      <p className="mt-1 text-lead font-medium">Connected</p>
      <p className="text-note text-muted">
        You are signed in as <span className="font-mono">{shortenAddress(walletAddress)}</span>.
      </p>
    </>
  );
}

type EndedProps = {
  readonly end: Exclude<ConnectEnd, { readonly is: 'connected' }>;
  readonly wallet: ShownWallet;
  readonly onRetry: () => void;
};

function Ended({ end, wallet, onRetry }: EndedProps) {
  const isMissing = end.is === 'failed' && end.kind === 'noProvider';
  const hint = end.is === 'failed' ? end.kind && advice[end.kind] : advice.accountChanged;
  return (
    <>
      <span className="relative grid size-12 place-items-center max-sm:hidden">
        <WalletIcon wallet={wallet} className="size-8" />
        <span className="absolute -right-1 -bottom-1 grid size-6 place-items-center rounded-full bg-surface-1">
          <Icon name="alert" className="size-4.5 text-danger" />
        </span>
      </span>
      <p className="max-w-72 text-sm font-medium [overflow-wrap:anywhere]">
        {end.is === 'failed' ? end.message : `Connect ${wallet.name} again`}
      </p>
      {hint && <p className="max-w-72 text-note text-muted">{hint}</p>}
      <span className="mt-1 flex gap-2">
        {isMissing && (
          <a
            href={METAMASK_DOWNLOAD}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ size: 'sm', variant: 'primary' })}
          >
            Install {wallet.name} <Icon name="external" className="size-4" />
          </a>
        )}
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      </span>
    </>
  );
}

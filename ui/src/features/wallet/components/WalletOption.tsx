import { Badge } from '../../../components/ui/Badge.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Spinner } from '../../../components/ui/Spinner.tsx';
import type { ShownWallet } from './ConnectPane.tsx';
import { WalletIcon } from './WalletIcon.tsx';

type WalletOptionProps = {
  readonly wallet: ShownWallet;
  readonly hint: string;
  /** The one that was used last. */
  readonly isRecent: boolean;
  readonly disabled: boolean;
  readonly busy: boolean;
  /** It has connected; what comes next comes by itself. */
  readonly isDone?: boolean;
  readonly onChoose: () => void;
};

export function WalletOption({
  wallet,
  hint,
  isRecent,
  disabled,
  busy,
  isDone = false,
  onChoose,
}: WalletOptionProps) {
  return (
    <li>
      <button
        type="button"
        // The chosen one keeps the keyboard's focus while it works.
        disabled={disabled && !busy && !isDone}
        aria-disabled={disabled}
        onClick={disabled ? undefined : onChoose}
        className="flex min-h-13 w-full items-center gap-3 rounded-control border border-transparent px-2.5 py-1.5 text-left transition-colors duration-150 not-aria-disabled:hover:border-line not-aria-disabled:hover:bg-surface-2 aria-busy:bg-surface-2 aria-disabled:text-muted"
        {...(busy && { 'aria-busy': true })}
      >
        <span className="grid size-9 shrink-0 place-items-center rounded-control border border-line bg-surface-2">
          {busy ? (
            <Spinner className="text-accent" />
          ) : isDone ? (
            <Icon name="check" className="text-success" />
          ) : (
            <WalletIcon wallet={wallet} className="size-6" />
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">{wallet.name}</span>
          <span className="block text-xs text-muted">{hint}</span>
        </span>
        {isRecent && <Badge tone="accent">Last used</Badge>}
      </button>
    </li>
  );
}

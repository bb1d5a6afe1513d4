import type { ReactNode } from 'react';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Spinner } from '../../../components/ui/Spinner.tsx';

type WalletOptionProps = {
  readonly name: string;
  readonly hint: string;
  readonly icon: ReactNode;
  readonly badge?: string;
  readonly disabled: boolean;
  readonly busy?: boolean;
  readonly onChoose: () => void;
};

export function WalletOption({
  name,
  hint,
  icon,
  badge,
  disabled,
  busy = false,
  onChoose,
}: WalletOptionProps) {
  return (
    <li>
      <button
        type="button"
        // The chosen one keeps the keyboard's focus while it works.
        disabled={disabled && !busy}
        aria-disabled={disabled}
        onClick={disabled ? undefined : onChoose}
        className="flex min-h-16 w-full items-center gap-3 rounded-control border border-line bg-surface-2 px-3.5 py-2.5 text-left transition-colors duration-150 not-aria-disabled:hover:border-control aria-disabled:text-muted"
      >
        <span className="grid size-9 shrink-0 place-items-center rounded-control bg-surface-1 text-muted">
          {busy ? <Spinner className="text-accent" /> : icon}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block text-sm font-medium">{name}</span>
          <span className="block text-[13px] text-muted">{hint}</span>
        </span>
        {badge && <Badge>{badge}</Badge>}
      </button>
    </li>
  );
}

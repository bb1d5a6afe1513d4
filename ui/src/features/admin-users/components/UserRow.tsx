import { memo, type ReactNode } from 'react';
import { auditorTexts } from '../../../../../contracts/admin-messages.ts';
import type { AdminUser } from '../../../../../contracts/api/admin-users.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { erasureTexts } from '../../../../../contracts/erasure-texts.ts';
import { parseSum } from '../../../../../contracts/money.ts';
import { Address } from '../../../components/ui/Address.tsx';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { cx } from '../../../lib/class-names.ts';
import { is } from '../model/table-roles.ts';
import { SelectBox } from './SelectBox.tsx';
import type { UserAct } from './UserActDialog.tsx';

type UserRowProps = {
  readonly user: AdminUser;
  readonly index: number;
  readonly mayAct: boolean;
  readonly selected: boolean;
  readonly onToggle: (user: AdminUser) => void;
  readonly onAct: (act: UserAct) => void;
};

/** A card where there is little room, two lines on a tablet, a line of the table beyond. Heights: use-row-height.ts. */
export const UserRow = memo(function UserRow({
  user,
  index,
  mayAct,
  selected,
  onToggle,
  onAct,
}: UserRowProps) {
  const { username, email, walletAddress, pendingRewards, isEmailVerified, emailMarketingOptIn } = user;
  return (
    <tr
      {...is.row}
      // The header is the first row.
      aria-rowindex={index + 2}
      className={cx(
        'grid h-41 grid-cols-[2.25rem_minmax(0,1fr)_auto] content-center gap-y-0.5 border-b border-line/60 px-4',
        'md:h-19 md:grid-cols-[2.25rem_minmax(0,1fr)_minmax(0,1fr)_auto_auto] md:gap-x-3 lg:table-row lg:h-14',
        'lg:[&>td]:border-b lg:[&>td]:border-line/60 lg:[&>td]:px-3 lg:[&>td:first-child]:pl-5 lg:[&>td:last-child]:pr-4',
        selected && 'bg-accent/10',
      )}
    >
      <td {...is.cell} className="self-center md:row-span-2">
        {mayAct ? (
          <SelectBox label={`Select ${username}`} checked={selected} onChange={() => onToggle(user)} />
        ) : (
          <span className="text-xs text-faint tabular-nums">{index + 1}</span>
        )}
      </td>
      <td {...is.cell} className="self-center md:col-start-2">
        <span title={username} className="block truncate font-medium">
          {username}
        </span>
      </td>
      <Cell name="Email" className="row-start-2 md:col-start-2">
        <span title={email ?? undefined} className="block truncate text-muted">
          {mayAct ? (email ?? 'N/A') : auditorTexts.hidden}
        </span>
      </Cell>
      <Cell name="Wallet" className="row-start-3 md:col-start-3 md:row-start-1">
        <span className="text-muted">{walletAddress ? <Address address={walletAddress} /> : 'N/A'}</span>
      </Cell>
      <Cell
        name="App Rewards"
        className="row-start-4 md:col-start-4 md:row-span-2 md:row-start-1 md:self-center lg:text-right"
      >
        <Money amount={pendingRewards} decimals={DECIMALS.pendingBalance} className="text-xs sm:text-note" />
      </Cell>
      <Cell name="Status" className="row-start-5 md:col-start-3 md:row-start-2">
        {isEmailVerified || emailMarketingOptIn ? (
          <span className="flex gap-1">
            {isEmailVerified && <Badge tone="success">Verified</Badge>}
            {emailMarketingOptIn && <Badge tone="info">Marketing</Badge>}
          </span>
        ) : (
          <span aria-hidden="true" className="text-faint">
            —
          </span>
        )}
      </Cell>
      <td {...is.cell} className="col-start-3 row-start-1 md:col-start-5 md:row-span-2 md:self-center">
        <span className={cx('flex justify-end gap-1 max-lg:-mr-2', !mayAct && 'hidden')}>
          <Button
            variant="ghost"
            size="icon"
            title="Clear App Rewards"
            aria-label={`Clear App Rewards of ${username}`}
            disabled={parseSum(pendingRewards) === 0n}
            onClick={() => onAct({ kind: 'clear', user })}
          >
            <Icon name="coins" className="size-4" />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            title={erasureTexts.title}
            aria-label={`${erasureTexts.title} of ${username}`}
            onClick={() => onAct({ kind: 'erase', user })}
          >
            <Icon name="erase" className="size-4" />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            title="Remove User"
            aria-label={`Remove User ${username}`}
            onClick={() => onAct({ kind: 'remove', user })}
          >
            <Icon name="trash" className="size-4" />
          </Button>
        </span>
      </td>
    </tr>
  );
});

type CellProps = { readonly name: string; readonly className: string; readonly children: ReactNode };

/** On a card a value has its column's name beside it; screen readers know it from the header. */
function Cell({ name, className, children }: CellProps) {
  return (
    <td
      {...is.cell}
      className={cx(
        'min-w-0 max-lg:text-note max-md:col-span-2 max-md:col-start-2 max-md:flex max-md:h-6 max-md:items-center',
        className,
      )}
    >
      <span aria-hidden="true" className="w-24 shrink-0 text-xs text-faint md:hidden magnified:hidden">
        {name}
      </span>
      {children}
    </td>
  );
}

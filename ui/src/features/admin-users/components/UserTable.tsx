import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { AdminUser } from '../../../../../contracts/api/admin-users.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { parseEvo } from '../../../../../contracts/money.ts';
import { Address } from '../../../components/ui/Address.tsx';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { cx } from '../../../lib/class-names.ts';
import type { UserList } from '../model/user-list.ts';
import type { UserAct } from './UserActDialog.tsx';

const ROW_PX = 56;
/** Rows kept ready above and below what is seen; with them there are never more than 60. */
const OVERSCAN = 10;
/** From so many rows before the end on, the next page is asked for. */
const NEAR_END = 20;

type UserTableProps = {
  readonly users: readonly AdminUser[];
  /** How many there are on the server; the rows that are not loaded yet count for screen readers, too. */
  readonly matching: number;
  readonly list: UserList;
  readonly selected: ReadonlySet<string>;
  readonly hasMore: boolean;
  readonly onNearEnd: () => void;
  readonly onToggle: (id: string) => void;
  readonly onToggleAll: (on: boolean) => void;
  readonly onSort: () => void;
  readonly onAct: (act: UserAct) => void;
};

export function UserTable(props: UserTableProps) {
  const { users, matching, list, selected, hasMore, onNearEnd, onToggle, onToggleAll, onSort, onAct } = props;
  const frame = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: users.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    getItemKey: (index) => users[index]?.id ?? index,
  });
  const visible = rows.getVirtualItems();
  const lastVisible = visible.at(-1)?.index ?? 0;
  const isNearEnd = hasMore && lastVisible >= users.length - NEAR_END;

  useEffect(() => {
    if (isNearEnd) onNearEnd();
  });

  const listKey = JSON.stringify(list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top.
  useEffect(() => {
    frame.current?.scrollTo({ top: 0 });
  }, [listKey]);

  const above = visible[0]?.start ?? 0;
  const below = rows.getTotalSize() - (visible.at(-1)?.end ?? 0);
  const allSelected = users.length > 0 && users.every(({ id }) => selected.has(id));

  return (
    <section
      ref={frame}
      aria-label="Users"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
      tabIndex={0}
      className="relative max-h-[36rem] overflow-auto overscroll-contain border-t border-line"
    >
      <table
        aria-rowcount={matching + 1}
        className="w-full min-w-[66rem] table-fixed border-separate border-spacing-0 text-sm"
      >
        <caption className="sr-only">Users</caption>
        <thead>
          <tr
            aria-rowindex={1}
            className="text-left text-xs text-faint [&>th]:sticky [&>th]:top-0 [&>th]:z-10 [&>th]:h-11 [&>th]:border-b [&>th]:border-line [&>th]:bg-surface-1 [&>th]:px-3 [&>th]:font-medium"
          >
            <th scope="col" className="w-14">
              <Checkbox
                label="Select all users"
                checked={allSelected}
                mixed={!allSelected && selected.size > 0}
                onChange={() => onToggleAll(!allSelected)}
              />
            </th>
            <th scope="col">Username</th>
            <th scope="col">Email</th>
            <th scope="col" className="w-40">
              Wallet
            </th>
            <th scope="col" className="w-50 text-right" aria-sort={sortNames[list.sort]}>
              <button
                type="button"
                onClick={onSort}
                className="inline-flex h-8 items-center gap-1 rounded-sm px-1 hover:text-text"
              >
                App Rewards
                <span aria-hidden="true" className={cx('font-mono', list.sort === 'none' && 'opacity-50')}>
                  {{ none: '↕', highest: '↓', lowest: '↑' }[list.sort]}
                </span>
              </button>
            </th>
            <th scope="col" className="w-44">
              Status
            </th>
            <th scope="col" className="w-26 text-right">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          <Space height={above} />
          {visible.map(({ index }) => {
            const user = users[index];
            return (
              user && (
                <Row
                  key={user.id}
                  user={user}
                  index={index}
                  selected={selected.has(user.id)}
                  onToggle={onToggle}
                  onAct={onAct}
                />
              )
            );
          })}
          <Space height={below} />
        </tbody>
      </table>
    </section>
  );
}

const sortNames = { none: 'none', highest: 'descending', lowest: 'ascending' } as const;

/** Stands for the rows that are not drawn. */
function Space({ height }: { height: number }) {
  return height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus.
    <tr aria-hidden="true">
      <td colSpan={7} className="p-0" style={{ height }} />
    </tr>
  ) : null;
}

type RowProps = {
  readonly user: AdminUser;
  readonly index: number;
  readonly selected: boolean;
  readonly onToggle: (id: string) => void;
  readonly onAct: (act: UserAct) => void;
};

function Row({ user, index, selected, onToggle, onAct }: RowProps) {
  const { id, username, email, walletAddress, pendingRewards, isEmailVerified, emailMarketingOptIn } = user;
  return (
    <tr
      // The header is the first row.
      aria-rowindex={index + 2}
      className={cx(
        '[&>td]:h-14 [&>td]:border-b [&>td]:border-line/60 [&>td]:px-3',
        selected && '[&>td]:bg-accent/10',
      )}
    >
      <td>
        <Checkbox label={`Select ${username}`} checked={selected} onChange={() => onToggle(id)} />
      </td>
      <td>
        <span title={username} className="block truncate font-medium">
          {username}
        </span>
      </td>
      <td className="text-muted">
        <span title={email ?? undefined} className="block truncate">
          {email ?? 'N/A'}
        </span>
      </td>
      <td className="text-muted">{walletAddress ? <Address address={walletAddress} /> : 'N/A'}</td>
      <td className="text-right">
        <Money amount={pendingRewards} decimals={DECIMALS.pendingBalance} className="text-[13px]" />
      </td>
      <td>
        <span className="flex gap-1">
          {isEmailVerified && <Badge tone="success">Verified</Badge>}
          {emailMarketingOptIn && <Badge tone="info">Marketing</Badge>}
        </span>
      </td>
      <td>
        <span className="flex justify-end gap-1">
          <Button
            variant="ghost"
            size="icon"
            title="Clear App Rewards"
            aria-label={`Clear App Rewards of ${username}`}
            disabled={parseEvo(pendingRewards) === 0n}
            onClick={() => onAct({ kind: 'clear', user })}
          >
            <Icon name="coins" className="size-4" />
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
}

type CheckboxProps = {
  readonly label: string;
  readonly checked: boolean;
  readonly mixed?: boolean;
  readonly onChange: () => void;
};

function Checkbox({ label, checked, mixed = false, onChange }: CheckboxProps) {
  return (
    <input
      ref={(input) => {
        if (input) input.indeterminate = mixed;
      }}
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={onChange}
      className="block size-6 accent-accent-solid sm:size-5"
    />
  );
}

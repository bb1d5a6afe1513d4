import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { userListTexts } from '../../../../../contracts/admin-messages.ts';
import type { AdminUser } from '../../../../../contracts/api/admin-users.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { keepFocusIn } from '../../../components/ui/keep-focus-in.ts';
import { cx } from '../../../lib/class-names.ts';
import type { Matching } from '../model/matching.ts';
import { is } from '../model/table-roles.ts';
import { useRowHeight } from '../model/use-row-height.ts';
import type { Selected } from '../model/use-selection.ts';
import { useStillRows } from '../model/use-still-rows.ts';
import type { UserList } from '../model/user-list.ts';
import { SelectBox } from './SelectBox.tsx';
import type { UserAct } from './UserActDialog.tsx';
import { UserRow } from './UserRow.tsx';

/** Rows kept ready above and below what is seen; with them there are never more than 60. */
const OVERSCAN = 10;
/** From so many rows before the end on, the next page is asked for. */
const NEAR_END = 20;

type UserTableProps = {
  /** What scrolls. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly users: readonly AdminUser[];
  /** How many there are on the server; the rows that are not loaded yet count for screen readers, too. */
  readonly matching: Matching;
  readonly list: UserList;
  /** Which list the rows are of: those of another one take their place, and none of them moves. */
  readonly rowsOf: string;
  /** Without it nobody is selected, and a row has nothing to press. */
  readonly mayAct: boolean;
  readonly selected: Selected;
  readonly hasMore: boolean;
  readonly onNearEnd: () => void;
  readonly onToggle: (user: AdminUser) => void;
  readonly onToggleAll: (on: boolean) => void;
  readonly onSort: () => void;
  readonly onAct: (act: UserAct) => void;
};

/** As much of the list as can be seen, in a frame that scrolls. */
export const UserTable = memo(function UserTable(props: UserTableProps) {
  const {
    frame,
    users,
    matching,
    list,
    rowsOf,
    mayAct,
    selected,
    hasMore,
    onNearEnd,
    onToggle,
    onToggleAll,
    onSort,
    onAct,
  } = props;
  const rowHeight = useRowHeight();
  const content = useRef<HTMLDivElement>(null);
  const {
    above: usersAbove,
    showTop,
    onScroll,
  } = useStillRows(frame, content, { users, of: rowsOf, rowHeight });
  const rows = useVirtualizer({
    count: users.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    getItemKey: (index) => users[index]?.id ?? index,
  });
  const visible = rows.getVirtualItems();
  const lastVisible = visible.at(-1)?.index ?? 0;
  const isNearEnd = hasMore && lastVisible >= users.length - NEAR_END;

  useEffect(() => {
    if (isNearEnd) onNearEnd();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are counted anew.
  useEffect(() => rows.measure(), [rowHeight]);

  const listKey = JSON.stringify(list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top.
  useEffect(() => {
    frame.current?.scrollTo({ top: 0 });
  }, [listKey]);

  // Before its rows are gone, where it goes with them.
  useLayoutEffect(() => keepFocusIn(frame.current), [frame]);

  const above = visible[0]?.start ?? 0;
  const below = rows.getTotalSize() - (visible.at(-1)?.end ?? 0);

  return (
    <div className="relative">
      <section
        ref={frame}
        onScroll={onScroll}
        aria-label="Users"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
        tabIndex={0}
        className="relative max-h-[75dvh] overflow-y-auto overscroll-contain border-t [overflow-anchor:none] border-line md:max-h-[36rem]"
      >
        <div ref={content}>
          <table
            {...is.table}
            aria-rowcount={matching.moreMatch ? -1 : matching.matching + 1}
            className="block w-full text-sm lg:table lg:table-fixed lg:border-separate lg:border-spacing-0"
          >
            <caption className="sr-only">Users</caption>
            <Head
              users={users}
              list={list}
              mayAct={mayAct}
              selected={selected}
              onToggleAll={onToggleAll}
              onSort={onSort}
            />
            {/* Where the list begins with somebody else, by the act of another admin say, all rows are other ones. */}
            <tbody key={`${rowsOf} ${users[0]?.id}`} {...is.group} className="block lg:table-row-group">
              <Space height={above} />
              {visible.map(({ index }) => {
                const user = users[index];
                return (
                  user && (
                    <UserRow
                      key={user.id}
                      user={user}
                      index={index}
                      mayAct={mayAct}
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
        </div>
      </section>
      <p role="status" className="absolute inset-x-0 top-14 z-10 flex justify-center empty:hidden">
        {usersAbove > 0 && (
          <Button size="sm" variant="primary" className="animate-fade" onClick={showTop}>
            {userListTexts.above(usersAbove)}
          </Button>
        )}
      </p>
    </div>
  );
});

const HEAD_CELL =
  'font-medium lg:sticky lg:top-0 lg:z-10 lg:h-11 lg:border-b lg:border-line lg:bg-surface-1 lg:px-3';
const HIDDEN_ON_CARDS = cx(HEAD_CELL, 'max-lg:sr-only');
const sortNames = { none: 'none', highest: 'descending', lowest: 'ascending' } as const;

type HeadProps = Pick<UserTableProps, 'users' | 'list' | 'mayAct' | 'selected' | 'onToggleAll' | 'onSort'>;

/** On cards it is a bar with what can be pressed; the names of the columns stay for screen readers. */
function Head({ users, list, mayAct, selected, onToggleAll, onSort }: HeadProps) {
  const allSelected = users.length > 0 && users.every(({ id }) => selected.has(id));
  return (
    <thead
      {...is.group}
      className="block max-lg:sticky max-lg:top-0 max-lg:z-10 max-lg:bg-surface-1 lg:table-header-group"
    >
      <tr
        {...is.row}
        aria-rowindex={1}
        className="flex h-11 items-center gap-3 border-b border-line px-4 text-left text-xs text-faint lg:table-row"
      >
        <th
          {...is.header}
          scope="col"
          className={cx(HEAD_CELL, 'flex items-center gap-3 lg:table-cell lg:w-12 lg:pl-5')}
        >
          {mayAct ? (
            <>
              <SelectBox
                label="Select all users"
                checked={allSelected}
                mixed={!allSelected && selected.size > 0}
                onChange={() => onToggleAll(!allSelected)}
              />
              <span aria-hidden="true" className="lg:hidden">
                Select all
              </span>
            </>
          ) : (
            <span className="sr-only">Number</span>
          )}
        </th>
        <th {...is.header} scope="col" className={HIDDEN_ON_CARDS}>
          Username
        </th>
        <th {...is.header} scope="col" className={HIDDEN_ON_CARDS}>
          Email
        </th>
        <th {...is.header} scope="col" className={cx(HIDDEN_ON_CARDS, 'lg:w-40')}>
          Wallet
        </th>
        <th
          {...is.header}
          scope="col"
          className={cx(HEAD_CELL, 'max-lg:ml-auto lg:w-52 lg:text-right')}
          aria-sort={sortNames[list.sort]}
        >
          <button
            type="button"
            onClick={onSort}
            className="-mr-1 inline-flex h-8 items-center gap-1 pointer-coarse:h-11 rounded-sm px-1 hover:text-text"
          >
            App Rewards
            <span aria-hidden="true" className={cx('font-mono', list.sort === 'none' && 'opacity-50')}>
              {{ none: '↕', highest: '↓', lowest: '↑' }[list.sort]}
            </span>
          </button>
        </th>
        <th {...is.header} scope="col" className={cx(HIDDEN_ON_CARDS, 'lg:w-44')}>
          Status
        </th>
        <th {...is.header} scope="col" className={cx(HIDDEN_ON_CARDS, 'lg:w-26 lg:pr-5 lg:text-right')}>
          {mayAct ? 'Actions' : <span className="sr-only">Actions (none)</span>}
        </th>
      </tr>
    </thead>
  );
}

/** Stands for the rows that are not drawn. */
function Space({ height }: { height: number }) {
  return height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus.
    <tr aria-hidden="true" className="block lg:table-row">
      <td colSpan={7} className="block p-0 lg:table-cell" style={{ height }} />
    </tr>
  ) : null;
}

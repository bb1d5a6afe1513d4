import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { AdminUser } from '../../../../../contracts/api/admin-users.ts';
import { DECIMALS, REWARD_USER_SEARCH_MAX } from '../../../../../contracts/constants.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { userSearchQuery } from '../../../lib/admin/admin-queries.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { cx } from '../../../lib/class-names.ts';
import { stepOf, useActiveOption } from '../../../lib/use-active-option.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';

const SEARCH_AFTER_MS = 200;

type UserPickerProps = {
  readonly selected: AdminUser | undefined;
  readonly onSelect: (user: AdminUser) => void;
  readonly onClear: () => void;
};

/**
 * Finds a user by name or email: at most ten in the list; the one chosen is shown with what is pending. What was pressed
 * gives its place to the other, and the focus goes along.
 */
export function UserPicker({ selected, onSelect, onClear }: UserPickerProps) {
  const place = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another user it is the other of the two.
  useLayoutEffect(() => {
    if (wasPressed.current) place.current?.querySelector<HTMLElement>('input, button')?.focus();
    wasPressed.current = false;
  }, [selected]);
  const pressed =
    <Args extends readonly unknown[]>(act: (...args: Args) => void) =>
    (...args: Args): void => {
      wasPressed.current = true;
      act(...args);
    };
  return (
    <div ref={place}>
      {selected ? (
        <Chosen user={selected} onClear={pressed(onClear)} />
      ) : (
        <Search onSelect={pressed(onSelect)} />
      )}
    </div>
  );
}

function Chosen({ user, onClear }: { user: AdminUser; onClear: () => void }) {
  return (
    <div>
      <p className="mb-1.5 text-note font-medium">User</p>
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control border border-accent/40 bg-accent/10 py-2 pr-2 pl-3">
        <div className="min-w-0 text-sm">
          <p className="truncate font-medium">{user.username}</p>
          <p className="text-note text-muted">
            Pending balance <Money amount={user.pendingRewards} decimals={DECIMALS.pendingBalance} />
          </p>
        </div>
        <Button size="sm" variant="ghost" onClick={onClear}>
          Clear
        </Button>
      </div>
    </div>
  );
}

function Search({ onSelect }: { onSelect: (user: AdminUser) => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const text = useDebounced(typed.trim(), SEARCH_AFTER_MS);
  const { data, error, isFetching, isPlaceholderData } = useQuery(userSearchQuery(text));
  const users = text === '' ? [] : (data?.users.slice(0, REWARD_USER_SEARCH_MAX) ?? []);
  const isAnswered = text === typed.trim() && !isPlaceholderData;
  const active = useActiveOption(
    users.map(({ id: userId }) => userId),
    isAnswered,
  );
  const isOpen = open && text !== '' && typed.trim() !== '';
  const optionId = (index: number): string => `${id}-${index}`;

  function onKey(event: KeyboardEvent): void {
    const step = stepOf(event.key);
    if (step !== undefined && users.length > 0) {
      event.preventDefault();
      setOpen(true);
      document.getElementById(optionId(active.step(step)))?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setOpen(false);
    }
    // Whoever is looked for is not found yet, or not chosen: the form around it is not sent by that.
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      const user = isOpen && active.index !== undefined ? users[active.index] : undefined;
      if (user) onSelect(user);
    }
  }

  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1.5 block text-note font-medium">
        Find a user
      </label>
      <input
        id={id}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(isOpen && active.index !== undefined && { 'aria-activedescendant': optionId(active.index) })}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        placeholder="Search by username or email"
        value={typed}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={({ target }) => {
          setTyped(target.value);
          active.reset();
          setOpen(true);
        }}
        onKeyDown={onKey}
        className="h-10 w-full pointer-coarse:h-11 rounded-control border border-control bg-field px-3 text-base placeholder:text-faint hover:border-muted sm:text-sm"
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Users found"
        hidden={!isOpen || users.length === 0}
        className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto rounded-control border border-control bg-surface-1 p-1"
      >
        {users.map((user, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys.
          <div
            key={user.id}
            id={optionId(index)}
            role="option"
            aria-selected={index === active.index}
            // The field keeps the focus, without which the list closes.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onSelect(user)}
            onPointerMove={() => active.set(user.id)}
            className={cx(
              'flex cursor-pointer items-center justify-between gap-3 rounded-md px-3 py-2 text-sm',
              index === active.index && 'bg-surface-2',
            )}
          >
            <span className="min-w-0">
              <span className="block truncate">{user.username}</span>
              <span className="block truncate text-xs text-muted">{user.email ?? 'No email'}</span>
            </span>
            <Money amount={user.pendingRewards} decimals={DECIMALS.pendingBalance} className="text-note" />
          </div>
        ))}
      </div>
      <p role="status" className="mt-1.5 text-note text-muted">
        {isOpen &&
          (error
            ? errorText(error)
            : users.length === 0 && (isFetching || !isAnswered ? 'Searching…' : 'No users found matching'))}
      </p>
    </div>
  );
}

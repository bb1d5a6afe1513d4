import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { clusterTexts } from '../../../../../contracts/admin-messages.ts';
import { shortenAddress } from '../../../../../contracts/wallet-address-text.ts';
import { Dialog } from '../../../components/ui/Dialog.tsx';
import { Icon, type IconName } from '../../../components/ui/Icon.tsx';
import { userSearchQuery } from '../../../lib/admin/admin-queries.ts';
import { useMayAct } from '../../../lib/admin/use-may-act.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { cx } from '../../../lib/class-names.ts';
import { stepOf, useActiveOption } from '../../../lib/use-active-option.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { ADMIN_TABS, type AdminTab } from '../model/tabs.ts';

const SEARCH_AFTER_MS = 150;

/** Where a command leads, as the address of the panel. */
export type AdminAddress = Readonly<Record<string, string>> & { readonly tab: AdminTab };

type CommandBarProps = {
  readonly tabs: readonly AdminTab[];
  readonly onGo: (address: AdminAddress) => void;
  readonly onClose: () => void;
};

type Command = {
  readonly id: string;
  readonly icon: IconName;
  readonly text: string;
  readonly hint: string;
  readonly address: AdminAddress;
};

/** Find a user, jump to a tab, begin an act: by typing. */
export function CommandBar({ tabs, onGo, onClose }: CommandBarProps) {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const mayAct = useMayAct();
  const text = typed.trim();
  const asked = useDebounced(text, SEARCH_AFTER_MS);
  const found = useQuery(userSearchQuery(asked));
  const users = text === '' ? [] : (found.data?.users ?? []);
  const fixed = fixedCommands(tabs, mayAct).filter((command) =>
    command.text.toLowerCase().includes(text.toLowerCase()),
  );
  const commands: readonly Command[] = [
    ...fixed,
    ...users.flatMap(({ id, username, email, walletAddress }): Command[] => {
      const hint = [email, walletAddress && shortenAddress(walletAddress)].filter(Boolean).join(' · ');
      return [
        {
          id: `show-${id}`,
          icon: 'user',
          text: username,
          hint: hint || 'No wallet, no email',
          address: { tab: 'users', search: username },
        },
        ...(walletAddress && mayAct
          ? [
              {
                id: `send-${id}`,
                icon: 'gift' as const,
                text: `Send a reward to ${username}`,
                hint: shortenAddress(walletAddress),
                address: { tab: 'rewards' as const, to: walletAddress },
              },
            ]
          : []),
      ];
    }),
  ];
  const isAnswered = asked === text && !found.isPlaceholderData;
  const isSearching = text !== '' && (found.isFetching || !isAnswered);
  const active = useActiveOption(
    commands.map(({ id }) => id),
    isAnswered || fixed.length > 0,
  );
  const optionId = (index: number): string => `${listId}-${index}`;

  function onKey(event: KeyboardEvent): void {
    const step = stepOf(event.key);
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      document.getElementById(optionId(active.step(step)))?.scrollIntoView({ block: 'nearest' });
    }
    const command = active.index === undefined ? undefined : commands[active.index];
    if (event.key === 'Enter' && command) {
      event.preventDefault();
      onGo(command.address);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      initialFocus={field}
      title="Search"
      description="A user, a tab or an act. ↑ ↓ to choose, Enter to go."
    >
      <input
        ref={field}
        role="combobox"
        aria-label="Find a user, a tab or an act"
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        {...(active.index !== undefined && { 'aria-activedescendant': optionId(active.index) })}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        placeholder="Username, email, wallet…"
        onChange={({ target }) => {
          setTyped(target.value);
          active.reset();
        }}
        onKeyDown={onKey}
        className="mt-1 h-11 w-full rounded-control border border-control bg-field px-3 text-base placeholder:text-faint sm:text-sm"
      />
      <div id={listId} role="listbox" aria-label="Found" className="mt-3 max-h-80 overflow-y-auto">
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys.
          <div
            key={command.id}
            id={optionId(index)}
            role="option"
            aria-selected={index === active.index}
            onPointerMove={() => active.set(command.id)}
            onClick={() => onGo(command.address)}
            className={cx(
              'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 text-sm',
              index === active.index && 'bg-surface-2',
            )}
          >
            <Icon name={command.icon} className="size-4 text-faint" />
            <span className="min-w-0 flex-1 truncate">{command.text}</span>
            <span className="max-w-[45%] truncate text-xs text-faint">{command.hint}</span>
          </div>
        ))}
      </div>
      <p role="status" className="min-h-5 px-3 pt-1 text-note text-muted">
        {found.error
          ? errorText(found.error)
          : isSearching
            ? 'Searching…'
            : commands.length === 0 && 'No users found matching'}
      </p>
    </Dialog>
  );
}

function fixedCommands(tabs: readonly AdminTab[], mayAct: boolean): readonly Command[] {
  const clusters: Command = {
    id: 'clusters',
    icon: 'alert',
    text: clusterTexts.title,
    hint: ADMIN_TABS.users,
    address: { tab: 'users', view: 'clusters' },
  };
  const acts: readonly Command[] = [
    {
      id: 'clear-all',
      icon: 'trash',
      text: 'Clear All App Rewards',
      hint: 'Asks first',
      address: { tab: 'users', act: 'clear-all' },
    },
    {
      id: 'reset-all',
      icon: 'alert',
      text: 'Reset All User Rewards',
      hint: 'Asks first',
      address: { tab: 'acts', act: 'reset-all' },
    },
  ];
  return [
    ...tabs.map((tab) => ({
      id: `tab-${tab}`,
      icon: tabIcons[tab],
      text: ADMIN_TABS[tab],
      hint: 'Tab',
      address: { tab },
    })),
    clusters,
    ...(mayAct ? acts : []),
  ];
}

const tabIcons: Readonly<Record<AdminTab, IconName>> = {
  users: 'users',
  rewards: 'gift',
  raffle: 'trophy',
  acts: 'shield',
  music: 'music',
  activity: 'ledger',
};

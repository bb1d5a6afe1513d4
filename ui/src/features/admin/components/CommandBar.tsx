import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { clusterTexts } from '../../../../../contracts/admin-messages.ts';
import { shortenAddress } from '../../../../../contracts/wallet-address.ts';
import { Dialog } from '../../../components/ui/Dialog.tsx';
import { Icon, type IconName } from '../../../components/ui/Icon.tsx';
import { userSearchQuery } from '../../../lib/admin/admin-queries.ts';
import { useMayAct } from '../../../lib/admin/use-may-act.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { cx } from '../../../lib/class-names.ts';
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
  const [active, setActive] = useState(0);
  const mayAct = useMayAct();
  const text = typed.trim();
  const found = useQuery(userSearchQuery(useDebounced(text, SEARCH_AFTER_MS)));
  const users = text === '' ? [] : (found.data?.users ?? []);
  const commands: readonly Command[] = [
    ...fixedCommands(tabs, mayAct).filter((command) =>
      command.text.toLowerCase().includes(text.toLowerCase()),
    ),
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
  const chosen = Math.min(active, commands.length - 1);
  const optionId = (index: number): string => `${listId}-${index}`;

  function onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      const next = (chosen + step + commands.length) % commands.length;
      setActive(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    }
    const command = commands[chosen];
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
        {...(commands.length > 0 && { 'aria-activedescendant': optionId(chosen) })}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        placeholder="Username, email, wallet…"
        onChange={({ target }) => {
          setTyped(target.value);
          setActive(0);
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
            aria-selected={index === chosen}
            onPointerMove={() => setActive(index)}
            onClick={() => onGo(command.address)}
            className={cx(
              'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 text-sm',
              index === chosen && 'bg-surface-2',
            )}
          >
            <Icon name={command.icon} className="size-4 text-faint" />
            <span className="min-w-0 flex-1 truncate">{command.text}</span>
            <span className="max-w-[45%] truncate text-xs text-faint">{command.hint}</span>
          </div>
        ))}
      </div>
      <p role="status" className="min-h-5 px-3 pt-1 text-[13px] text-muted">
        {found.error
          ? errorText(found.error)
          : commands.length === 0 && !found.isFetching
            ? 'No users found matching'
            : found.isFetching && 'Searching…'}
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

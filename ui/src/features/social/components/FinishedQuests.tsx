import { useId, useState } from 'react';
import { formatEvo, parseSum } from '../../../../../contracts/money.ts';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { cx } from '../../../lib/class-names.ts';
import { type Quest, questName } from '../../../lib/dashboard/quests.ts';

/** What was done before, in one line that opens. */
export function FinishedQuests({ quests }: { quests: readonly Quest[] }) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const earned = formatEvo(quests.reduce((sum, { reward }) => sum + parseSum(reward), 0n));
  return (
    <div className="border-t border-line text-note">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-2 px-5 text-left text-muted hover:text-text"
      >
        <Icon name="check" className="size-4 text-success" />
        <span className="flex-1">
          {quests.length} done, <Money amount={earned} decimals={0} tone="gold" /> earned
        </span>
        <Icon
          name="chevronDown"
          className={cx('size-4 transition-transform duration-150', isOpen && 'rotate-180')}
        />
      </button>
      <ul id={listId} aria-label="Done" hidden={!isOpen} className="grid gap-1.5 px-5 pb-3">
        {quests.map((quest) => (
          <li key={quest.id} className="flex justify-between gap-3 text-muted">
            {questName(quest)}
            <Money amount={quest.reward} decimals={0} sign="+" />
          </li>
        ))}
      </ul>
    </div>
  );
}

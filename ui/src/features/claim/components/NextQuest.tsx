import { buttonClass } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { askForQuest } from '../../../lib/dashboard/asked-quest.ts';
import { type Quest, questName } from '../../../lib/dashboard/quests.ts';

/** Leads to the one thing to do now. */
export function NextQuest({ quest }: { quest: Quest }) {
  return (
    <button
      type="button"
      onClick={() => askForQuest(quest.id)}
      className={buttonClass({ variant: 'primary', size: 'lg' })}
    >
      {quest.state === 'waiting' ? 'Go on: ' : 'Next: '}
      {questName(quest)}
      <Money amount={quest.reward} decimals={0} sign="+" unit={false} className="[&>span]:text-on-accent" />
      <Icon name="arrow" className="size-4 max-sm:hidden" />
    </button>
  );
}

import { buttonClass } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { cx } from '../../../lib/class-names.ts';
import { askForQuest } from '../../../lib/dashboard/asked-quest.ts';
import { type Quest, questName } from '../../../lib/dashboard/quests.ts';

/** Leads to the one thing to do now. Its place is kept while that is not known: undefined; null is none. */
export function NextQuest({ quest }: { quest: Quest | null | undefined }) {
  if (quest === null) return null;
  if (quest === undefined) return <Skeleton className="h-12 w-full sm:w-72" />;
  return (
    <button
      type="button"
      onClick={() => askForQuest(quest.id)}
      className={cx(buttonClass({ variant: 'primary', size: 'lg' }), 'max-sm:w-full')}
    >
      {quest.state === 'waiting' ? 'Go on: ' : 'Next: '}
      {questName(quest)}
      <Money amount={quest.reward} decimals={0} sign="+" unit={false} className="[&>span]:text-on-accent" />
      <Icon name="arrow" className="size-4 max-sm:hidden" />
    </button>
  );
}

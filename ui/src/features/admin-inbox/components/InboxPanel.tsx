import { Link } from 'wouter';
import { inboxTexts } from '../../../../../contracts/inbox-messages.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { cx } from '../../../lib/class-names.ts';
import { inboxQuery } from '../api/inbox-query.ts';
import { handsNeeded, type InboxItem, inboxItems } from '../model/inbox-items.ts';
import { SettledBox } from './SettledBox.tsx';

type InboxPanelProps = {
  /** The tabs that the reader has: what leads to another one is told, and leads nowhere. */
  readonly tabs: readonly string[];
  /** Shows the events that are set aside. */
  readonly onReview: () => void;
};

/** What waits for somebody with a right, each with the way to where it is dealt with. */
export function InboxPanel({ tabs, onReview }: InboxPanelProps) {
  const query = useQuery(inboxQuery);
  return (
    <Panel
      title={inboxTexts.title}
      what="what needs a hand"
      query={query}
      className="lg:h-full"
      aside={(inbox) => inboxItems(inbox).length > 0 && <HandsNeeded count={handsNeeded(inbox)} />}
      skeleton={<SkeletonRows rows={3} className="h-14" />}
    >
      {(inbox) => {
        const items = inboxItems(inbox);
        return (
          <SettledBox
            // What scrolls has to be reached by keyboard.
            {...(items.length > 1 && { role: 'group', tabIndex: 0, 'aria-label': inboxTexts.title })}
          >
            {/* Room for one thing, also while there is none. */}
            <div className="min-h-32 md:min-h-18">
              {items.length === 0 ? (
                <Nothing />
              ) : (
                <ul className="px-2 pb-2">
                  {items.map((item) => (
                    <li key={item.id}>
                      <Row item={item} tabs={tabs} onReview={onReview} />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </SettledBox>
        );
      }}
    </Panel>
  );
}

/** How many things wait, for beside a title or a link; a check mark where none does. */
export function HandsNeeded({ count }: { count: number }) {
  if (count === 0) {
    return (
      <span className="text-success">
        <Icon name="check" className="size-4" />
        <span className="sr-only">{inboxTexts.nothing}</span>
      </span>
    );
  }
  return (
    <span className="inline-grid h-6 min-w-6 place-items-center rounded-full bg-accent-solid px-1.5 text-xs font-semibold text-on-accent tabular-nums">
      <span aria-hidden="true">{inboxTexts.counted(count)}</span>
      <span className="sr-only">{inboxTexts.waiting(count)}</span>
    </span>
  );
}

function Nothing() {
  return (
    <p className="flex items-start gap-3 px-5 pt-1 pb-5 text-sm">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-success/10 text-success">
        <Icon name="check" className="size-4.5" />
      </span>
      <span className="min-w-0">
        <span className="block font-medium">{inboxTexts.nothing}</span>
        <span className="block max-w-prose text-note text-muted">{inboxTexts.nothingNext}</span>
      </span>
    </p>
  );
}

const tones: Readonly<Record<InboxItem['urgency'], string>> = {
  now: 'bg-danger/10 text-danger',
  soon: 'bg-accent/10 text-accent',
  watch: 'bg-surface-2 text-muted',
};

type RowProps = InboxPanelProps & { readonly item: InboxItem };

function Row({ item, tabs, onReview }: RowProps) {
  const { icon, urgency, title, details, leads } = item;
  const text = (
    <>
      <span
        className={cx('grid size-9 shrink-0 place-items-center rounded-full', tones[urgency])}
        aria-hidden="true"
      >
        <Icon name={icon} className="size-4.5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-medium">{title}</span>
        {details.map((detail) => (
          <span key={detail} className="block text-note text-muted [overflow-wrap:anywhere]">
            {detail}
          </span>
        ))}
      </span>
    </>
  );
  const look = 'flex min-h-14 w-full items-center gap-3 rounded-control px-3 py-2.5 text-left';
  if (leads === 'review') {
    return (
      <div className={look}>
        {text}
        <Button size="sm" aria-label={`${inboxTexts.review}: ${title}`} onClick={onReview}>
          {inboxTexts.review}
        </Button>
      </div>
    );
  }
  if (leads?.tab === undefined || !tabs.includes(leads.tab)) return <div className={look}>{text}</div>;
  return (
    <Link
      href={`?${new URLSearchParams(leads)}`}
      className={cx(look, 'transition-colors duration-150 hover:bg-surface-2')}
    >
      {text}
      <Icon name="chevron" className="size-4 text-faint" />
    </Link>
  );
}

import { inboxTexts } from '../../../../../contracts/inbox-messages.ts';
import { displayEvo, parseSum } from '../../../../../contracts/money.ts';
import type { IconName } from '../../../components/ui/Icon.tsx';
import type { Inbox } from '../api/inbox-query.ts';

/** One thing that waits for somebody. */
export type InboxItem = {
  readonly id: string;
  readonly icon: IconName;
  /** `now` is wrong until somebody acts; `soon` waits; `watch` goes on by itself. */
  readonly urgency: 'now' | 'soon' | 'watch';
  readonly title: string;
  readonly details: readonly string[];
  /** Where it is dealt with, as the address of the panel; `review` in a dialog; nowhere for what is told alone. */
  readonly leads: Readonly<Record<string, string>> | 'review' | undefined;
};

/** What is wrong comes first, then what waits, then what goes on by itself. */
export function inboxItems({ prizes, overdue, requests, setAside, mails }: Inbox): readonly InboxItem[] {
  const items: InboxItem[] = [];
  for (const { raffleId, number } of overdue.raffles) {
    items.push({
      id: `overdue-${raffleId}`,
      icon: 'alert',
      urgency: 'now',
      title: inboxTexts.overdue(number),
      details: [inboxTexts.overdueMore],
      leads: { tab: 'raffle', raffle: raffleId },
    });
  }
  pushMore(items, 'overdue', overdue);
  if (setAside.parked > 0) {
    items.push({
      id: 'parked',
      icon: 'inbox',
      urgency: 'now',
      title: inboxTexts.parked(setAside.parked),
      details: [inboxTexts.parkedMore],
      leads: 'review',
    });
  }
  if (mails.failed > 0) {
    items.push({
      id: 'mails',
      icon: 'mail',
      urgency: 'now',
      title: inboxTexts.mailsFailed(mails.failed),
      details: mails.reasons.map(({ reason, count }) => inboxTexts.reason(count, reason)),
      leads: undefined,
    });
  }
  for (const { raffleId, number, open, total } of prizes.raffles) {
    items.push({
      id: `prizes-${raffleId}`,
      icon: 'trophy',
      urgency: 'soon',
      title: inboxTexts.prizes(number, open),
      details: [`${displayEvo(parseSum(total), 2)} EVO`],
      leads: { tab: 'raffle', raffle: raffleId },
    });
  }
  pushMore(items, 'prizes', prizes);
  if (requests > 0) {
    items.push({
      id: 'requests',
      icon: 'gift',
      urgency: 'soon',
      title: inboxTexts.requests(requests),
      details: [inboxTexts.requestsMore],
      leads: { tab: 'rewards' },
    });
  }
  if (setAside.waiting > 0) {
    items.push({
      id: 'waiting',
      icon: 'clock',
      urgency: 'watch',
      title: inboxTexts.retrying(setAside.waiting),
      details: [],
      leads: 'review',
    });
  }
  if (mails.retried > 0) {
    const isSaid = mails.failed > 0;
    items.push({
      id: 'mails-retried',
      icon: 'clock',
      urgency: 'watch',
      title: inboxTexts.mailsRetried(mails.retried),
      details: isSaid ? [] : mails.reasons.map(({ reason, count }) => inboxTexts.reason(count, reason)),
      leads: undefined,
    });
  }
  return items;
}

/** How many of them somebody has to see to. */
export const handsNeeded = (inbox: Inbox): number =>
  inbox.overdue.count +
  inbox.prizes.count +
  inbox.requests +
  inbox.setAside.parked +
  (inbox.mails.failed > 0 ? 1 : 0);

function pushMore(items: InboxItem[], id: string, { count, raffles }: Inbox['prizes' | 'overdue']): void {
  const more = count - raffles.length;
  if (more <= 0) return;
  items.push({
    id: `more-${id}`,
    icon: 'trophy',
    urgency: 'soon',
    title: inboxTexts.moreRaffles(more),
    details: [],
    leads: { tab: 'raffle' },
  });
}

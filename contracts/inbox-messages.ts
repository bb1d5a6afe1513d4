import { INBOX_COUNTS_TO } from './api/admin-inbox.ts';

/** A number as the inbox knows it: where it was counted no further, that many or more. */
const counted = (count: number): string =>
  count >= INBOX_COUNTS_TO ? `${INBOX_COUNTS_TO.toLocaleString('en')}+` : count.toLocaleString('en');
const of = (count: number, word: string): string => `${counted(count)} ${word}${count === 1 ? '' : 's'}`;

/** What admins read of what waits for them. */
export const inboxTexts = {
  overview: 'Overview',
  title: 'Needs a hand',
  nothing: 'Nothing needs a hand',
  nothingNext:
    'Prizes to pay, rewards that wait for a second admin, events and mails that failed stand here.',
  counted,
  /** What the number beside the overview means. */
  waiting: (count: number) => (count === 1 ? '1 thing needs a hand' : `${counted(count)} things need a hand`),
  prizes: (number: number, open: number) => `Raffle #${number}: ${of(open, 'prize')} to pay`,
  overdue: (number: number) => `Raffle #${number}: its draw is overdue`,
  overdueMore: 'The round of the beacon was published, and no draw is recorded.',
  moreRaffles: (count: number) => `And ${of(count, 'more raffle')}`,
  requests: (count: number) => `${of(count, 'reward')} ${count === 1 ? 'waits' : 'wait'} for a second admin`,
  requestsMore: 'Another admin than the sender approves or declines.',
  parked: (count: number) => `${of(count, 'event')} could not be handled`,
  parkedMore: 'Each waits until somebody lets it be tried again or dismisses it.',
  retrying: (count: number) => `${of(count, 'event')} will be tried again`,
  mailsFailed: (count: number) =>
    `${of(count, 'mail')} ${count === 1 ? 'was' : 'were'} not delivered in the last seven days`,
  mailsRetried: (count: number) => `${of(count, 'mail')} will be tried again`,
  reason: (count: number, reason: string) => `${counted(count)} × ${reason}`,
  review: 'Review',
} as const;

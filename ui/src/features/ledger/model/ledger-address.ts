import { LEDGER_PATH } from '../../../lib/ledger/ledger-path.ts';

/** The parts of the page, in the order of its navigation. The first is what the bare address shows. */
export const PARTS = ['books', 'events', 'mine', 'seals', 'verify'] as const;
export type LedgerPart = (typeof PARTS)[number];

export const partNames: Readonly<Record<LedgerPart, string>> = {
  books: 'Books',
  events: 'Events',
  mine: 'My ledger',
  seals: 'Seals',
  verify: 'Verify',
};

/** Which part an address names; `?mine` alone is short for the own one. */
export function partOf(query: URLSearchParams): LedgerPart {
  if (query.has('mine')) return 'mine';
  return PARTS.find((part) => part === query.get('part')) ?? 'books';
}

/** The address of a part. What was chosen in another part does not come along. */
export const partPath = (part: LedgerPart): string =>
  part === 'books' ? LEDGER_PATH : `${LEDGER_PATH}?part=${part}`;

/** The same page with an event opened over it, or with none. */
export function withEvent(query: URLSearchParams, eventId: string | undefined): string {
  const next = new URLSearchParams(query);
  if (eventId === undefined) next.delete('event');
  else next.set('event', eventId);
  return next.size === 0 ? LEDGER_PATH : `${LEDGER_PATH}?${next}`;
}

/** The books as they stood right after an event. */
export const booksAt = (ledgerPosition: string): string =>
  `${LEDGER_PATH}?${new URLSearchParams({ at: ledgerPosition })}`;

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { LedgerAt } from '../api/ledger-queries.ts';
import type { Moment } from '../model/use-moment.ts';
import { TimeCard } from './TimeCard.tsx';

const none: Moment = {
  ...{ asked: undefined, time: undefined, isMoving: false },
  ...{ move: () => undefined, go: () => undefined },
};
const FROM = '2026-01-05T10:00:00.000Z';
const at = (place: LedgerAt['place']): LedgerAt => ({
  ...{ place, range: { from: FROM, to: '2026-03-05T10:00:00.000Z', events: 12 } },
  ...{ trialBalance: [], sum: '0', admins: [], leaders: [] },
  figures: { users: 0, granted: '0', claimed: '0', cleared: '0', pending: '0', raffles: 0 },
});
/** What the slider says of where its hand is. */
function handOf(moment: Moment, shown: LedgerAt): string | undefined {
  const html = renderToStaticMarkup(<TimeCard moment={moment} since={none} shown={shown} isAsking={false} />);
  return /aria-valuetext="([^"]*)"/.exec(html)?.[1];
}

test('the hand stands at the beginning where the moment is a position before the first event, and at the end for now alone', () => {
  const before = at({ ledgerPosition: null, occurredAt: null, events: 0 });
  const position = (asked: string): Moment => ({ ...none, asked });
  expect(handOf(position('C:0/P:0'), before)).toBe(new Date(FROM).toLocaleString());
  const within = at({ ledgerPosition: 'C:9/P:9', occurredAt: '2026-02-01T10:00:00.000Z', events: 5 });
  expect(handOf(position('C:9/P:9'), within)).toBe(new Date('2026-02-01T10:00:00.000Z').toLocaleString());
  expect(handOf(none, within)).toBe('Now');
});

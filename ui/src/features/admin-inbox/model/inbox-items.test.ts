import { expect, test } from 'vitest';
import type { Inbox } from '../api/inbox-query.ts';
import { handsNeeded, inboxItems } from './inbox-items.ts';

const nothing: Inbox = {
  prizes: { count: 0, raffles: [] },
  overdue: { count: 0, raffles: [] },
  requests: 0,
  setAside: { waiting: 0, parked: 0 },
  mails: { failed: 0, retried: 0, reasons: [] },
};
const [first, second] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

test('an inbox without anything has no items', () => {
  expect(inboxItems(nothing)).toEqual([]);
  expect(handsNeeded(nothing)).toBe(0);
});

test('what is wrong stands first, then what waits, then what goes on by itself; each leads to where it is dealt with', () => {
  const inbox: Inbox = {
    prizes: { count: 7, raffles: [{ raffleId: first, number: 4, open: 1, total: '1250.5' }] },
    overdue: { count: 1, raffles: [{ raffleId: second, number: 5, dueAt: '2026-01-01T00:00:00Z' }] },
    requests: 2,
    setAside: { waiting: 100, parked: 1 },
    mails: { failed: 3, retried: 1, reasons: [{ reason: '550 no such mailbox', count: 3 }] },
  };
  const items = inboxItems(inbox);
  expect(items.map(({ urgency, title }) => [urgency, title])).toEqual([
    ['now', 'Raffle #5: its draw is overdue'],
    ['now', '1 event could not be handled'],
    ['now', '3 mails were not delivered in the last seven days'],
    ['soon', 'Raffle #4: 1 prize to pay'],
    ['soon', 'And 6 more raffles'],
    ['soon', '2 rewards wait for a second admin'],
    ['watch', '100+ events will be tried again'],
    ['watch', '1 mail will be tried again'],
  ]);
  expect(items.map(({ leads }) => leads)).toEqual([
    { tab: 'raffle', raffle: second },
    'review',
    undefined,
    { tab: 'raffle', raffle: first },
    { tab: 'raffle' },
    { tab: 'rewards' },
    'review',
    undefined,
  ]);
  expect(items[2]?.details).toEqual(['3 × 550 no such mailbox']);
  expect(items[3]?.details).toEqual(['1,250.50 EVO']);
  // What goes on by itself needs nobody, and all mails together one look.
  expect(handsNeeded(inbox)).toBe(7 + 1 + 2 + 1 + 1);
});

test('why mails are tried again is said once: with those that failed, where some did', () => {
  const reasons = [{ reason: '451 try later', count: 2 }];
  const detailsOf = (mails: Omit<Inbox['mails'], 'reasons'>) =>
    inboxItems({ ...nothing, mails: { ...mails, reasons } }).map(({ id, details }) => [id, details]);
  expect(detailsOf({ failed: 0, retried: 2 })).toEqual([['mails-retried', ['2 × 451 try later']]]);
  expect(detailsOf({ failed: 1, retried: 1 })).toEqual([
    ['mails', ['2 × 451 try later']],
    ['mails-retried', []],
  ]);
  expect(handsNeeded({ ...nothing, mails: { failed: 0, retried: 2, reasons } })).toBe(0);
});

test('draws that are overdue beyond those that are named are counted, and none where all are named', () => {
  const raffles = [{ raffleId: first, number: 4, dueAt: '2026-01-01T00:00:00Z' }];
  const idsOf = (count: number) =>
    inboxItems({ ...nothing, overdue: { count, raffles } }).map(({ id }) => id);
  expect(idsOf(1)).toEqual([`overdue-${first}`]);
  expect(idsOf(2)).toEqual([`overdue-${first}`, 'more-overdue']);
});

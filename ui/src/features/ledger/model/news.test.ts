import { expect, test } from 'vitest';
import type { LogLine } from '../../../../../contracts/api/ledger-log.ts';
import { newsOf, newsText } from './news.ts';

const line = (n: number): LogLine => ({
  index: n,
  eventId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  type: 'RewardGranted',
  stream: 'account-a',
  revision: n,
  ledgerPosition: `C:${n}/P:${n}`,
  hash: '',
  occurredAt: '2026-01-01T00:00:00Z',
  description: '',
  isSealed: false,
});
const lines = (...numbers: number[]) => numbers.map(line);
const page = (...numbers: number[]) => ({ lines: lines(...numbers), nextCursor: 'more' });

test('what stands before the first event that is shown is new', () => {
  expect(newsOf(lines(3, 2, 1), page(5, 4, 3))).toEqual({ count: 2, hasMore: false });
  expect(newsOf(lines(3, 2, 1), page(3, 2, 1)).count).toBe(0);
  expect(newsOf(lines(3, 2, 1), page(9, 8, 7))).toEqual({ count: 3, hasMore: true });
});

test('the first events of an empty list are new', () => {
  expect(newsOf([], page(2, 1))).toEqual({ count: 2, hasMore: true });
  expect(newsOf([], { lines: [], nextCursor: null }).count).toBe(0);
});

test('an answer that is older than the list is no news', () => {
  expect(newsOf(lines(3, 2, 1), page(2, 1)).count).toBe(0);
  expect(newsOf(undefined, page(1)).count).toBe(0);
  expect(newsOf(lines(1), undefined).count).toBe(0);
});

test('in words', () => {
  expect(newsText({ count: 1, hasMore: false })).toBe('1 new event');
  expect(newsText({ count: 25, hasMore: true })).toBe('25 or more new events');
});

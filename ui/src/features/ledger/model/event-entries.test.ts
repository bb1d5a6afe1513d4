import { expect, test } from 'vitest';
import { eventsAt, oneMoreEvent } from './event-entries.ts';

test('an entry knows how many events lie over one another there; one that a link from elsewhere led to is none of them', () => {
  expect(eventsAt(null)).toBe(0);
  expect(eventsAt({ dialogs: 1 })).toBe(0);
  const first = oneMoreEvent(null);
  expect([eventsAt(first), eventsAt(oneMoreEvent(first))]).toEqual([1, 2]);
});

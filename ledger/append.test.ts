import { expect, test } from 'vitest';
import { appendWithCertainty, OutcomeUnknown } from './append.ts';
import { Deadline } from './deadline.ts';
import type { EventStore } from './event-store.ts';

/** Each look at the clock takes a millisecond, so that any two looks may have the end between them. */
function passingTiming() {
  let now = 0;
  return {
    now: () => now++,
    after: (milliseconds: number, call: () => void) => {
      const timer = setImmediate(() => {
        now += milliseconds;
        call();
      });
      return () => clearImmediate(timer);
    },
    random: () => 0.5,
  };
}

test('whenever the time ends, what was sent without an answer is unknown, so that nobody takes it for undone', async () => {
  const store = { append: () => Promise.reject(new Error('connection lost')) } as Partial<EventStore>;
  const proposal = { stream: 'account-1', events: [], expected: undefined };
  for (let limit = 1; limit <= 200; limit++) {
    const deadline = new Deadline(limit, 50, passingTiming());
    await expect(
      appendWithCertainty(store as EventStore, proposal, deadline),
      `${limit} ms`,
    ).rejects.toBeInstanceOf(OutcomeUnknown);
  }
});

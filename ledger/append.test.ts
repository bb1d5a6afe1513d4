import { expect, test } from 'vitest';
import { appendWithCertainty, OutcomeUnknown } from './append.ts';
import { Deadline } from './deadline.ts';
import { LedgerFull, LedgerUnavailable } from './domain-error.ts';
import type { EventStore } from './event-store.ts';
import { leapingTiming } from './testing/leaping-timing.ts';

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
  let sent = 0;
  const store: Partial<EventStore> = {
    append: () => {
      sent += 1;
      return Promise.reject(new Error('connection lost'));
    },
  };
  const proposal = { stream: 'account-1', events: [], expected: undefined };
  for (let limit = 1; limit <= 200; limit++) {
    sent = 0;
    const deadline = new Deadline(limit, 50, passingTiming());
    const error = await appendWithCertainty(store as EventStore, proposal, deadline).catch(
      (reason: unknown) => reason,
    );
    expect(error, `${limit} ms`).toBeInstanceOf(LedgerUnavailable);
    expect(error instanceof OutcomeUnknown, `${limit} ms`).toBe(sent > 0);
  }
  expect(sent).toBeGreaterThan(0);
});

test('what there was no time to send is undone, for certain', async () => {
  const { store, sent } = answering(new Error('connection lost'));
  const proposal = { stream: 'account-1', events: [], expected: 4n };
  const refused = appendWithCertainty(store, proposal, new Deadline(0, 50, leapingTiming(1)));
  await expect(refused).rejects.toSatisfy(
    (error) => error instanceof LedgerUnavailable && !(error instanceof OutcomeUnknown),
  );
  expect(sent()).toBe(0);
});

test('what has no answer is sent again after pauses that grow to a bound: a store that is in trouble is not stormed', async () => {
  const sent: unknown[] = [];
  const store: Partial<EventStore> = {
    append: async (...call) => {
      sent.push(call);
      if (sent.length === 9) return { kind: 'conflict' };
      return { kind: 'unknown', cause: new Error('reset') };
    },
  };
  const proposal = { stream: 'account-1', events: [], expected: 4n };
  const timing = leapingTiming(1);
  const outcome = await appendWithCertainty(store as EventStore, proposal, new Deadline(9_999, 50, timing));
  expect(outcome).toEqual({ kind: 'conflict' });
  expect(timing.waits).toEqual([10, 20, 40, 80, 160, 320, 320, 320]);
  // The same at the same revision, each time.
  expect(new Set(sent.map((call) => JSON.stringify(call, (_, value) => String(value)))).size).toBe(1);
});

/** A store that gives these answers, one after the other, and the last of them from then on. */
const answering = (...causes: readonly Error[]) => {
  let sent = 0;
  const store: Partial<EventStore> = {
    append: async () => ({ kind: 'unknown', cause: causes[Math.min(sent++, causes.length - 1)] }),
  };
  return { store: store as EventStore, sent: () => sent };
};

test('what a full store refuses was not done, for certain, and is not sent again', async () => {
  const { store, sent } = answering(new LedgerFull());
  const proposal = { stream: 'account-1', events: [], expected: 4n };
  const refused = appendWithCertainty(store, proposal, new Deadline(9_999, 50, leapingTiming(1)));
  await expect(refused).rejects.toSatisfy(
    (error) => error instanceof LedgerFull && !(error instanceof OutcomeUnknown),
  );
  expect(sent()).toBe(1);
});

test('that a store is full says nothing of what was sent to it before without an answer', async () => {
  const { store } = answering(new Error('connection lost'), new LedgerFull());
  const proposal = { stream: 'account-1', events: [], expected: 4n };
  const refused = appendWithCertainty(store, proposal, new Deadline(9_999, 50, leapingTiming(1)));
  await expect(refused).rejects.toBeInstanceOf(OutcomeUnknown);
});

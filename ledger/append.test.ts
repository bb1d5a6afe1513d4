import { describe, expect, test } from 'vitest';
import { appendWithCertainty, OutcomeUnknown } from './append.ts';
import { Deadline } from './deadline.ts';
import { LedgerFull, LedgerUnavailable } from './domain-error.ts';
import { envelop, type StoredEvent } from './envelope.ts';
import type { AppendOutcome, EventStore } from './event-store.ts';
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
    node: () => 1,
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
    node: () => 1,
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
    node: () => 1,
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

describe('where another node answers than the one that had the event which they follow', () => {
  const stream = 'admins';
  const wallet = `0x${'a'.repeat(40)}`;
  const context = {
    ...{ stream, inputHash: '0'.repeat(64), occurredAt: '2026-01-05T10:00:00.000Z' },
    actor: { kind: 'admin' as const, wallet },
    correlationId: '00000000-0000-4000-8000-000000000000',
  };
  const added = (n: number, end: Parameters<typeof envelop>[2]) =>
    envelop(
      [{ type: 'AdminAdded', data: { wallet: `0x${String(n).repeat(40)}`, addedBy: wallet } }],
      { ...context, commandId: `00000000-0000-4000-8000-00000000000${n}` },
      end,
    );
  const [base, other] = [added(1, undefined), added(2, undefined)];
  const position = { commit: 1n, prepare: 1n };
  // An event is read back as it was written.
  const storedAs = ({ events }: typeof base) =>
    events.map((event) => ({ ...event, stream, revision: 0n, position }) as StoredEvent);
  const { events } = added(3, base.end);

  /** @param outcomes one a sending; from the first on `node` answers, which has `found` at the revision before */
  function moved(found: () => Promise<readonly StoredEvent[]>, outcomes: AppendOutcome[], node = () => 2) {
    const sent: AppendOutcome[] = [];
    const store: Partial<EventStore> = {
      node,
      readPage: found,
      append: async () => {
        const outcome = outcomes[sent.length] ?? { kind: 'appended', position };
        sent.push(outcome);
        return outcome;
      },
    };
    const proposal = { stream, events, expected: 0n, seenBy: 1 };
    const timing = leapingTiming(1);
    const outcome = appendWithCertainty(store as EventStore, proposal, new Deadline(9_999, 50, timing));
    return { outcome, sent };
  }

  test('they are sent where it stands, and that node is the one that had it from then on', async () => {
    const { outcome } = moved(async () => storedAs(base), []);
    expect(await outcome).toEqual({ kind: 'appended', position, seenBy: 2 });
  });

  test('nothing is sent behind another event: it would name one that is not there', async () => {
    const { outcome, sent } = moved(async () => storedAs(other), []);
    expect(await outcome).toEqual({ kind: 'conflict' });
    expect(sent).toEqual([]);
  });

  test('nothing is sent once more behind another event, either', async () => {
    let node = 1;
    const lost: AppendOutcome = { kind: 'unknown', cause: new Error('the leader stands still') };
    const { outcome, sent } = moved(
      async () => storedAs(other),
      [lost],
      () => node,
    );
    node = 2;
    expect(await outcome).toEqual({ kind: 'conflict' });
    expect(sent).toEqual([lost]);
  });

  test('a node that has not got so far is left to say itself whether they follow', async () => {
    const { outcome, sent } = moved(async () => [], [{ kind: 'conflict' }]);
    expect(await outcome).toEqual({ kind: 'conflict' });
    expect(sent).toHaveLength(1);
    expect(await moved(async () => [], []).outcome).toMatchObject({ kind: 'appended', seenBy: 1 });
  });

  test('nothing is sent as long as nobody says what stands there', async () => {
    const { outcome, sent } = moved(() => Promise.reject(new Error('away')), []);
    await expect(outcome).rejects.toSatisfy(
      (error) => error instanceof LedgerUnavailable && !(error instanceof OutcomeUnknown),
    );
    expect(sent).toEqual([]);
  });
});

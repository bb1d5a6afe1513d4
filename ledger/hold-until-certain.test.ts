import { expect, test } from 'vitest';
import { OutcomeUnknown } from './append.ts';
import type { HeldRight } from './authorize.ts';
import { envelop } from './envelope.ts';
import type { AppendOutcome, EventStore } from './event-store.ts';
import { holdUntilCertain } from './hold-until-certain.ts';
import { turnedTiming } from './testing/turned-timing.ts';

const stream = 'admins';
const wallet = `0x${'a'.repeat(40)}`;
const envelope = {
  ...{ stream, commandId: '00000000-0000-4000-8000-000000000001', inputHash: '0'.repeat(64) },
  occurredAt: '2026-01-05T10:00:00.000Z',
  actor: { kind: 'admin', wallet },
  correlationId: '00000000-0000-4000-8000-000000000002',
} as const;
const added = (who: string) => ({ type: 'AdminAdded', data: { wallet: who, addedBy: wallet } });
const { events } = envelop([added(`0x${'b'.repeat(40)}`), added(`0x${'c'.repeat(40)}`)], envelope, undefined);

/** A right that writes down what becomes of it, and a store that gives these outcomes, one an attempt. */
function scene(outcomes: (AppendOutcome | 'throws')[], fails = 0, lostAfter = Number.POSITIVE_INFINITY) {
  const log: string[] = [];
  const timing = turnedTiming();
  const closing = new AbortController();
  const sent: unknown[] = [];
  const store = {
    node: () => 1,
    append: async (...call: unknown[]) => {
      sent.push(call);
      const outcome = outcomes.shift() ?? 'throws';
      if (outcome === 'throws') throw new Error('away');
      return outcome;
    },
  } as unknown as EventStore;
  let failures = fails;
  const held: HeldRight = {
    onAppended: async (revision) => {
      if (failures-- > 0) throw new Error('Postgres is away');
      log.push(`appended ${revision}`);
    },
    isLost: () => sent.length >= lostAfter,
    abandon: () => log.push('abandoned'),
    [Symbol.asyncDispose]: async () => {
      log.push('given back');
    },
  };
  const hold = (expected: bigint | undefined) => {
    const unknown = new OutcomeUnknown({ stream, events, expected }, new Error('lost'));
    return holdUntilCertain({ store, timing }, unknown, held, closing.signal);
  };
  return { log, timing, closing, sent, hold };
}
const appended: AppendOutcome = { kind: 'appended', position: { commit: 1n, prepare: 1n } };

test('an act that stands in the ledger gives its right back with the revision of its last event', async () => {
  const { log, hold, sent } = scene([appended]);
  await hold(4n);
  expect(log).toEqual(['appended 6', 'given back']);
  expect(sent).toEqual([[stream, events, 4n]]);
  const first = scene([appended]);
  await first.hold(undefined);
  expect(first.log).toEqual(['appended 1', 'given back']);
});

test('an act that can stand there no more gives its right back without one', async () => {
  const { log, hold } = scene([{ kind: 'conflict' }]);
  await hold(4n);
  expect(log).toEqual(['given back']);
});

test('the same bytes are sent again, over hours, until the store says yes or no', async () => {
  const { log, timing, sent, hold } = scene([...Array(40).fill('throws'), appended]);
  let isOver = false;
  const over = hold(4n).then(() => {
    isOver = true;
  });
  let passed = 0;
  for (; !isOver && passed < 3_600_000; passed += 200) await timing.turn(200);
  await over;
  expect(sent).toHaveLength(41);
  expect(
    new Set(
      sent.map((call) =>
        JSON.stringify(call, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      ),
    ).size,
  ).toBe(1);
  expect(log).toEqual(['appended 6', 'given back']);
  // Longer than one command may take: it is taken up again and again.
  expect(passed).toBeGreaterThan(3_000);
});

test('a right that cannot be given back yet is tried again a second later', async () => {
  const { log, timing, hold } = scene([appended, appended], 1);
  const over = hold(4n);
  await timing.turn(0);
  await timing.turn(999);
  expect(log).toEqual([]);
  await timing.turn(1);
  await over;
  expect(log).toEqual(['appended 6', 'given back']);
});

test('a program that ends abandons what is not certain, and gives nothing back', async () => {
  const { log, timing, closing, hold } = scene([], 0);
  const over = hold(4n);
  await timing.turn(100);
  closing.abort();
  for (let n = 0; n < 100; n++) await timing.turn(100);
  await over;
  expect(log).toEqual(['abandoned']);
});

test('of a right that was lost nothing is sent any more: whoever has it now may know nothing of the act', async () => {
  const { log, timing, sent, hold } = scene(['throws', 'throws', appended], 0, 2);
  const over = hold(4n);
  for (let n = 0; n < 100; n++) await timing.turn(100);
  await over;
  expect(sent).toHaveLength(2);
  expect(log).toEqual(['abandoned']);
});

import { expect, test } from 'vitest';
import { type MassAct, massActQuery } from './mass-act.ts';

const act: MassAct = { requestId: crypto.randomUUID(), kind: 'reset', done: 1, of: 3 };

/** Milliseconds until the next look, where the last answer and the last failure came then. */
function pauseAfter(answeredAt: number, failedAt?: number, data: object = { act, ended: null }): unknown {
  const { refetchInterval } = massActQuery;
  const state = {
    data,
    dataUpdatedAt: answeredAt,
    error: failedAt === undefined ? null : new Error('no answer'),
    errorUpdatedAt: failedAt ?? 0,
  };
  // Of a query it asks for its state alone.
  return typeof refetchInterval === 'function' ? refetchInterval({ state } as never) : refetchInterval;
}

test('an act that is under way is looked at twice a second, and nothing else is', () => {
  expect(pauseAfter(5_000)).toBe(500);
  expect(pauseAfter(5_000, undefined, { act: null, ended: null })).toBe(false);
});

test('while the server is away it is asked about an act a dozen times in a minute, not a hundred, and at once when it is back', () => {
  const pauses: number[] = [];
  for (let now = 500; now < 60_000; now += Number(pauses.at(-1))) pauses.push(Number(pauseAfter(0, now)));
  expect(pauses.slice(0, 6)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000]);
  expect(pauses.at(-1)).toBe(10_000);
  expect(pauses.length).toBeLessThan(13);
  expect(pauseAfter(60_000)).toBe(500);
  // A clock that was put back.
  expect(pauseAfter(60_000, 1_000)).toBe(500);
});

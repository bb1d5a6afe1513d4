import { expect, test } from 'vitest';
import { asProgram, inOneTime } from './command-context.ts';
import { Deadline } from './deadline.ts';
import { testContext } from './testing/start-ledger.ts';
import { turnedTiming } from './testing/turned-timing.ts';
import { pause, systemTiming } from './timing.ts';

test('a pause is over after its time, and not before', async () => {
  const timing = turnedTiming();
  let isOver = false;
  const paused = pause(timing, 100).then(() => {
    isOver = true;
  });
  await timing.turn(99);
  expect(isOver).toBe(false);
  await timing.turn(1);
  expect(isOver).toBe(true);
  await paused;
});

test('a pause is over at once for who stops, and calls for nothing afterwards', async () => {
  const timing = turnedTiming();
  let cancelled = 0;
  const counting = {
    ...timing,
    after: (milliseconds: number, call: () => void) => {
      const cancel = timing.after(milliseconds, call);
      return () => {
        cancelled += 1;
        cancel();
      };
    },
  };
  await pause(counting, 100, AbortSignal.abort());
  const stopping = new AbortController();
  const paused = pause(counting, 100, stopping.signal);
  stopping.abort();
  await paused;
  expect(cancelled).toBe(1);
  // Who stops later finds nobody waiting.
  const later = new AbortController();
  const over = pause(counting, 10, later.signal);
  await timing.turn(10);
  await over;
  later.abort();
  expect(cancelled).toBe(1);
});

test('the system’s own time goes on, and takes a call back', async () => {
  const before = systemTiming.now();
  let called = 0;
  const cancel = systemTiming.after(1, () => {
    called += 1;
  });
  cancel();
  await new Promise<void>((resolve) => systemTiming.after(5, resolve));
  expect(called).toBe(0);
  expect(systemTiming.now()).toBeGreaterThan(before);
});

test('one request has one deadline, however many commands it takes', () => {
  const made = new Deadline(1_000, 100);
  const handler = { newDeadline: () => made };
  const context = testContext();
  expect(inOneTime(handler, context)).toEqual({ ...context, deadline: made });
  const own = new Deadline(2_000, 100);
  expect(inOneTime(handler, { ...context, deadline: own }).deadline).toBe(own);
});

test('what the program does by its rules is its own act, and names the wallet of who had it done', () => {
  const context = testContext({ actor: { kind: 'admin', wallet: '0x1' } });
  expect(asProgram(context)).toEqual({ ...context, actor: { kind: 'system', wallet: '0x1' } });
});

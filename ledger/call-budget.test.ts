import { expect, test } from 'vitest';
import { callBudget } from './call-budget.ts';
import { LedgerUnavailable } from './domain-error.ts';

const open = new AbortController().signal;

test('no more calls than places, and each place is given back, also by a call that failed', async () => {
  const budget = callBudget(3);
  let underWay = 0;
  let most = 0;
  const call = async (fails: boolean) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    if (fails) throw new Error('reset');
  };
  const calls = Array.from({ length: 50 }, (_, n) => budget.run(open, () => call(n % 2 === 0)));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(25);
  expect(most).toBe(3);
  await budget.run(open, () => call(false));
});

test('who is given up while waiting leaves the line, and its call is never begun', async () => {
  const budget = callBudget(1);
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = budget.run(open, () => promise);
  const givenUp = new AbortController();
  let begun = false;
  const second = budget.run(givenUp.signal, async () => {
    begun = true;
  });
  const refused = expect(second).rejects.toBeInstanceOf(LedgerUnavailable);
  givenUp.abort();
  await refused;
  resolve();
  await first;
  expect(await budget.run(open, async () => 'free')).toBe('free');
  expect(begun).toBe(false);
});

test('says how many places are taken, who waits, and who gave up', async () => {
  const budget = callBudget(2);
  expect(budget.use()).toEqual({ places: 2, taken: 0, waiting: 0, givenUp: 0 });
  const leave = [await budget.take(open), await budget.take(open)];
  const givenUp = new AbortController();
  const refused = expect(budget.take(givenUp.signal)).rejects.toBeInstanceOf(LedgerUnavailable);
  const waiting = budget.take(open);
  expect(budget.use()).toEqual({ places: 2, taken: 2, waiting: 2, givenUp: 0 });
  givenUp.abort();
  await refused;
  expect(budget.use()).toEqual({ places: 2, taken: 2, waiting: 1, givenUp: 1 });
  leave[0]?.();
  const last = await waiting;
  expect(budget.use()).toEqual({ places: 2, taken: 2, waiting: 0, givenUp: 1 });
  // Each place is given back once, however often that is said.
  for (const one of [last, last, leave[1], leave[1]]) one?.();
  expect(budget.use()).toEqual({ places: 2, taken: 0, waiting: 0, givenUp: 1 });
});

test('who is given up before it asks gets no place, and takes none from who waits', async () => {
  const budget = callBudget(1);
  const leave = await budget.take(open);
  await expect(budget.take(AbortSignal.abort())).rejects.toBeInstanceOf(LedgerUnavailable);
  expect(budget.use()).toMatchObject({ waiting: 0, givenUp: 1 });
  const next = budget.take(open);
  leave();
  (await next)();
  expect(budget.use().taken).toBe(0);
});

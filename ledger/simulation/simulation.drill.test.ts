import { expect, test } from 'vitest';
import { planOf } from './plan.ts';
import { runSeeds, runSeedsHere } from './seeds.ts';
import { simulate } from './simulate.ts';

/** A mutation test asks the same of each of thousands of changes. */
const IS_CHANGED = process.env.MUTATION_TESTS !== undefined;
const SEEDS = IS_CHANGED ? 8 : 150;
const STEPS = 60;

test('the same seed is the same run, to the last line of its trace', async () => {
  const [one, other] = [await simulate(planOf(3, STEPS)), await simulate(planOf(3, STEPS))];
  expect(one.trace.length).toBeGreaterThan(STEPS);
  expect(other.trace).toEqual(one.trace);
  const again = { ...planOf(3, STEPS), callFaults: one.callFaults };
  expect((await simulate(again)).trace).toEqual(one.trace);
  expect((await simulate(planOf(4, STEPS))).trace).not.toEqual(one.trace);
});

test(`nothing is lost, paid twice or done without a right in ${SEEDS} seeds`, {
  timeout: 120_000,
}, async () => {
  const order = { from: 1, to: SEEDS, steps: STEPS };
  const { seeds, events, failed } = IS_CHANGED ? await runSeedsHere(order) : await runSeeds(order, 2);
  expect(failed, 'npm run simulate -- --seed N shows the shortest way to it').toEqual([]);
  expect(seeds).toBe(SEEDS);
  // The workload does something: most steps end in events.
  expect(events).toBeGreaterThan(SEEDS * 40);
});

import { expect, test } from 'vitest';
import { FAULTS, mendsWith } from './faults/all.ts';
import { planOf } from './plan.ts';
import { asItIs } from './replica/mends.ts';
import { runSeeds } from './seeds.ts';
import { shrink } from './shrink.ts';
import { simulate } from './simulate.ts';

const STEPS = 80;
/** Seeds in which each fault has to be found. */
const FOUND_WITHIN = 400;
/** Where to begin, for what takes a rare moment: a lock that is lost while an act is under way, and then a removal. */
const FROM: Readonly<Record<string, number>> = {
  'mutable-fold': 10,
  'open-acts-left': 210,
  'release-in-use': 914,
  'right-given-back-early': 100,
  'sealed-before-erasure': 50,
  'undo-beside-reset': 460,
  'undo-takes-twice': 145,
};

test.each(FAULTS.map(({ name }) => name))('%s is found', { timeout: 120_000 }, async (fault) => {
  const from = FROM[fault] ?? 1;
  const order = { from, to: from + FOUND_WITHIN, steps: STEPS, fault, enough: 1 };
  const { failed } = await runSeeds(order, 1);
  const [first] = failed;
  expect(first).toBeDefined();
  process.stdout.write(
    `${fault}: seed ${first?.seed}, after ${first?.stepsSent} steps: ${first?.violation}\n`,
  );
});

test('what goes wrong is shrunk to a few steps that go wrong in the same way', {
  timeout: 60_000,
}, async () => {
  const fault = FAULTS.find(({ name }) => name === 'release-in-use');
  const mends = fault ? mendsWith(fault) : asItIs;
  const from = FROM['release-in-use'] ?? 1;
  const { failed } = await runSeeds(
    { from, to: from + FOUND_WITHIN, steps: STEPS, fault: 'release-in-use', enough: 1 },
    1,
  );
  const plan = planOf(failed[0]?.seed ?? 0, STEPS);
  const outcome = await simulate(plan, mends);
  expect(outcome.violation).toBe(failed[0]?.violation);
  const shrunk = await shrink(plan, outcome, mends);
  expect(shrunk.outcome.violation).toContain('frees what its account uses');
  expect(shrunk.plan.steps.length).toBeLessThan(10);
  expect((await simulate(shrunk.plan, mends)).violation).toBe(shrunk.outcome.violation);
  // Without the fault the same plan is no harm.
  expect((await simulate(shrunk.plan)).violation).toBeUndefined();
});

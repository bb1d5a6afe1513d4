import { expect, test } from 'vitest';
import { runSeeds } from './seeds.ts';

const SEEDS = 20_000;

test(`nothing is lost, paid twice or done without a right in ${SEEDS} seeds`, async () => {
  const { seeds, failed } = await runSeeds({ from: 1_000_001, to: 1_000_000 + SEEDS, steps: 100 }, 2);
  expect(failed, 'npm run simulate -- --steps 100 --seed N shows the shortest way to it').toEqual([]);
  expect(seeds).toBe(SEEDS);
});

import { expect, test } from 'vitest';
import { killRounds } from './testing/kill-rounds.ts';

test('killed 200 times under a stream of commands, nothing acknowledged is lost and nothing is done twice', async () => {
  const { acknowledged, unanswered } = await killRounds(200);
  expect(acknowledged).toBeGreaterThan(1_000);
  expect(unanswered).toBeGreaterThan(0);
});

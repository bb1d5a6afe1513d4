import { expect, test } from 'vitest';
import { killRounds } from './testing/kill-rounds.ts';

test('killed 3 times under a stream of commands, nothing acknowledged is lost and nothing is done twice', async () => {
  const { acknowledged, unanswered } = await killRounds(3);
  expect(acknowledged).toBeGreaterThan(15);
  expect(unanswered).toBeGreaterThan(0);
}, 120_000);

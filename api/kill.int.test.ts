import { expect, test } from 'vitest';
import { killRounds } from './testing/kill-rounds.ts';

test('killed 6 times under a stream of commands, nothing acknowledged is lost and nothing is done twice', async () => {
  const { acknowledged, unanswered } = await killRounds(6);
  expect(acknowledged).toBeGreaterThan(30);
  expect(unanswered).toBeGreaterThan(0);
}, 120_000);

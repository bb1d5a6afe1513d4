import { expect, test } from 'vitest';
import { killRounds } from './testing/kill-rounds.ts';

test('killed 20 times under a stream of commands, nothing acknowledged is lost and nothing is done twice', async () => {
  const { acknowledged, unanswered } = await killRounds(20);
  expect(acknowledged).toBeGreaterThan(100);
  expect(unanswered).toBeGreaterThan(0);
}, 240_000);

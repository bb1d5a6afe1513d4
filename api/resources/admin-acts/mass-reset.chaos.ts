import { expect, test } from 'vitest';
import { massResetWithKills } from '../../testing/mass-reset.ts';

test('a reset of 100,000 accounts, killed five times on its way, resets each once', async () => {
  const doneAt = await massResetWithKills(100_000, 5);
  expect(doneAt.every((done) => done < 100_001)).toBe(true);
});

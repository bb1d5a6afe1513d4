import { expect, test } from 'vitest';
import { massResetWithKills } from './testing/mass-reset.ts';

test('a reset of 2,000 accounts, killed twice on its way, resets each once', async () => {
  const [first = 0] = await massResetWithKills(2_000, 2);
  expect(first).toBeLessThan(2_001);
}, 120_000);

import { expect, test } from 'vitest';
import { massResetWithKills } from '../../testing/mass-reset.ts';

test('a reset of 800 accounts, killed twice on its way, resets each once', async () => {
  const [first = 0] = await massResetWithKills(800, 2);
  expect(first).toBeLessThan(801);
}, 120_000);

import { expect, test } from 'vitest';
import { startAnvil } from './anvil.ts';

test('a chain with a pace makes blocks by itself, as a raffle needs them; another makes none', async () => {
  const [paced, still] = await Promise.all([startAnvil({ secondsPerBlock: 1 }), startAnvil()]);
  const height = async ({ request }: typeof paced) => Number(await request('eth_blockNumber'));
  try {
    await expect.poll(() => height(paced), { timeout: 20_000 }).toBeGreaterThan(1);
    expect(await height(still)).toBe(0);
  } finally {
    await Promise.all([paced.stop(), still.stop()]);
  }
});

import { expect, test } from 'vitest';
import { copyFailure } from './copy-failure.ts';

test('of a link that cannot be copied it is said that it can be copied by hand, of all else it is not called a link', () => {
  const link = { title: 'Copy Failed', description: 'Failed to copy link. Please copy manually.' };
  for (const text of ['https://evo.example/raffle?raffle=1', 'http://localhost:3000/evo-rewards']) {
    expect(copyFailure(text)).toEqual(link);
  }
  for (const text of ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'C:1/P:1', 'EVO-4711']) {
    expect(copyFailure(text)).toEqual({ title: 'Copy Failed' });
  }
});

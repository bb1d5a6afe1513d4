import { expect, test, vi } from 'vitest';

test('what is waited for may take longer than a second, where no time is named', async () => {
  const from = performance.now();
  await vi.waitFor(() => expect(performance.now() - from).toBeGreaterThan(1_050));
  await expect(vi.waitFor(() => Promise.reject(new Error('never')), 50)).rejects.toThrow('never');
  await expect(vi.waitFor(() => Promise.reject(new Error('never')), { timeout: 50 })).rejects.toThrow(
    'never',
  );
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { walletErrors } from '../../../../contracts/messages.ts';
import { waitForReceipt } from './wait-for-receipt.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function minedAfter(asks: number) {
  let asked = 0;
  return {
    asked: () => asked,
    provider: {
      request: async () => {
        asked += 1;
        return asked > asks ? { blockNumber: '0x1' } : null;
      },
    },
  };
}

test('a receipt is asked for every 1000 ms until there is one', async () => {
  const { provider, asked } = minedAfter(2);
  const receipt = waitForReceipt(provider, '0xaa');
  await vi.advanceTimersByTimeAsync(1_999);
  expect(asked()).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await receipt).toEqual({ blockNumber: '0x1' });
  expect(asked()).toBe(3);
});

test('without a provider it says so', async () => {
  await expect(waitForReceipt(undefined, '0xaa')).rejects.toThrow(walletErrors.noProviderForReceipt);
});

test('a signal ends the asking', async () => {
  const { provider, asked } = minedAfter(Number.POSITIVE_INFINITY);
  const stop = new AbortController();
  const ended = expect(waitForReceipt(provider, '0xaa', stop.signal)).rejects.toThrow('enough');
  await vi.advanceTimersByTimeAsync(500);
  stop.abort(new Error('enough'));
  await vi.advanceTimersByTimeAsync(1_000);
  await ended;
  expect(asked()).toBe(1);
});

import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

const client = createQueryClient({ onSessionMoved: () => undefined, onNoAnswer: () => undefined });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  client.clear();
});

test('nothing is asked for again by itself', async () => {
  const ask = vi.fn(async () => 'answer');
  const stop = new QueryObserver(client, { queryKey: ['a'], queryFn: ask }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  // A day goes by; somebody comes back to the page, and to the network; another part of the page reads the same.
  await vi.advanceTimersByTimeAsync(86_400_000);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  const stopOther = new QueryObserver(client, { queryKey: ['a'], queryFn: ask }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  stop();
  stopOther();
  expect(ask).toHaveBeenCalledTimes(1);
  expect(client.getDefaultOptions()).toMatchObject({
    queries: {
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchInterval: false,
    },
    mutations: { retry: false },
  });
});

test('what fails is asked once, and a command is sent once', async () => {
  const fail = vi.fn(async () => Promise.reject(new Error('away')));
  await expect(client.fetchQuery({ queryKey: ['b'], queryFn: fail })).rejects.toThrow('away');
  const command = client.getMutationCache().build(client, { mutationFn: fail });
  await expect(command.execute(undefined)).rejects.toThrow('away');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fail).toHaveBeenCalledTimes(2);
});

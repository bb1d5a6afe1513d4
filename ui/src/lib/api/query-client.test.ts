import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError, NoAnswer } from './api-error.ts';
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

const said = (status: number, error: string) => new ApiError(status, JSON.stringify({ error, message: 'x' }));

test.each<[what: string, error: Error, heard: readonly string[]]>([
  ['no answer', new NoAnswer('gone'), ['no answer']],
  ['an answer of the proxy', new ApiError(502, '<html>Bad Gateway</html>'), ['no answer']],
  ['an outage that the server tells of itself', said(503, 'DatabaseUnavailable'), []],
  ['the word that the session is over', said(401, 'NotSignedIn'), ['session']],
  ['the word that it is of another account', said(403, 'WalletHeaderMismatch'), ['session']],
  ['any other refusal', said(403, 'NotAnAdmin'), []],
])('of %s the page is told what it is, by a read and by a command', async (_, error, heard) => {
  const told: string[] = [];
  const page = createQueryClient({
    onSessionMoved: () => told.push('session'),
    onNoAnswer: () => told.push('no answer'),
  });
  const fail = () => Promise.reject(error);
  await expect(page.fetchQuery({ queryKey: ['c'], queryFn: fail })).rejects.toBe(error);
  await expect(page.getMutationCache().build(page, { mutationFn: fail }).execute(undefined)).rejects.toBe(
    error,
  );
  expect(told).toEqual([...heard, ...heard]);
  page.clear();
});

test('a browser that says it is offline is not believed: what is asked fails by itself, and is told', async () => {
  onlineManager.setOnline(false);
  try {
    const fail = () => Promise.reject(new NoAnswer('offline'));
    await expect(client.fetchQuery({ queryKey: ['d'], queryFn: fail })).rejects.toThrow(NoAnswer);
    const command = client.getMutationCache().build(client, { mutationFn: fail });
    await expect(command.execute(undefined)).rejects.toThrow(NoAnswer);
  } finally {
    onlineManager.setOnline(true);
  }
});

describe('a list that is asked for the first time while all is to be asked anew', () => {
  function askSlowly() {
    const calls: PromiseWithResolvers<string>[] = [];
    const queryFn = (): Promise<string> => {
      const call = Promise.withResolvers<string>();
      calls.push(call);
      return call.promise;
    };
    const list = new QueryObserver(client, { queryKey: ['list'], queryFn });
    onTestFinished(list.subscribe(() => undefined));
    return { list, calls };
  }

  test('is asked once more when it has come: it may be from before', async () => {
    const { list, calls } = askSlowly();
    const anew = client.invalidateQueries({ queryKey: ['list'] });
    expect(calls).toHaveLength(1);
    calls[0]?.resolve('without the act');
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toHaveLength(2);
    calls[1]?.resolve('with it');
    await anew;
    await vi.advanceTimersByTimeAsync(0);
    expect(list.getCurrentResult()).toMatchObject({ data: 'with it', isFetching: false });
    expect(calls).toHaveLength(2);
  });

  test('says that it could not be had where it cannot, and another one is left alone', async () => {
    const { list, calls } = askSlowly();
    const other = client.invalidateQueries({ queryKey: ['another'] });
    const anew = client.invalidateQueries({ queryKey: ['list'] });
    calls[0]?.reject(new Error('away'));
    await Promise.all([other, anew]);
    await vi.advanceTimersByTimeAsync(0);
    expect(list.getCurrentResult()).toMatchObject({ status: 'error', isFetching: false });
    expect(calls).toHaveLength(1);
  });
});

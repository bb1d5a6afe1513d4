import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { whenReady } from './when-ready.ts';

function failing(times: number, status: number, retryAfter?: number) {
  const pauses: number[] = [];
  const limits: (number | undefined)[] = [];
  let calls = 0;
  const send = async () => {
    if (++calls <= times) throw new ApiError(status, 'no', true, retryAfter);
    return calls;
  };
  return {
    pauses,
    limits,
    answer: () =>
      whenReady(send, {
        pause: async (pause) => void pauses.push(pause),
        onLimit: (until) => limits.push(until && Math.round((until.getTime() - Date.now()) / 1_000)),
      }),
    send,
    calls: () => calls,
  };
}

test('what could not be done just now is sent again after a pause', async () => {
  const { answer, pauses } = failing(2, 503);
  expect(await answer()).toBe(3);
  expect(pauses).toEqual([1_000, 1_000]);
});

test('what is over a limit is sent again once it may be', async () => {
  const { answer, pauses } = failing(2, 429, 37);
  expect(await answer()).toBe(3);
  expect(pauses).toEqual([37_000, 37_000]);
});

test('until when a limit is waited for is told, and once that is over', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { answer, limits } = failing(2, 429, 37);
  await answer();
  expect(limits).toEqual([37, undefined, 37, undefined]);
});

test('who gives up waits for no limit', async () => {
  const { send, calls } = failing(1, 429, 3_600);
  const stop = new AbortController();
  const answer = whenReady(send, { signal: stop.signal });
  const given = new Error('given up');
  stop.abort(given);
  await expect(answer).rejects.toBe(given);
  await expect(whenReady(failing(1, 429, 3_600).send, { signal: stop.signal })).rejects.toBe(given);
  expect(calls()).toBe(1);
});

test('not for ever', async () => {
  const { answer, calls } = failing(9, 503);
  await expect(answer()).rejects.toMatchObject({ status: 503 });
  expect(calls()).toBe(5);
});

test.each([400, 403, 500])('a %s is final', async (status) => {
  const { answer, calls } = failing(1, status);
  await expect(answer()).rejects.toMatchObject({ status });
  expect(calls()).toBe(1);
});

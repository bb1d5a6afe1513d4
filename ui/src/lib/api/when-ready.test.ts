import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { whenReady } from './when-ready.ts';

function failing(times: number, status: number) {
  const pauses: number[] = [];
  let calls = 0;
  const send = async () => {
    if (++calls <= times) throw new ApiError(status, 'no');
    return calls;
  };
  return {
    pauses,
    answer: () => whenReady(send, async (pause) => void pauses.push(pause)),
    calls: () => calls,
  };
}

test('what could not be done just now is sent again after a pause', async () => {
  const { answer, pauses } = failing(2, 503);
  expect(await answer()).toBe(3);
  expect(pauses).toEqual([1_000, 1_000]);
});

test('not for ever', async () => {
  const { answer, calls } = failing(9, 503);
  await expect(answer()).rejects.toMatchObject({ status: 503 });
  expect(calls()).toBe(5);
});

test.each([400, 403, 429, 500])('a %s is final', async (status) => {
  const { answer, calls } = failing(1, status);
  await expect(answer()).rejects.toMatchObject({ status });
  expect(calls()).toBe(1);
});

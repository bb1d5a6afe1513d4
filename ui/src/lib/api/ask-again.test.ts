import { focusManager, QueryCache, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { askAgainLater } from './ask-again.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const said = (status: number, retryAfter?: number) =>
  new ApiError(status, JSON.stringify({ error: 'Busy', message: 'x' }), false, retryAfter);

/** All by which a pause can be longer by chance, from 0 to 1. */
const clientOf = (chance: number) =>
  new QueryClient({
    queryCache: new QueryCache({ onError: askAgainLater(() => chance) }),
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });

/** Asks as a page that is looked at does; `answer` is called anew each time. */
function look(answer: () => Promise<string>, client = clientOf(0)) {
  const asked: number[] = [];
  const queryFn = () => {
    asked.push(Date.now());
    return answer();
  };
  const observer = new QueryObserver(client, { queryKey: [crypto.randomUUID()], queryFn });
  const leave = observer.subscribe(() => undefined);
  onTestFinished(() => {
    leave();
    client.clear();
  });
  const pauses = () => asked.slice(1).map((at, before) => at - (asked[before] ?? 0));
  return { observer, leave, asked, pauses };
}

test('what the server cannot answer is asked again, after ever longer pauses, until it is there', async () => {
  let isAble = false;
  const page = look(async () => {
    if (isAble) return 'figures';
    throw said(503);
  });
  await vi.advanceTimersByTimeAsync(200_000);
  expect(page.pauses()).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  isAble = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.observer.getCurrentResult()).toMatchObject({ data: 'figures', error: null });
  const before = page.asked.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(page.asked).toHaveLength(before);

  // The next trouble is another one.
  isAble = false;
  await page.observer.refetch();
  isAble = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(page.pauses().at(-1)).toBe(5_000);
  expect(page.observer.getCurrentResult().error).toBe(null);
});

test.each([0, 0.5, 1])(
  'the pause is no shorter than the server asks for, and longer by chance: %d',
  async (chance) => {
    const page = look(() => Promise.reject(said(503, 12)), clientOf(chance));
    await vi.advanceTimersByTimeAsync(12_000 * (1 + chance / 2));
    expect(page.pauses()).toEqual([12_000 * (1 + chance / 2)]);
  },
);

test("the page's own queries are asked so", async () => {
  const page = look(
    () => Promise.reject(said(503)),
    createQueryClient({ onSessionMoved: () => undefined, onNoAnswer: () => undefined }),
  );
  await vi.advanceTimersByTimeAsync(7_500);
  expect(page.asked).toHaveLength(2);
});

test.each([
  ['a refusal', said(403)],
  ['a limit', said(429, 1)],
  ['a fault', said(500)],
  ['what a proxy says', new ApiError(503, '<html>Unavailable</html>')],
])('%s is not asked again', async (_, error) => {
  const page = look(() => Promise.reject(error));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(page.asked).toHaveLength(1);
});

test('what nobody looks at any more is not asked, nor what somebody has asked meanwhile', async () => {
  const left = look(() => Promise.reject(said(503)));
  const answers = [Promise.reject(said(503)), Promise.resolve('figures')];
  const retried = look(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
  await vi.advanceTimersByTimeAsync(1_000);
  left.leave();
  await retried.observer.refetch();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(left.asked).toHaveLength(1);
  expect(retried.asked).toHaveLength(2);
  expect(retried.observer.getCurrentResult().data).toBe('figures');
});

test('a page in a tab that nobody looks at asks when somebody comes back to it, and once', async () => {
  onTestFinished(() => focusManager.setFocused(undefined));
  const answers = [Promise.reject(said(503)), Promise.resolve('figures')];
  const page = look(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
  await vi.advanceTimersByTimeAsync(1_000);
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(page.asked).toHaveLength(1);
  focusManager.setFocused(true);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(page.asked).toHaveLength(2);
  expect(page.observer.getCurrentResult().data).toBe('figures');
});

test('a page that somebody comes back to before its pause is over waits for the rest of it', async () => {
  onTestFinished(() => focusManager.setFocused(undefined));
  const page = look(() => Promise.reject(said(503)));
  await vi.advanceTimersByTimeAsync(1_000);
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(1_000);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(page.asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(page.asked).toHaveLength(2);
});

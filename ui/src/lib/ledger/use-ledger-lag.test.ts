import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ledgerSync, queryClient } from '../api/api.ts';
import { DRY_RUN } from '../api/dry-run.ts';
import { refreshLagging } from './use-ledger-lag.ts';

// They are the page's own, as in the files that ran before and run after this one.
function forget(): void {
  ledgerSync.forget();
  queryClient.clear();
}
beforeEach(forget);
afterEach(forget);

test('what was answered while the read models lagged is asked again where it is looked at next, too', async () => {
  const before = Date.now() - 60_000;
  queryClient.setQueryData(['/api/history'], 'from before the act', { updatedAt: before });
  ledgerSync.answered(true);
  const ask = vi.fn(async () => 'figures');
  const shown = new QueryObserver(queryClient, { queryKey: ['/api/dashboard'], queryFn: ask });
  const leave = shown.subscribe(() => undefined);
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('figures'));
  // Answered, and left for another page before they have caught up.
  queryClient.setQueryData(['/api/transactions'], 'without the act');
  queryClient.setQueryData(['/api/admin/reset-rewards', DRY_RUN], 'an answer');

  await refreshLagging();
  expect(ask).toHaveBeenCalledTimes(2);
  const isToBeAsked = (key: readonly string[]) => queryClient.getQueryState(key)?.isInvalidated;
  expect(isToBeAsked(['/api/transactions'])).toBe(true);
  expect(isToBeAsked(['/api/history'])).toBe(false);
  expect(isToBeAsked(['/api/admin/reset-rewards', DRY_RUN])).toBe(false);
  leave();
});

test('a list that is slow to come is not given up for each question while the read models lag', async () => {
  ledgerSync.answered(true);
  const slow = Promise.withResolvers<string>();
  const ask = vi.fn<() => Promise<string>>(async () => 'without the act');
  const shown = new QueryObserver(queryClient, { queryKey: ['/api/transactions'], queryFn: ask });
  const leave = shown.subscribe(() => undefined);
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('without the act'));

  ask.mockImplementation(() => slow.promise);
  const asked = Array.from({ length: 5 }, refreshLagging);
  expect(ask).toHaveBeenCalledTimes(2);
  slow.resolve('with the act');
  await Promise.all(asked);
  expect(shown.getCurrentResult().data).toBe('with the act');
  expect(ask).toHaveBeenCalledTimes(2);
  leave();
});

test('where nothing lags nothing is asked again', async () => {
  queryClient.setQueryData(['/api/dashboard'], 'figures');
  await refreshLagging();
  expect(queryClient.getQueryState(['/api/dashboard'])?.isInvalidated).toBe(false);
});

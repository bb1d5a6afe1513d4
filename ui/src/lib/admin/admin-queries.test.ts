import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { getDashboard, getLeaderboard, getTransactions } from '../../../../contracts/api/dashboard.ts';
import { explainFigure, getHistory } from '../../../../contracts/api/ledger.ts';
import { getReferrals } from '../../../../contracts/api/referrals.ts';
import { ledgerSync, queryClient } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';
import { DRY_RUN } from '../api/dry-run.ts';
import {
  adminWalletsQuery,
  knownFrom,
  refreshAdmin,
  refreshAfterAct,
  refreshAtNews,
} from './admin-queries.ts';

// They are the page's own, as in the files that ran before and run after this one.
function forget(): void {
  ledgerSync.forget();
  queryClient.clear();
}
beforeEach(forget);
afterEach(forget);

test.each([getDashboard, getLeaderboard, getTransactions, getReferrals, explainFigure, getHistory])(
  "after an act of an admin the page's own account is asked for again, too: $path",
  async ({ path }) => {
    queryClient.setQueryData([path, 'me'], 'figures');
    await refreshAdmin();
    expect(queryClient.getQueryState([path, 'me'])?.isInvalidated).toBe(true);
  },
);

test('the list of admins is asked for again every 30 seconds', () => {
  expect(adminWalletsQuery.refetchInterval).toBe(30_000);
});

test('what a dialog asked first is not asked again under it, and what nobody’s act changes stays', async () => {
  const kept = [['/api/admin/reset-rewards', DRY_RUN, {}], ['/api/network']];
  for (const key of kept) queryClient.setQueryData(key, 'an answer');
  await refreshAdmin();
  expect(kept.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([false, false]);
});

test('after the answer to an act nothing is asked that was asked since the server told of it', async () => {
  const ask = vi.fn(async () => 'a list');
  const list = new QueryObserver(queryClient, { queryKey: ['/api/admin/users'], queryFn: ask });
  const stop = list.subscribe(() => undefined);
  await vi.waitFor(() => expect(list.getCurrentResult().data).toBe('a list'));
  ledgerSync.reached('C:5/P:5');
  await refreshAdmin();
  expect(ask).toHaveBeenCalledTimes(2);
  ledgerSync.acted('C:5/P:5');
  await refreshAfterAct();
  expect(ask).toHaveBeenCalledTimes(2);
  // An act that the server has not told of yet, and one whose answer does not say where it stands.
  ledgerSync.acted('C:6/P:6');
  await refreshAfterAct();
  expect(ask).toHaveBeenCalledTimes(3);
  ledgerSync.acted(undefined);
  await refreshAfterAct();
  expect(ask).toHaveBeenCalledTimes(4);
  stop();
});

test.each([
  ['all that is shown was asked for since', 6_000, 'C:5/P:5'],
  ['a public page has asked for some of it before', 4_000, undefined],
])('what the panel knows begins with who may come in, where %s', (_, updatedAt, from) => {
  expect(knownFrom()).toBeUndefined();
  queryClient.setQueryData(
    adminWalletsQuery.queryKey,
    { admins: [], position: 'C:5/P:5' },
    { updatedAt: 5_000 },
  );
  queryClient.setQueryData(['/api/public/raffles', 'list'], 'raffles', { updatedAt });
  queryClient.setQueryData(['/api/dashboard', 'me'], 'figures', { updatedAt: 1_000 });
  expect(knownFrom()).toBe(from);
});

test('a server that does not say how far the ledger was leaves that open', () => {
  queryClient.setQueryData(adminWalletsQuery.queryKey, { admins: [] });
  expect(knownFrom()).toBeUndefined();
});

describe('at a word of the server', () => {
  /** A list of the panel whose answers the test gives. */
  function slowList(path = '/api/admin/users') {
    const calls: { readonly answer: (text: string) => void; readonly signal: AbortSignal }[] = [];
    const list = new QueryObserver(queryClient, {
      queryKey: [path],
      queryFn: ({ signal }) => new Promise<string>((answer) => calls.push({ answer, signal })),
    });
    onTestFinished(list.subscribe(() => undefined));
    const answer = async (text: string): Promise<void> => {
      calls.at(-1)?.answer(text);
      await vi.waitFor(() =>
        expect(list.getCurrentResult()).toMatchObject({ data: text, isFetching: false }),
      );
    };
    return { calls, answer };
  }

  test('a list that is being asked is let come however many words come meanwhile, and is asked once more then', async () => {
    const { calls, answer } = slowList();
    await answer('before');
    expect(refreshAtNews(true)).toBe(false);
    expect([refreshAtNews(true), refreshAtNews(true), refreshAtNews(false)]).toEqual([true, true, true]);
    expect(calls).toHaveLength(2);
    expect(calls[1]?.signal.aborted).toBe(false);
    await answer('of the first word');
    expect(refreshAtNews(false)).toBe(false);
    expect(calls).toHaveLength(3);
    await answer('of the last word');
    expect(refreshAtNews(false)).toBe(false);
    expect(calls).toHaveLength(3);
  });

  test('a list that the server could not answer is owed another question, after the rest that it asks for', async () => {
    const busy = JSON.stringify({ error: 'LedgerUnavailable', message: 'Busy' });
    const answers = [
      async () => 'before',
      () => Promise.reject(new ApiError(503, busy, false, 7)),
      async () => 'now',
    ];
    const ask = vi.fn(() => (answers.shift() ?? (async () => 'asked too often'))());
    const list = new QueryObserver(queryClient, { queryKey: ['/api/admin/stats'], queryFn: ask });
    onTestFinished(list.subscribe(() => undefined));
    await vi.waitFor(() => expect(list.getCurrentResult().data).toBe('before'));
    const pauses: number[] = [];
    const refresh = (isNews: boolean) => refreshAtNews(isNews, (pause) => void pauses.push(pause));
    expect(refresh(true)).toBe(false);
    await vi.waitFor(() => expect(pauses).toEqual([7_000]));
    expect(refresh(false)).toBe(false);
    await vi.waitFor(() => expect(list.getCurrentResult()).toMatchObject({ data: 'now', isFetching: false }));
    refresh(false);
    expect(ask).toHaveBeenCalledTimes(3);
    expect(pauses).toHaveLength(1);
  });

  test('a quick list does not wait for a slow one, nor is it asked again with it', async () => {
    const slow = slowList();
    const quick = slowList('/api/admin/stats');
    await Promise.all([slow.answer('before'), quick.answer('before')]);
    refreshAtNews(true);
    await quick.answer('first word');
    expect(refreshAtNews(true)).toBe(true);
    expect(quick.calls).toHaveLength(3);
    await Promise.all([slow.answer('first word'), quick.answer('second word')]);
    refreshAtNews(false);
    expect([slow.calls.length, quick.calls.length]).toEqual([3, 3]);
  });

  test('a list that is let come is no reason to ask the others twice for one act of this page', async () => {
    const slow = slowList('/api/admin/admin-wallets');
    const quick = slowList();
    await Promise.all([slow.answer('before'), quick.answer('before')]);
    void queryClient.refetchQueries({ queryKey: ['/api/admin/admin-wallets'] });
    ledgerSync.reached('C:5/P:5');
    expect(refreshAtNews(true)).toBe(true);
    await quick.answer('with the act');
    ledgerSync.acted('C:5/P:5');
    const done = refreshAfterAct();
    expect([slow.calls.length, quick.calls.length]).toEqual([3, 2]);
    await slow.answer('with the act');
    await done;
    expect(refreshAtNews(false)).toBe(false);
    expect([slow.calls.length, quick.calls.length]).toEqual([3, 2]);
  });

  test('an act of this page asks at once, also what was let come before', async () => {
    const { calls, answer } = slowList();
    await answer('before');
    refreshAtNews(true);
    ledgerSync.acted('C:5/P:5');
    expect(refreshAtNews(true)).toBe(true);
    void refreshAfterAct();
    expect(calls).toHaveLength(3);
    expect(calls[1]?.signal.aborted).toBe(true);
    await answer('with the act');
    expect(refreshAtNews(false)).toBe(false);
    expect(calls).toHaveLength(3);
  });
});

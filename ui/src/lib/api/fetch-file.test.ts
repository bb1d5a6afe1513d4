import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listSetAside } from '../../../../contracts/api/admin-set-aside.ts';
import { ledgerSync, queryClient, SESSION_KEY } from './api.ts';
import { ApiError, NoAnswer } from './api-error.ts';
import { fetchFile } from './fetch-file.ts';
import { pagedQuery } from './paged-query.ts';

const WALLET = '0x00000000000000000000000000000000000000Aa';
/** What was asked for, and the headers that went along. */
let asked: [url: string, headers: Headers][] = [];
let answer: (signal: AbortSignal) => Response | Promise<Response> = () => new Response('a,b');

beforeEach(() => {
  asked = [];
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal(
    'fetch',
    async (url: string, { headers, signal }: { headers: Headers; signal: AbortSignal }) => {
      asked.push([url, headers]);
      return answer(signal);
    },
  );
  const session = { userId: 'u', walletAddress: WALLET, role: 'admin', expiresAt: '2026-01-01T00:00:00Z' };
  queryClient.setQueryData(SESSION_KEY, { session });
});
afterEach(() => {
  vi.unstubAllGlobals();
  // It is the page's own, as in the files that ran before and run after this one.
  queryClient.clear();
  ledgerSync.forget();
});

test('a file is named by the server, else as it is usually called; who asks for it is named', async () => {
  answer = () =>
    new Response('a,b', {
      headers: { 'content-disposition': 'attachment; filename="evo-users-2026-01-01.csv"' },
    });
  const file = await fetchFile('/api/admin/export-users', 'users.csv');
  expect([file.name, await file.blob.text()]).toEqual(['evo-users-2026-01-01.csv', 'a,b']);
  expect(asked[0]?.[1].get('x-wallet-address')).toBe(WALLET);
  answer = () => new Response('a,b');
  expect((await fetchFile('/api/admin/export-users', 'users.csv')).name).toBe('users.csv');
});

test('a file waits for what the page has done, as every other answer does', async () => {
  answer = () => new Response('a,b');
  await fetchFile('/api/admin/export-users', 'users.csv');
  ledgerSync.reached('C:7/P:7');
  await fetchFile('/api/admin/export-users', 'users.csv');
  expect(asked.map(([, headers]) => headers.get('x-ledger-position'))).toEqual([null, 'C:7/P:7']);
});

test('a refusal is no file, nor is one that never comes or breaks off', async () => {
  answer = () => Response.json({ error: 'NoData', message: 'No Data' }, { status: 404 });
  const refused = await fetchFile('/api/admin/export-activity', 'x').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({ status: 404, body: { message: 'No Data' } });
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(fetchFile('/api/admin/export-users', 'x')).rejects.toThrow(NoAnswer);
  answer = () =>
    new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) }));
  await expect(fetchFile('/api/admin/export-users', 'x')).rejects.toThrow(NoAnswer);
});

test('a long file is waited for as long as more of it comes, and no longer', async () => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const over = new AbortController();
    setTimeout(() => over.abort(), milliseconds);
    return over.signal;
  });
  /** A line each minute. */
  const slowly = (lines: number, then: (body: ReadableStreamDefaultController) => void) => {
    answer = (signal) =>
      new Response(
        new ReadableStream({
          start(body) {
            signal.addEventListener('abort', () => body.error(signal.reason));
            for (let line = 1; line <= lines; line++)
              setTimeout(() => body.enqueue(new TextEncoder().encode('a,b\n')), line * 60_000);
            setTimeout(() => then(body), lines * 60_000 + 1);
          },
        }),
        { headers: { 'content-type': 'text/csv' } },
      );
    const taken = fetchFile('/api/admin/export-users', 'users.csv').catch((error: unknown) => error);
    return { taken, later: (minutes: number) => vi.advanceTimersByTimeAsync(minutes * 60_000 + 1) };
  };
  try {
    const whole = slowly(10, (body) => body.close());
    await whole.later(10);
    const file = await whole.taken;
    expect(file).toMatchObject({ blob: { size: 40, type: 'text/csv' } });
    const silent = slowly(1, () => undefined);
    await silent.later(3);
    expect(await silent.taken).toBeInstanceOf(NoAnswer);
  } finally {
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
});

test('a list is read page by page, each from where the one before ended, until there is none', async () => {
  const cursors = ['C:2/P:2@mails', null];
  answer = () => Response.json({ events: [], waiting: 0, parked: 0, nextCursor: cursors.shift() });
  const list = pagedQuery(listSetAside, { pageSize: 2, request: (page) => page });
  const { pages } = await queryClient.fetchInfiniteQuery({ ...list, pages: 5 });
  expect(pages).toHaveLength(2);
  expect(asked.map(([url]) => url)).toEqual([
    `${listSetAside.path}?limit=2`,
    `${listSetAside.path}?limit=2&cursor=C%3A2%2FP%3A2%40mails`,
  ]);
});

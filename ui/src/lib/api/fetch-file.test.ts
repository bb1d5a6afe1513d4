import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
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
  type Asked = { headers: Headers; signal: AbortSignal };
  vi.stubGlobal('fetch', async (url: string, { headers, signal }: Asked) => {
    asked.push([url, headers]);
    return answer(signal);
  });
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

/** A file of so many parts, one every half a minute, and its end or nothing more. */
const slowly = (parts: number, last: 'its end' | 'nothing') => (signal: AbortSignal) => {
  let left = parts;
  const body = new ReadableStream({
    start: (file) => signal.addEventListener('abort', () => file.error(signal.reason)),
    async pull(file) {
      await new Promise((resolve) => setTimeout(resolve, 30_000));
      if (left-- > 0) file.enqueue(new TextEncoder().encode('a,b'));
      else if (last === 'its end') file.close();
      else await new Promise(() => {});
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/csv' } });
};

test('a file that comes slowly comes all the same; one that comes no more is none', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  answer = slowly(10, 'its end');
  const whole = fetchFile('/api/admin/export-users', 'x');
  await vi.advanceTimersByTimeAsync(11 * 30_000);
  const { blob } = await whole;
  expect([blob.size, blob.type]).toEqual([30, 'text/csv']);
  answer = slowly(10, 'nothing');
  const part = fetchFile('/api/admin/export-users', 'x').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(13 * 30_000);
  expect(await part).toBeInstanceOf(NoAnswer);
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

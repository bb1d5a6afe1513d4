import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UserList } from '../model/user-list.ts';
import { matchingUsers } from './matching-users.ts';

const LIST: UserList = { search: ' ada ', filter: 'has_balance', sort: 'highest' };
const NAMES = ['ada_one', 'ada_two', 'ada_three', 'ada_four', 'ada_five'];

const userOf = (username: string, at: number) => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${at}`, username, walletAddress: null, email: null },
  ...{ isEmailVerified: true, emailMarketingOptIn: false, level: 1, createdAt: '2026-01-01T00:00:00.000Z' },
  ...{ totalRewards: '5', claimedRewards: '0', pendingRewards: '5' },
});

/** Two to a page, whatever is asked for. */
function pageOf(asked: URLSearchParams): Response {
  const from = Number(asked.get('cursor') ?? 0);
  const end = from + 2;
  const users = NAMES.map(userOf).slice(from, end);
  const nextCursor = end < NAMES.length ? String(end) : null;
  return Response.json({ users, total: 90, matching: NAMES.length, nextCursor });
}

let asked: URLSearchParams[];
let answer: typeof pageOf;

beforeEach(() => {
  asked = [];
  answer = pageOf;
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', async (path: string) => {
    const query = new URL(path, 'http://localhost').searchParams;
    asked.push(query);
    return answer(query);
  });
});
afterEach(() => vi.unstubAllGlobals());

const find = (signal = new AbortController().signal, onPage = (_found: number): void => undefined) =>
  matchingUsers(LIST, { signal, onPage });

test('everybody on a list is found, page after page, and nobody who is not on it', async () => {
  const heard: number[] = [];
  const found = await find(undefined, (so) => heard.push(so));
  expect(found.map(({ username }) => username)).toEqual(NAMES);
  expect(heard).toEqual([2, 4, 5]);
  expect(asked.map((query) => query.get('cursor'))).toEqual([null, '2', '4']);
  for (const query of asked) {
    expect([query.get('search'), query.get('filter'), query.get('limit')]).toEqual([
      'ada',
      'has_balance',
      '500',
    ]);
  }
});

test('a balance that changes meanwhile takes nobody from a page that was read to one that is to come', async () => {
  await find();
  expect(asked.map((query) => query.get('sort'))).toEqual(['none', 'none', 'none']);
});

test('more pages than may be read in a minute are read all the same', async () => {
  let isOver = true;
  answer = (query) => {
    isOver = !isOver;
    return isOver ? pageOf(query) : new Response('no', { status: 429, headers: { 'retry-after': '0' } });
  };
  expect((await find()).map(({ username }) => username)).toEqual(NAMES);
  expect(asked.map((query) => query.get('cursor'))).toEqual([null, null, '2', '2', '4', '4']);
});

test('who stops it asks for nothing more, and is told of nobody', async () => {
  const stop = new AbortController();
  const heard: number[] = [];
  answer = (query) => {
    if (query.has('cursor')) stop.abort(new Error('stopped'));
    return pageOf(query);
  };
  await expect(find(stop.signal, (so) => heard.push(so))).rejects.toThrow('stopped');
  expect([asked.length, heard]).toEqual([2, [2]]);
});

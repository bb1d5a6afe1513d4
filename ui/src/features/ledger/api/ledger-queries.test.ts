import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/api/api.ts';
import { differencePages, ledgerAtQuery, ownBalanceQuery } from './ledger-queries.ts';

const FROM = '2026-01-01T00:00:00.000Z';
const place = (events: number) => ({ ledgerPosition: `C:${events}/P:${events}`, occurredAt: FROM, events });

/** The end of the ledger, which moves on while somebody reads. */
let end: number;
let asked: Record<string, string>[];

beforeEach(() => {
  end = 50;
  asked = [];
  queryClient.clear();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', async (path: string) => {
    const request = Object.fromEntries(new URLSearchParams(path.split('?')[1]));
    asked.push(request);
    const to = Number(/^C:(\d+)/.exec(request.to ?? '')?.[1] ?? end);
    const nextCursor = request.cursor === undefined ? 'C:30/P:30' : null;
    return Response.json({ from: place(1), to: place(to), changes: [], lines: [], nextCursor });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const read = async (to: string | undefined) => {
  const { pages } = await queryClient.fetchInfiniteQuery({ ...differencePages(FROM, to), pages: 2 });
  return pages.map((page) => page.to.events);
};

test('more of what changed until now ends where its first page ended: the events are those that the sums are of', async () => {
  const reading = read(undefined);
  await expect.poll(() => asked.length).toBe(1);
  end = 55;
  expect(await reading).toEqual([50, 50]);
  expect(asked).toEqual([{ from: FROM }, { from: FROM, to: 'C:50/P:50', cursor: 'C:30/P:30' }]);
});

test('until a moment that is named, every page is asked for until that', async () => {
  expect(await read('C:40/P:40')).toEqual([40, 40]);
  expect(asked.map(({ to }) => to)).toEqual(['C:40/P:40', 'C:40/P:40']);
});

test('the own balance of now follows the ledger as the books above it do; that of a moment stands', () => {
  const pace = ({ refetchInterval }: { readonly refetchInterval?: unknown }) => refetchInterval;
  expect(pace(ownBalanceQuery('anna', undefined))).toBe(pace(ledgerAtQuery(undefined)));
  expect(pace(ledgerAtQuery(undefined))).toBe(15_000);
  expect([pace(ownBalanceQuery('anna', FROM)), pace(ledgerAtQuery(FROM))]).toEqual([undefined, undefined]);
});

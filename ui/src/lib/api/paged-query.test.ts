import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { showMore } from './paged-query.ts';

type Page = { readonly rows: readonly string[]; readonly nextCursor: string | null };

/** A list on screen whose first page was read, and answers that the test gives one by one. */
async function shownList() {
  const asked: { readonly cursor: string | null; readonly answer: (page: Page | Promise<never>) => void }[] =
    [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: ({ pageParam }) =>
      new Promise<Page>((answer) => {
        asked.push({ cursor: pageParam, answer });
      }),
    initialPageParam: noCursor(),
    getNextPageParam: ({ nextCursor }: Page) => nextCursor,
  });
  const leave = list.subscribe(() => {});
  const answer = async (page: Page | Promise<never>) => {
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    const next = asked.shift();
    next?.answer(page);
    return next?.cursor;
  };
  await answer({ rows: ['1', '2'], nextCursor: 'after 2' });
  await expect.poll(() => list.getCurrentResult().isFetching).toBe(false);
  const rows = () => list.getCurrentResult().data?.pages.flatMap((page) => page.rows);
  return { client, list, answer, rows, leave };
}

const noCursor = (): string | null => null;

test('more of a list that is asked again comes behind that: what an act came to is seen, and then the next page', async () => {
  const { client, list, answer, rows, leave } = await shownList();
  void client.invalidateQueries({ queryKey: ['list'] });
  await expect.poll(() => list.getCurrentResult().isFetching).toBe(true);
  const shown = showMore(list.getCurrentResult());
  expect(await answer({ rows: ['0', '1'], nextCursor: 'after 1' })).toBeNull();
  expect(await answer({ rows: ['2', '3'], nextCursor: null })).toBe('after 1');
  await shown;
  expect(rows()).toEqual(['0', '1', '2', '3']);
  leave();
});

test('where a list could not be asked again, that is tried again first: what stands there is from before', async () => {
  const { client, list, answer, rows, leave } = await shownList();
  void client.invalidateQueries({ queryKey: ['list'] });
  await answer(Promise.reject(new Error('503')));
  await expect.poll(() => list.getCurrentResult().error?.message).toBe('503');
  const again = showMore(list.getCurrentResult());
  expect(await answer({ rows: ['0', '1'], nextCursor: 'after 1' })).toBeNull();
  await again;
  expect([rows(), list.getCurrentResult().error]).toEqual([['0', '1'], null]);

  // A page that did not come is asked for again itself.
  const next = showMore(list.getCurrentResult());
  await answer(Promise.reject(new Error('504')));
  await next;
  expect(list.getCurrentResult().error?.message).toBe('504');
  const nextAgain = showMore(list.getCurrentResult());
  expect(await answer({ rows: ['2'], nextCursor: null })).toBe('after 1');
  await nextAgain;
  expect(rows()).toEqual(['0', '1', '2']);
  leave();
});

test('who asks twice for more gets one page more', async () => {
  const { list, answer, rows, leave } = await shownList();
  const before = list.getCurrentResult();
  const both = [showMore(before), showMore(before)];
  expect(await answer({ rows: ['3'], nextCursor: 'after 3' })).toBe('after 2');
  await Promise.all(both);
  expect(rows()).toEqual(['1', '2', '3']);
  leave();
});

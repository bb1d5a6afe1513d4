import { useEffect, useState } from 'react';
import type { AdminActivity } from '../api/activity-pages.ts';

/** Rows above which nothing is kept in its place any more: whoever reads so far behind begins anew. */
const MOST = 1_000;

type Pages = {
  /** All that was read, newest first; the same array as long as nothing was read since. */
  readonly rows: readonly AdminActivity[];
  /** What the list is of: another one has nothing to keep. */
  readonly of: string;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
};

/**
 * The rows to show of a list that is read anew page by page. What comes in at its top pushes the last rows out of as many
 * pages as before: until further pages have brought them back, those of before stand.
 */
export function useKeptRows(pages: Pages): readonly AdminActivity[] {
  const { rows, of, hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const [shown, setShown] = useState({ rows, of });
  const last = shown.of === of ? shown.rows.at(-1) : undefined;
  const isCutOff =
    last !== undefined && hasNextPage && rows.length < MOST && rows.every(({ id }) => id !== last.id);
  if (!isCutOff && (shown.rows !== rows || shown.of !== of)) setShown({ rows, of });

  useEffect(() => {
    // What has failed is tried again by a person.
    if (isCutOff && !isFetching && !isError) void fetchNextPage();
  }, [isCutOff, isFetching, isError, fetchNextPage]);

  return isCutOff ? shown.rows : rows;
}

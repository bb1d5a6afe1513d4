import { invalidCursor } from '../../http/paging.ts';
import { WEEK_MS } from '../dashboard/week.ts';

const CURSOR = /^(.*)@(\d{1,15})$/;

type PageOfWeek = {
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Of the page, without its week. */
  readonly cursor: string | undefined;
};

/**
 * The week that a page is of: the last seven days of the moment when the first page was asked for, which the cursors of
 * the later ones carry. Sums that count from another moment would not go on where the page before ended.
 * @throws HttpError 400 where it begins in the future
 */
export function weekOfPage(cursor: string | undefined, now: number): PageOfWeek {
  const [, ofPage, since] = CURSOR.exec(cursor ?? '') ?? [];
  if (since === undefined) return { since: now - WEEK_MS, cursor };
  if (Number(since) > now) throw invalidCursor();
  return { since: Number(since), cursor: ofPage };
}

/** The cursor of the next page of the same week. */
export const inWeek = (cursor: string | null, since: number): string | null =>
  cursor === null ? null : `${cursor}@${since}`;

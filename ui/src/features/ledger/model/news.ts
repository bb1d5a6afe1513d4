import type { LogLine } from '../../../../../contracts/api/ledger-log.ts';
import { count } from './seal-standing.ts';

export type News = {
  readonly count: number;
  /** There are more than one page holds. */
  readonly hasMore: boolean;
};

const NONE: News = { count: 0, hasMore: false };

/**
 * How many events came since the list on the screen was read.
 * @param shown of its first page; undefined before there is one
 * @param newest the first page as it is now
 */
export function newsOf(
  shown: readonly LogLine[] | undefined,
  newest: { readonly lines: readonly LogLine[]; readonly nextCursor: string | null } | undefined,
): News {
  if (!shown || !newest) return NONE;
  const first = shown[0];
  if (!first) return { count: newest.lines.length, hasMore: newest.nextCursor !== null };
  const at = newest.lines.findIndex(({ eventId }) => eventId === first.eventId);
  if (at >= 0) return { count: at, hasMore: false };
  // An answer from before the list was read knows its first event from further down, or not at all.
  const isOlder = newest.lines.every(({ eventId }) => shown.some((line) => line.eventId === eventId));
  return isOlder ? NONE : { count: newest.lines.length, hasMore: true };
}

export const newsText = ({ count: n, hasMore }: News): string =>
  `${count(n)}${hasMore ? ' or more' : ''} new ${n === 1 && !hasMore ? 'event' : 'events'}`;

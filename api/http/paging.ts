import { formatPosition, type LedgerPosition, parsePosition } from '../../contracts/ledger-position.ts';
import { refusals } from '../../contracts/messages.ts';
import { HttpError } from './http-error.ts';

/** Rows of a page whose size the client does not say. */
export const PAGE_ROWS = 25;

type PageInput = { readonly cursor?: string | undefined; readonly limit?: string | undefined };

/**
 * The part of a list, newest first, that is asked for; its cursor is the ledger position of the last row before.
 * @throws HttpError 400 when the cursor is none
 */
export function pageByPosition({ cursor, limit }: PageInput): { before?: LedgerPosition; limit: number } {
  const before = cursor === undefined ? undefined : parsePosition(cursor);
  if (cursor !== undefined && !before) throw invalidCursor();
  return { limit: Number(limit ?? PAGE_ROWS), ...(before && { before }) };
}

/** Null when the page was not full: nothing follows. */
export function cursorAfter(
  rows: readonly { readonly position: LedgerPosition }[],
  limit: number,
): string | null {
  const last = rows.at(-1);
  return last && rows.length === limit ? formatPosition(last.position) : null;
}

export function invalidCursor(): HttpError {
  return new HttpError(400, 'InvalidRequest', refusals.invalidRequest, {
    fields: { cursor: 'unknown cursor' },
  });
}

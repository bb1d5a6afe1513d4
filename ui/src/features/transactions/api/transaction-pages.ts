import { getTransactions } from '../../../../../contracts/api/dashboard.ts';
import { pagedQuery } from '../../../lib/api/paged-query.ts';
import type { Kind } from '../model/ledger-lines.ts';

/** The session's transactions of one kind, newest first, a page at a time. */
export const transactionPages = (kind: Kind) =>
  pagedQuery(getTransactions, {
    pageSize: 25,
    key: [kind],
    request: (page) => (kind === 'all' ? page : { ...page, type: kind }),
  });

import { getTransactions } from '../../../../../contracts/api/dashboard.ts';
import { pagedQuery } from '../../../lib/api/paged-query.ts';

/** The session's transactions, newest first, a page at a time. */
export const transactionPages = pagedQuery(getTransactions, { pageSize: 25, request: (page) => page });

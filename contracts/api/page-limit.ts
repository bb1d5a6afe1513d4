import * as z from 'zod/mini';

/** Rows of one page of a list, as a query writes it: 1 to 100. Each list has a number of its own where it is not given. */
export const pageLimit = z.optional(
  z.string().check(z.regex(/^([1-9]|[1-9][0-9]|100)$/, 'limit is 1 to 100')),
);

import * as z from 'zod/mini';

/** An id as a request names it: it is the same in letters of either case (RFC 9562, section 4), and the ledger's are lower. */
export const uuidInput = z.uuid().check(z.toLowerCase());

import * as z from 'zod/mini';

/**
 * What X says of a list that holds nothing. With status 200 it may give errors alone, too, which say nothing of what the list
 * holds: https://docs.x.com/x-api/fundamentals/response-codes-and-errors
 */
export const emptyList = z.pipe(
  z.object({ meta: z.object({ result_count: z.literal(0) }) }),
  z.transform(() => ({ data: [], includes: undefined })),
);

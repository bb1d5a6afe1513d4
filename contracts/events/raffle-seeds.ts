import * as z from 'zod/mini';
import type { LedgerEventOf } from './event.ts';

/** Events of the stream `raffle-seeds`; the first version wrote them to the stream `program`. */
export const raffleSeedEvents = {
  /** Before a raffle: the hash of the seed that it will use. */
  SeedCommitted: {
    version: 1,
    data: z.strictObject({
      /** The raffle that will use it. */
      number: z.int().check(z.minimum(1)),
      hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
  },
} as const;

export type RaffleSeedEvent = LedgerEventOf<typeof raffleSeedEvents>;

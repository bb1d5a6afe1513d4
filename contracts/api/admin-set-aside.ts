import * as z from 'zod/mini';
import { CAUSED_BY } from '../events/caused-by.ts';
import { uuid } from '../events/event.ts';
import { validation } from '../messages.ts';
import { endpoint } from './endpoint.ts';
import { pageLimit } from './page-limit.ts';
import { uuidInput } from './uuid-input.ts';

/** Events of the ledger that the program could not act on. */
export const listSetAside = endpoint({
  method: 'GET',
  path: '/api/admin/set-aside',
  summary: 'Events that the program could not act on, in the order of the ledger, a page at a time',
  access: 'admin',
  forAuditors: true,
  request: z.object({
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: pageLimit,
  }),
  response: z.object({
    events: z.array(
      z.object({
        id: uuid,
        /** What was to act on it. */
        process: z.string(),
        /** `waiting` is tried again by itself; `parked` waits for a decision. */
        state: z.enum(['waiting', 'parked']),
        eventType: z.string(),
        stream: z.string(),
        revision: z.int(),
        /** `C:<commit>/P:<prepare>`. */
        position: z.string(),
        reason: z.string(),
        failures: z.int(),
        since: z.iso.datetime(),
      }),
    ),
    /** Of all pages. */
    waiting: z.int(),
    parked: z.int(),
    nextCursor: z.nullable(z.string()),
  }),
  command: false,
});

/**
 * Processes that carry out what an admin has begun and what no other may begin beside: were an event of theirs dismissed,
 * that would never end, and no raffle and no act on all accounts could begin any more.
 */
export const UNDISMISSED_PROCESSES: readonly string[] = ['raffles', CAUSED_BY.massActs];

const decision = {
  method: 'POST',
  access: 'admin',
  request: z.object({
    id: uuidInput,
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200, validation.reasonTooLong)),
  }),
  response: z.object({ success: z.literal(true), message: z.string() }),
  command: true,
} as const;

export const retrySetAside = endpoint({
  ...decision,
  path: '/api/admin/set-aside/retry',
  summary: 'Let the program act once more on a parked event; what was done before is not done twice',
});

export const dismissSetAside = endpoint({
  ...decision,
  path: '/api/admin/set-aside/dismiss',
  summary: 'Decide that nothing will be done about a parked event; who, when and why are kept',
});

import * as z from 'zod/mini';
import { sum, uuid } from '../events/event.ts';
import { endpoint } from './endpoint.ts';

/** Up to which each number of the inbox is counted; this one means that many or more. */
export const INBOX_COUNTS_TO = 100;
/** Raffles that it names of each kind, and reasons that it gives for mails. */
export const INBOX_NAMES = 5;

const count = z.int();

/** What waits for somebody with a right: figures, and no mailbox or wallet of anybody. */
export const adminInbox = endpoint({
  method: 'GET',
  path: '/api/admin/inbox',
  summary:
    'What needs a hand: prizes to pay, draws that are overdue, rewards that wait for a second admin, events set aside, mails that failed',
  access: 'admin',
  forAuditors: true,
  request: undefined,
  response: z.object({
    /** Raffles with prizes to pay, the newest first. */
    prizes: z.object({
      count,
      raffles: z.array(z.object({ raffleId: uuid, number: z.int(), open: z.int(), total: sum })),
    }),
    /** Raffles whose round was published long ago and whose draw is not recorded, the newest first. */
    overdue: z.object({
      count,
      raffles: z.array(z.object({ raffleId: uuid, number: z.int(), dueAt: z.iso.datetime() })),
    }),
    /** Rewards that can still be approved. */
    requests: count,
    /** Events that the program could not act on: `waiting` are tried again by themselves. */
    setAside: z.object({ waiting: count, parked: count }),
    mails: z.object({
      /** Given up within the last seven days. */
      failed: count,
      /** Tried at least once, and tried again by themselves. */
      retried: count,
      /** Why, in words that name nobody; those of most mails first. */
      reasons: z.array(z.object({ reason: z.string(), count })),
    }),
  }),
  command: false,
});

import * as z from 'zod/mini';
import { sum } from '../events/event.ts';
import { endpoint } from './endpoint.ts';
import { pageLimit } from './page-limit.ts';

/** A figure of the own account that can be opened to the events that make it. */
export const figure = z.enum(['pendingRewards', 'totalRewards', 'claimedRewards', 'weekRewards']);
export type Figure = z.infer<typeof figure>;

export const explanationLine = z.object({
  eventId: z.uuid(),
  ledgerPosition: z.string(),
  /** The event's type, as it stands in the ledger. */
  eventType: z.string(),
  description: z.string(),
  /** Signed: what the event did to the figure. */
  change: z.string(),
  /** The figure after the event. */
  after: z.string(),
  createdAt: z.iso.datetime(),
});

export const explainFigure = endpoint({
  method: 'GET',
  path: '/api/ledger/explain',
  summary: 'The events that make one figure of the own account, newest first, a page at a time',
  access: 'session',
  request: z.object({
    figure,
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: pageLimit,
  }),
  response: z.object({
    figure,
    total: sum,
    lines: z.array(explanationLine),
    nextCursor: z.nullable(z.string()),
  }),
  command: false,
});

export const getHistory = endpoint({
  method: 'GET',
  path: '/api/ledger/history',
  summary:
    'The own totals at the end of each UTC day on which they changed, oldest first, the last 366 of them',
  access: 'session',
  request: undefined,
  response: z.object({
    days: z.array(
      z.object({ day: z.iso.date(), totalRewards: sum, claimedRewards: sum, pendingRewards: sum }),
    ),
  }),
  command: false,
});

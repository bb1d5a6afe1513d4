import * as z from 'zod/mini';
import { sum, uuid, wallet } from '../events/event.ts';
import { endpoint } from './endpoint.ts';
import { logLine } from './ledger-log.ts';
import { pageLimit } from './page-limit.ts';

/** A moment of the ledger: a position `C:<commit>/P:<prepare>`, or a time (RFC 3339); without one: now. */
const moment = z.string().check(z.maxLength(60));

/** What a moment came to: the last event that counts. */
const place = z.object({
  ledgerPosition: z.nullable(z.string()),
  /** Of the last event's command. */
  occurredAt: z.nullable(z.iso.datetime()),
  /** Events of the ledger up to it. */
  events: z.int(),
});

const figures = z.object({
  users: z.int(),
  granted: sum,
  claimed: sum,
  cleared: sum,
  /** What users can claim. */
  pending: sum,
  raffles: z.int(),
});

/** A class of accounts (`program:issued`, `user:*:claimable`, …) and the sum of its postings; signed. */
const classBalance = z.object({ account: z.string(), accounts: z.int(), balance: z.string() });

export const getLedgerAt = endpoint({
  method: 'GET',
  path: '/api/ledger/at',
  summary:
    'The ledger at a moment: trial balance by class of account with its zero sum, figures, admins, the leaders',
  access: 'public',
  request: z.object({ at: z.optional(moment) }),
  response: z.object({
    place,
    /** The first and last moments that there are; null while the ledger is empty. */
    range: z.nullable(z.object({ from: z.iso.datetime(), to: z.iso.datetime(), events: z.int() })),
    trialBalance: z.array(classBalance),
    /** Of all postings: `0`. */
    sum: z.string(),
    figures,
    admins: z.array(wallet),
    /** The first ten. */
    leaders: z.array(z.object({ rank: z.int(), userId: uuid, username: z.string(), total: sum })),
  }),
  command: false,
});

export const getOwnBalanceAt = endpoint({
  method: 'GET',
  path: '/api/ledger/balance',
  summary: "The session's own balance and rank at a moment",
  access: 'session',
  request: z.object({ at: z.optional(moment) }),
  response: z.object({
    place,
    totalRewards: sum,
    claimedRewards: sum,
    pendingRewards: sum,
    rank: z.nullable(z.int()),
  }),
  command: false,
});

export const getLedgerDifference = endpoint({
  method: 'GET',
  path: '/api/ledger/difference',
  summary: 'What changed between two moments, and the events that changed it, a page at a time',
  access: 'public',
  request: z.object({
    from: moment,
    to: z.optional(moment),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: pageLimit,
  }),
  response: z.object({
    from: place,
    to: place,
    /** Signed, of each class of accounts that changed. */
    changes: z.array(z.object({ account: z.string(), change: z.string() })),
    /** Oldest first. */
    lines: z.array(logLine),
    nextCursor: z.nullable(z.string()),
  }),
  command: false,
});

export const exportLedger = endpoint({
  method: 'GET',
  path: '/api/ledger/export',
  summary:
    'All events in the order of the ledger, one JSON text a line, with the signed checkpoint at the end',
  access: 'public',
  request: z.object({
    /** Numbers of events, from 0: the first one, and the one that is not given any more. */
    from: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    to: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  }),
  response: z.string(),
  produces: 'text/plain',
  patienceMs: 3_600_000,
  command: false,
});

import * as z from 'zod/mini';
import { uuid } from '../events/event.ts';
import { endpoint } from './endpoint.ts';
import { pageLimit } from './page-limit.ts';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** An event of the ledger as a list shows it. */
export const logLine = z.object({
  /** Its number among the sealed events, from 0; null for one of the stream `seals`, which no tree holds. */
  index: z.nullable(z.int()),
  eventId: uuid,
  type: z.string(),
  stream: z.string(),
  revision: z.int(),
  ledgerPosition: z.string(),
  /** `sha256-jcs:<hex>`. */
  hash: z.string(),
  occurredAt: z.iso.datetime(),
  /** What happened, in words. */
  description: z.string(),
  isSealed: z.boolean(),
});
export type LogLine = z.infer<typeof logLine>;

export const listLedgerEvents = endpoint({
  method: 'GET',
  path: '/api/ledger/events',
  summary: 'The events of the ledger, newest first, a page at a time',
  access: 'public',
  request: z.object({
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: pageLimit,
    /** An event type. */
    type: z.optional(z.string().check(z.maxLength(100))),
    /** A category of streams, or the whole name of one. */
    stream: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: z.object({ lines: z.array(logLine), nextCursor: z.nullable(z.string()) }),
  command: false,
});

export const listOwnLedgerEvents = endpoint({
  method: 'GET',
  path: '/api/ledger/events/own',
  summary: "Every event of the session's own account, newest first, a page at a time",
  access: 'session',
  request: z.object({ cursor: z.optional(z.string().check(z.maxLength(200))), limit: pageLimit }),
  response: listLedgerEvents.response,
  command: false,
});

/** The tree of RFC 6962 that holds an event, and the way from it to a signed root. */
export const inclusion = z.object({
  index: z.int(),
  /** Of the tree whose root is signed. */
  size: z.int(),
  root: hash,
  /** From the leaf up. */
  path: z.array(hash),
  /** The signed checkpoint, with the cosignatures that it has (C2SP tlog-checkpoint, tlog-cosignature). */
  checkpoint: z.string(),
});

export const getLedgerEvent = endpoint({
  method: 'GET',
  path: '/api/ledger/events/:eventId',
  summary:
    'One event as it stands in the ledger: its content, hash, chain, proof, what caused it and what it caused',
  access: 'public',
  refusals: [404],
  request: undefined,
  response: z.object({
    line: logLine,
    /** As written: what the hash covers. */
    data: z.unknown(),
    metadata: z.unknown(),
    /** The event before it in its stream, whose hash it names. */
    previous: z.nullable(logLine),
    next: z.nullable(logLine),
    causedBy: z.nullable(logLine),
    /** At most a hundred, the first ones. */
    caused: z.array(logLine),
    /** Null until a seal holds it. */
    inclusion: z.nullable(inclusion),
  }),
  command: false,
});

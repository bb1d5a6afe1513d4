import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { inclusion } from './ledger-log.ts';
import { pageLimit } from './page-limit.ts';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const seal = z.object({
  size: z.int(),
  root: hash,
  sealedAt: z.iso.datetime(),
  /** Of the `LedgerSealed` event. */
  eventId: z.uuid(),
  ledgerPosition: z.string(),
  cosignatures: z.array(z.object({ name: z.string(), verifierKey: z.string(), at: z.iso.datetime() })),
});

export const getCheckpoint = endpoint({
  method: 'GET',
  path: '/api/ledger/checkpoint',
  summary:
    'The newest signed checkpoint with its cosignatures (C2SP tlog-checkpoint); 404 before the first seal',
  access: 'public',
  refusals: [404],
  request: undefined,
  response: z.string(),
  produces: 'text/plain',
  command: false,
});

export const getSeals = endpoint({
  method: 'GET',
  path: '/api/ledger/seals',
  summary: 'The state of the notary and of each witness, and the seals, newest first, a page at a time',
  access: 'public',
  request: z.object({
    cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    limit: pageLimit,
  }),
  response: z.object({
    notary: z.object({
      origin: z.string(),
      verifierKey: z.nullable(z.string()),
      state: z.enum(['starting', 'sealing', 'halted']),
      /** Why it halted. */
      reason: z.nullable(z.string()),
      /** Seconds between two seals while there is something new. */
      sealsEvery: z.optional(z.int()),
    }),
    /** Events of the ledger that a tree holds or will hold. */
    events: z.int(),
    witnesses: z.array(
      z.object({
        name: z.string(),
        verifierKey: z.string(),
        /** `silent` was asked and did not answer; `refuses` saw two histories, or does not know ours. */
        state: z.enum(['unasked', 'agrees', 'behind', 'silent', 'refuses']),
        /** The newest checkpoint that it has cosigned. */
        size: z.nullable(z.int()),
        at: z.nullable(z.iso.datetime()),
        detail: z.nullable(z.string()),
      }),
    ),
    seals: z.array(seal),
    nextCursor: z.nullable(z.string()),
  }),
  command: false,
});

/**
 * Everything that shows, without the program and offline, that an event is in the ledger. One that was given before its
 * seal has no `inclusion`, and is completed by asking again.
 */
export const receipt = z.object({
  format: z.literal('evo-rewards-receipt/1'),
  issuedAt: z.iso.datetime(),
  /** As the ledger holds it; the hash covers id, type, stream, revision, data and metadata. */
  event: z.object({
    id: z.string(),
    type: z.string(),
    stream: z.string(),
    revision: z.int(),
    position: z.string(),
    data: z.unknown(),
    metadata: z.unknown(),
    hash: z.string(),
  }),
  /** The notary's keys, oldest first, each signed with the one before. */
  notaryKeys: z.array(
    z.object({
      verifierKey: z.string(),
      replaces: z.nullable(z.object({ verifierKey: z.string(), signature: z.string() })),
    }),
  ),
  inclusion: z.nullable(inclusion),
});
export type Receipt = z.infer<typeof receipt>;

export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/ledger/receipts/:eventId',
  summary: 'The receipt of an event of the ledger: the event, its inclusion proof and the signed checkpoint',
  access: 'public',
  refusals: [404],
  request: z.object({
    /** Under the first seal that holds the event, by which somebody may have seen it early; the newest unless given. */
    seal: z.optional(z.literal('first')),
  }),
  response: receipt,
  command: false,
});

export const getConsistency = endpoint({
  method: 'GET',
  path: '/api/ledger/consistency',
  summary: 'The RFC 6962 consistency proof between two sizes of the tree',
  access: 'public',
  refusals: [404],
  request: z.object({
    from: z.string().check(z.regex(/^\d{1,15}$/)),
    to: z.string().check(z.regex(/^\d{1,15}$/)),
  }),
  response: z.object({ from: z.int(), to: z.int(), proof: z.array(hash) }),
  command: false,
});

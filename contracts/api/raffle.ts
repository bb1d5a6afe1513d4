import * as z from 'zod/mini';
import { HEADERS } from '../constants.ts';
import { amount, sum, uuid } from '../events/event.ts';
import { RAFFLE_GRADES } from '../raffle-grades.ts';
import { toSign } from './act-challenge.ts';
import { endpoint } from './endpoint.ts';
import { pageLimit } from './page-limit.ts';
import { raffleRequest } from './raffle-request.ts';

const hash = z.string();

/** The round of a beacon that a raffle takes. */
const pinnedRound = z.object({
  chainHash: hash,
  round: z.int(),
  /** When the beacon publishes it. */
  dueAt: z.iso.datetime(),
  /** It was published long ago, and we have not recorded the draw: counts as let fail by the operator. */
  isOverdue: z.boolean(),
});
export type PinnedRound = z.infer<typeof pinnedRound>;

/** True: say what would happen, append nothing. */
const dryRun = z.optional(z.boolean());

export const raffleWinner = z.object({
  /** The user's id. */
  id: uuid,
  place: z.int(),
  username: z.string(),
  walletAddress: z.nullable(z.string()),
  prize: amount,
  /** What the winner can claim now; null where it is nobody's business. */
  pendingRewards: z.nullable(sum),
  /** What became of the prize. */
  status: z.enum(['open', 'paid', 'no_wallet', 'account_removed']),
});
export type RaffleWinnerView = z.infer<typeof raffleWinner>;

export const startRaffle = endpoint({
  method: 'POST',
  path: '/api/admin/raffle',
  summary: 'Draw a raffle among all users with a verified email address; recorded before it is shown',
  access: 'admin',
  request: raffleRequest,
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    /** Null where nothing was begun: of a dry run, whose `number` is the one that the next raffle gets. */
    raffleId: z.nullable(uuid),
    /** Of a raffle that waits for its round still: it has no winners yet, and is drawn by itself. */
    awaits: z.nullable(pinnedRound),
    number: z.int(),
    winners: z.array(raffleWinner),
    /** When the ledger says that it was drawn; null of a dry run, and of a raffle that waits. */
    drawnAt: z.nullable(z.iso.datetime()),
    /** What all prizes come to, and how many take part. */
    total: sum,
    eligible: z.int(),
    /** What the winners follow from. */
    grade: z.enum(RAFFLE_GRADES),
    dryRun: z.boolean(),
    toSign,
  }),
  command: true,
  headers: {
    [HEADERS.raffleNumber]: 'The number that a dry run named; 409 where that raffle was started since',
  },
  // It may wait three quarters of a minute for a block, and freeze a million entries before.
  patienceMs: 90_000,
});

export const payRaffle = endpoint({
  method: 'POST',
  path: '/api/admin/raffle/:raffleId/pay',
  summary: 'Send the prizes of a raffle to its winners, all or one place; each place is paid once',
  access: 'admin',
  request: z.object({ place: z.optional(z.int().check(z.minimum(1))), dryRun }),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    winners: z.array(raffleWinner),
    totalDistributed: sum,
    dryRun: z.boolean(),
    toSign,
  }),
  command: true,
  // Prizes are paid one after the other.
  patienceMs: 90_000,
});

const raffleSummary = z.object({
  raffleId: uuid,
  number: z.int(),
  /** `awaiting_beacon`: entries and seed are fixed, and the winners follow from a round that is still to come. */
  stage: z.enum(['committed', 'frozen', 'awaiting_beacon', 'drawn', 'completed', 'failed']),
  /** What the winners follow from; null where a raffle has not come so far that it is decided. */
  grade: z.nullable(z.enum(RAFFLE_GRADES)),
  /** Of a raffle whose rules name a beacon, once its entries are frozen. */
  round: z.nullable(pinnedRound),
  useTieredRewards: z.boolean(),
  winnerCount: z.int(),
  total: sum,
  startedAt: z.iso.datetime(),
  drawnAt: z.nullable(z.iso.datetime()),
  /** Why it failed. */
  failure: z.nullable(z.string()),
});

export const latestRaffle = endpoint({
  method: 'GET',
  path: '/api/public/latest-raffle',
  summary: 'The latest drawn raffle; 404 when there was none',
  refusals: [404],
  access: 'public',
  request: undefined,
  response: z.object({
    raffleId: uuid,
    number: z.int(),
    winners: z.array(raffleWinner),
    useTieredRewards: z.boolean(),
    /** By place. */
    tieredAmounts: z.array(amount),
    flatAmount: z.nullable(amount),
    totalDistributed: sum,
    completedAt: z.iso.datetime(),
    grade: z.enum(RAFFLE_GRADES),
  }),
  command: false,
});

export const listRaffles = endpoint({
  method: 'GET',
  path: '/api/public/raffles',
  summary: 'Every raffle that was ever started, newest first, failed ones too, a page at a time',
  access: 'public',
  request: z.object({
    cursor: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
    limit: pageLimit,
  }),
  response: z.object({
    raffles: z.array(raffleSummary),
    /** The hash of the seed that the next raffle will use, already in the ledger. */
    nextSeedHash: z.nullable(hash),
    /**
     * Of all raffles: how many were drawn, failed before their draw, and were let fail by us once everybody could
     * compute the winners: overdue, or failed after their round was named.
     */
    counts: z.object({ drawn: z.int(), failed: z.int(), letFail: z.int() }),
    nextCursor: z.nullable(z.string()),
  }),
  command: false,
});

export const getRaffle = endpoint({
  method: 'GET',
  path: '/api/public/raffles/:raffleId',
  summary: 'One raffle with its winners',
  access: 'public',
  request: undefined,
  response: z.object({ raffle: raffleSummary, winners: z.array(raffleWinner) }),
  command: false,
});

export const getAdminRaffle = endpoint({
  method: 'GET',
  path: '/api/admin/raffles/:raffleId',
  summary: 'One raffle with its winners and what each can claim now',
  access: 'admin',
  forAuditors: true,
  request: undefined,
  response: getRaffle.response,
  command: false,
});

/**
 * What `verifyRaffleProof` of ledger/proof checks: events of the ledger, each with its hash. It says itself what is
 * wrong with what it is given, so nothing is refused or left out before.
 */
export const raffleProof = z.looseObject({
  events: z.array(
    z.looseObject({
      id: z.string(),
      type: z.string(),
      stream: z.string(),
      revision: z.number(),
      position: z.string(),
      data: z.unknown(),
      metadata: z.unknown(),
      hash: z.string(),
    }),
  ),
  positionsHash: hash,
  /** Set where the entries may name a position of another store, which the ledger was copied from since. */
  isMoved: z.optional(z.literal(true)),
});

export const getRaffleProof = endpoint({
  method: 'GET',
  path: '/api/public/raffles/:raffleId/proof',
  summary:
    'The events of a draw, from which anyone can compute the winners again; those of a raffle that waits for its round, too',
  refusals: [409],
  access: 'public',
  request: undefined,
  response: raffleProof,
  command: false,
});

/** Names that a replay draws with, at the most. */
export const WHEEL_NAMES = 24;

export const getRaffleNames = endpoint({
  method: 'GET',
  path: '/api/public/raffles/:raffleId/names',
  summary:
    'Some of those who took part in a raffle, by the names that the ledger has of them; nobody whose account was removed',
  access: 'public',
  request: undefined,
  response: z.object({
    names: z.array(z.string()),
    /** All who took part; null where the entries are not frozen. */
    entries: z.nullable(z.int()),
  }),
  command: false,
});

export const getOwnEntry = endpoint({
  method: 'GET',
  path: '/api/raffles/:raffleId/entry',
  summary: "The session's own entry in a raffle with its inclusion proof; null when there was none",
  refusals: [409],
  access: 'session',
  request: undefined,
  response: z.object({
    entry: z.nullable(
      z.object({ entry: hash, index: z.int(), count: z.int(), path: z.array(hash), root: hash }),
    ),
  }),
  command: false,
});

import * as z from 'zod/mini';
import { amount, type LedgerEventOf, sum, uuid, wallet } from './event.ts';

/** 32 bytes in lower-case hex. */
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const place = z.int().check(z.minimum(1));
const blockNumber = z.string().check(z.regex(/^\d{1,20}$/));

export const raffleWinner = z.strictObject({
  place,
  /** Of the winning entry among the frozen, sorted entries, from 0. */
  index: z.int().check(z.minimum(0)),
  /** The entry itself: HMAC-SHA-256 of the user's id under the raffle's. */
  entry: hash,
  /** The entry's RFC 6962 audit path to the root. */
  path: z.array(hash),
  userId: uuid,
  /** As they were when the entries were frozen. */
  username: z.string().check(z.maxLength(64)),
  walletAddress: z.nullable(wallet),
});
export type RaffleWinner = z.infer<typeof raffleWinner>;

/** Seconds. */
const seconds = z.int().check(z.minimum(1), z.maximum(100_000_000));
const round = z.int().check(z.minimum(1));

/**
 * A beacon of drand's protocol: every `period` it signs the number of the next round, which nobody can do before. Its
 * hash is over all that makes its rounds what they are, so that whoever knows the hash knows the beacon.
 */
export const raffleBeacon = z.strictObject({
  scheme: z.literal('bls-unchained-g1-rfc9380'),
  chainHash: hash,
  /** On G2, compressed. */
  publicKey: z.string().check(z.regex(/^[0-9a-f]{192}$/)),
  /** Unix seconds of round 1. */
  genesis: z.int().check(z.minimum(1), z.maximum(100_000_000_000)),
  period: seconds,
  groupHash: hash,
  beaconId: z.string().check(z.regex(/^[a-z0-9-]{1,64}$/)),
});
export type RaffleBeacon = z.infer<typeof raffleBeacon>;

/** The beacon of a raffle, and how long before its round the entries have to be frozen. */
export const beaconRule = z.strictObject({ ...raffleBeacon.shape, marginSeconds: seconds });
export type BeaconRule = z.infer<typeof beaconRule>;

/** Events of `raffle-<raffleId>`. */
export const raffleEvents = {
  /** The rules are fixed; from here on the draw is public, whatever becomes of it. Version 2 may name a beacon. */
  RaffleCommitted: {
    version: 2,
    data: z.strictObject({
      /** 1, 2, 3 … without a gap. */
      number: place,
      mode: z.enum(['flat', 'tiered']),
      /** The prize of each place, the first place first; as many as winners. */
      amounts: z.array(amount).check(z.minLength(1), z.maxLength(1_000)),
      /** SHA-256 of the seed, committed in the ledger before anything of this raffle. */
      seedHash: hash,
      /** Absent where the draw takes no round of a beacon. */
      beacon: z.optional(beaconRule),
    }),
  },
  /** Version 2 names the block; version 3 the round of the beacon, and reveals the seed with it. */
  EntriesFrozen: {
    version: 3,
    data: z.strictObject({
      root: hash,
      count: z.int().check(z.minimum(0)),
      /** The ledger position up to which events decide who is eligible. */
      position: z.string().check(z.regex(/^C:\d+\/P:\d+$/)),
      /** The block of the chain whose hash the draw will take; it does not exist yet. Absent where no chain is set. */
      block: z.optional(blockNumber),
      /**
       * The round that the draw will take, which the beacon publishes later. The seed is revealed with it: once the
       * round is there, the winners follow from what everybody has, and nobody can keep them back.
       */
      beacon: z.optional(z.strictObject({ chainHash: hash, round, seed: hash })),
    }),
  },
  /** Version 2 may hold what the beacon has signed. */
  RaffleDrawn: {
    version: 2,
    data: z.strictObject({
      /** Revealed; its SHA-256 is the committed hash. */
      seed: hash,
      algorithm: z.string().check(z.maxLength(100)),
      /** Hash of a block that did not exist when the entries were frozen; null where no chain is set. */
      publicRandomness: z.nullable(z.strictObject({ blockNumber, blockHash: hash })),
      /** The round that was named, and its signature: on G1, compressed. */
      beacon: z.optional(z.strictObject({ round, signature: z.string().check(z.regex(/^[0-9a-f]{96}$/)) })),
      winners: z.array(raffleWinner),
    }),
  },
  PrizePaid: {
    version: 1,
    data: z.strictObject({ place, userId: uuid, grantId: uuid, amount }),
  },
  PrizeSkipped: {
    version: 1,
    data: z.strictObject({ place, reason: z.enum(['no_wallet', 'account_removed']) }),
  },
  /** Version 2 holds the sum of all prizes, however large each is. */
  RaffleCompleted: { version: 2, data: z.strictObject({ totalDistributed: sum }) },
  RaffleFailed: {
    version: 1,
    data: z.strictObject({ reason: z.string().check(z.minLength(1), z.maxLength(500)) }),
  },
} as const;

export type RaffleEvent = LedgerEventOf<typeof raffleEvents>;

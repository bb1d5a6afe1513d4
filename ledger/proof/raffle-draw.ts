import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { BeaconRule } from '../../contracts/events/raffle.ts';
import { utf8ToBytes } from './bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import { sha256Hex } from './event-hash.ts';

/** Names the whole method of a draw without a beacon; another method gets another name. */
export const RAFFLE_ALGORITHM = 'hmac-sha256-rejection-fisher-yates-v1';
/** The same with a round of a beacon in its message. */
export const BEACON_ALGORITHM = 'hmac-sha256-rejection-fisher-yates-v2';

/** What a draw depends on beside its seed, fixed or named before the seed is revealed. */
export type DrawContext = {
  readonly raffleId: string;
  /** Hex of the Merkle root of the frozen entries. */
  readonly root: string;
  /** How many entries there are. */
  readonly count: number;
  /** `raffleRulesHash` of the rules. */
  readonly rulesHash: string;
  /** The ledger position (commit) up to which events decided who was eligible. */
  readonly eligibleAt: string;
  /** A later block of the chain, where the draw waited for one; the hash is hex. */
  readonly publicRandomness: { readonly blockNumber: string; readonly blockHash: string } | null;
  /** The round of a beacon, where the draw waited for one; hashes are hex. */
  readonly beacon?: { readonly chainHash: string; readonly round: number; readonly randomness: string };
};

type RaffleRules = {
  readonly number: number;
  readonly mode: 'flat' | 'tiered';
  /** EVO in normal form, the first place first. */
  readonly amounts: readonly string[];
  readonly seedHash: string;
  readonly beacon?: BeaconRule | undefined;
};

/** SHA-256 (hex) of the rules: they are part of what the winners follow from. */
export function raffleRulesHash({ number, mode, amounts, seedHash, beacon }: RaffleRules): string {
  return sha256Hex(canonicalJson({ number, mode, amounts, seedHash, ...(beacon && { beacon }) }));
}

/** The method that a draw has to name: where the rules name a beacon none without it counts, and the other way round. */
export const algorithmOf = ({ beacon }: { readonly beacon?: object | undefined }): string =>
  beacon ? BEACON_ALGORITHM : RAFFLE_ALGORITHM;

function messageOf(context: DrawContext): string {
  return canonicalJson({ algorithm: algorithmOf(context), ...context });
}

/**
 * The indices of the winning entries in the order of their places: the first `winners` steps of a Fisher–Yates
 * shuffle of 0 … count − 1, so that every ordered choice is equally likely. Each step draws uniformly from what is
 * left by rejection, never by a remainder. Memory grows with the winners, not with the entries.
 * @param seed 32 bytes
 * @throws RangeError when there are fewer entries than winners, or more than there are numbers to draw them by
 */
export function drawIndices(seed: Uint8Array, context: DrawContext, winners: number): number[] {
  const { count } = context;
  if (!Number.isInteger(winners) || winners < 0 || winners > count) {
    throw new RangeError(`${winners} winners of ${count} entries`);
  }
  if (count > SAMPLES) throw new RangeError(`nobody can be drawn from ${count} entries`);
  const random = hmacStream(seed, context);
  // Only the places that a swap has touched; every other index still stands at its own place.
  const moved = new Map<number, number>();
  const chosen: number[] = [];
  for (let step = 0; step < winners; step++) {
    const pick = step + uniform(random, count - step);
    chosen.push(moved.get(pick) ?? pick);
    moved.set(pick, moved.get(step) ?? step);
    // Stryker disable next-line CallExpression: it only makes room, no step comes back to a place before it
    moved.delete(step);
  }
  return chosen;
}

/** Gives numbers from 0 to 2^48 − 1: six bytes each of HMAC-SHA256(seed, message ‖ counter), big-endian. */
function hmacStream(seed: Uint8Array, context: DrawContext): () => number {
  const message = messageOf(context);
  let block = new Uint8Array();
  let offset = 0;
  let counter = 0;
  return () => {
    if (offset + SAMPLE_BYTES > block.length) {
      block = hmac(sha256, seed, utf8ToBytes(`${message}#${counter++}`));
      offset = 0;
    }
    let value = 0;
    for (const byte of block.subarray(offset, offset + SAMPLE_BYTES)) value = value * 256 + byte;
    offset += SAMPLE_BYTES;
    return value;
  };
}

const SAMPLE_BYTES = 6;
/** Below 2^53, so a plain number holds it exactly. */
const SAMPLES = 2 ** 48;

/** Uniform in 0 … below − 1: samples beyond the last whole multiple of `below` are thrown away. */
function uniform(random: () => number, below: number): number {
  const limit = SAMPLES - (SAMPLES % below);
  for (;;) {
    const sample = random();
    if (sample < limit) return sample % below;
  }
}

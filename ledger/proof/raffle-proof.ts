import { sha256 } from '@noble/hashes/sha2.js';
import { bytesOfHex, bytesToHex } from './bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import { sha256Hex } from './event-hash.ts';
import { verifyInclusion } from './merkle.ts';
import {
  type DrawContext,
  drawContextHash,
  drawIndices,
  RAFFLE_ALGORITHM,
  raffleRulesHash,
} from './raffle-draw.ts';
import { raffleEntry } from './raffle-entries.ts';
import { raffleIdOf } from './raffle-id.ts';

/** Everything that is published of a draw, as the ledger holds it. Hashes are hex; amounts EVO in normal form. */
export type RaffleProof = {
  readonly raffleId: string;
  readonly number: number;
  readonly mode: 'flat' | 'tiered';
  readonly amounts: readonly string[];
  readonly algorithm: string;
  /** Committed at `positions.seedCommitted`, before the raffle began. */
  readonly seedHash: string;
  /** `raffleRulesHash`; the winners follow from it too. */
  readonly rulesHash: string;
  /** Ledger positions (commit) of the events, in the order in which they must stand. */
  readonly positions: {
    readonly seedCommitted: string;
    readonly raffleCommitted: string;
    readonly entriesFrozen: string;
    readonly raffleDrawn: string;
  };
  /** The position up to which events decided who was eligible. */
  readonly eligibleAt: string;
  /**
   * `rafflePositionsHash`: shows a slip of the pen, no more. That the events stand at these positions is for who
   * holds the ledger to check.
   */
  readonly positionsHash: string;
  readonly root: string;
  readonly count: number;
  readonly seed: string;
  readonly publicRandomness: { readonly blockNumber: string; readonly blockHash: string } | null;
  /** `drawContextHash`: a few winners among few entries could follow from another context by chance. */
  readonly contextHash: string;
  readonly winners: readonly {
    readonly place: number;
    readonly index: number;
    readonly entry: string;
    readonly path: readonly string[];
    readonly userId: string;
  }[];
};

/** SHA-256 (hex) of where the events of a raffle stand in the ledger. */
export function rafflePositionsHash({
  positions: { seedCommitted, raffleCommitted, entriesFrozen, raffleDrawn },
  eligibleAt,
}: Pick<RaffleProof, 'positions' | 'eligibleAt'>): string {
  const positions = { seedCommitted, raffleCommitted, eligibleAt, entriesFrozen, raffleDrawn };
  return sha256Hex(canonicalJson(positions));
}

/** One step of the check, in words for people. `fault` says what does not fit; undefined when all does. */
export type ProofStep = { readonly name: string; readonly shows: string; readonly fault: string | undefined };

/**
 * Checks a draw from its published proof alone: the order of the events, the seed against its commitment, the
 * winners against the seed, and each winner against the frozen entries. All steps are returned, failed or not.
 */
export function verifyRaffleProof(proof: RaffleProof): ProofStep[] {
  return [
    step('Algorithm', 'The method is the one that this page knows', () =>
      proof.algorithm === RAFFLE_ALGORITHM ? undefined : `algorithm is ${proof.algorithm}`,
    ),
    step('Raffle', 'The id of the raffle is the one of its number', () => idFault(proof)),
    step('Order', 'The seed was fixed first, then the rules, then the entries, then the draw', () =>
      orderFault(proof),
    ),
    step('Seed', 'The revealed seed is the one whose hash was committed', () => seedFault(proof)),
    step('Rules', 'The rules were fixed before the draw, with one prize for each place', () =>
      rulesFault(proof),
    ),
    step('Winners', 'The seed, the rules and the frozen entries give exactly these winners', () =>
      winnersFault(proof),
    ),
    ...proof.winners.map((winner) =>
      step(`Place ${winner.place}`, 'The winner is among the frozen entries, at that number', () =>
        inclusionFault(proof, winner),
      ),
    ),
  ];
}

/** Whether every step holds. */
export function isValid(steps: readonly ProofStep[]): boolean {
  return steps.every(({ fault }) => fault === undefined);
}

function step(name: string, shows: string, check: () => string | undefined): ProofStep {
  try {
    return { name, shows, fault: check() };
  } catch (error) {
    // A proof that was tampered with may not even have the shape that the maths needs.
    return { name, shows, fault: error instanceof Error ? error.message : String(error) };
  }
}

function idFault({ raffleId, number }: RaffleProof): string | undefined {
  return raffleIdOf(number) === raffleId ? undefined : `raffleId is not the one of number ${number}`;
}

function orderFault(proof: RaffleProof): string | undefined {
  const { positions, eligibleAt } = proof;
  const { seedCommitted, raffleCommitted, entriesFrozen, raffleDrawn } = positions;
  const steps = [
    ['seedCommitted', seedCommitted],
    ['raffleCommitted', raffleCommitted],
    ['eligibleAt', eligibleAt],
    ['entriesFrozen', entriesFrozen],
    ['raffleDrawn', raffleDrawn],
  ] as const;
  for (const [name, position] of steps) {
    if (!/^\d+$/.test(position)) return `${name} is no position`;
  }
  for (let index = 1; index < steps.length; index++) {
    const [before, after] = [steps[index - 1], steps[index]];
    if (!before || !after) continue;
    // The eligible set may be that of the very event that began the raffle.
    const early =
      after[0] === 'eligibleAt'
        ? BigInt(after[1]) < BigInt(before[1])
        : BigInt(after[1]) <= BigInt(before[1]);
    if (early) return `${after[0]} does not stand after ${before[0]}`;
  }
  const same = rafflePositionsHash(proof) === proof.positionsHash;
  return same ? undefined : 'positions and eligibleAt are not those of positionsHash';
}

function seedFault({ seed, seedHash }: RaffleProof): string | undefined {
  const bytes = bytesOfHex(seed, 32);
  if (!bytes) return 'seed is not 32 bytes in hex';
  return bytesToHex(sha256(bytes)) === seedHash ? undefined : 'the hash of seed is not seedHash';
}

function rulesFault(proof: RaffleProof): string | undefined {
  const { amounts, winners, mode } = proof;
  if (amounts.length !== winners.length) return `${amounts.length} amounts for ${winners.length} winners`;
  if (mode !== 'flat' && mode !== 'tiered') return 'mode is neither flat nor tiered';
  if (mode === 'flat' && new Set(amounts).size > 1) return 'amounts differ although the raffle is flat';
  const wrong = winners.findIndex(({ place }, index) => place !== index + 1);
  if (wrong >= 0) return `winners[${wrong}].place is not ${wrong + 1}`;
  const same = raffleRulesHash(proof) === proof.rulesHash;
  return same ? undefined : 'number, mode, amounts and seedHash are not those of rulesHash';
}

function winnersFault(proof: RaffleProof): string | undefined {
  const { seed, winners } = proof;
  const bytes = bytesOfHex(seed, 32);
  if (!bytes) return 'seed is not 32 bytes in hex';
  const context = drawContextOf(proof);
  if (drawContextHash(context) !== proof.contextHash) {
    return 'raffleId, root, count, rulesHash, eligibleAt and publicRandomness are not those of contextHash';
  }
  const drawn = drawIndices(bytes, context, winners.length);
  const wrong = winners.findIndex(({ index }, place) => index !== drawn[place]);
  return wrong < 0
    ? undefined
    : `winners[${wrong}].index is ${winners[wrong]?.index}, the seed gives ${drawn[wrong]}`;
}

/** What the draw depends on, without what a tampered proof may have beside it. */
export function drawContextOf({
  raffleId,
  root,
  count,
  rulesHash,
  eligibleAt,
  publicRandomness,
}: Omit<RaffleProof, 'contextHash'>): DrawContext {
  return { raffleId, root, count, rulesHash, eligibleAt, publicRandomness };
}

function inclusionFault(
  { raffleId, root, count }: RaffleProof,
  { entry, path, index, userId }: RaffleProof['winners'][number],
): string | undefined {
  if (raffleEntry(raffleId, userId) !== entry) return "entry is not the one of the winner's userId";
  const [leaf, top] = [bytesOfHex(entry, 32), bytesOfHex(root, 32)];
  const siblings = path.map((hash) => bytesOfHex(hash, 32));
  if (!leaf || !top || siblings.some((hash) => hash === undefined)) return 'entry, root or path is not hex';
  const hashes = siblings.filter((hash) => hash !== undefined);
  return verifyInclusion(leaf, index, count, hashes, top)
    ? undefined
    : `entry is not number ${index} of the ${count} entries under root`;
}

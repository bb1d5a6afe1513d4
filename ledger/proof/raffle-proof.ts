import { sha256 } from '@noble/hashes/sha2.js';
import type { EventMetadata } from '../../contracts/events/event.ts';
import { parsePosition } from '../../contracts/ledger-position.ts';
import { formatEvo, parseEvo } from '../../contracts/money.ts';
import { bytesOfHex, bytesToHex } from './bytes.ts';
import { canonicalJson, NotCanonical } from './canonical-json.ts';
import { eventHash, sha256Hex } from './event-hash.ts';
import { verifyInclusion } from './merkle.ts';
import { type ProofStep, step, textOf } from './proof-step.ts';
import {
  type ProofEvent,
  type ProvenRaffle,
  provenRaffle,
  type RaffleProof,
  TAKEN,
} from './proven-raffle.ts';
import { beaconSteps, drawnRound } from './raffle-beacon.ts';
import { algorithmOf, type DrawContext, drawIndices, raffleRulesHash } from './raffle-draw.ts';
import { raffleEntry } from './raffle-entries.ts';
import { prizeGrantIdOf, raffleIdOf } from './raffle-id.ts';

export type { ProofStep } from './proof-step.ts';

/** SHA-256 (hex) of where the events of a proof stand in the ledger. */
export function rafflePositionsHash(events: RaffleProof['events']): string {
  return sha256Hex(canonicalJson(events.map(({ id, position }) => ({ id, position }))));
}

/**
 * Checks a draw from its published proof alone: the events against their hashes and each other, their order, the
 * seed against its commitment, the winners against the seed, each winner against the frozen entries, and the prizes
 * against the winners. All steps are returned, failed or not; only the first where the proof cannot be read at all.
 */
export function verifyRaffleProof(proof: RaffleProof): ProofStep[] {
  const [name, shows] = ['Events', 'Each event has the hash of its content, and names the one before it'];
  let raffle: ProvenRaffle;
  try {
    raffle = provenRaffle(proof);
  } catch (error) {
    return [{ name, shows, fault: textOf(error) }];
  }
  return [
    step(name, shows, () => eventsFault(proof)),
    step('Algorithm', 'The method is the one that this page knows', () =>
      raffle.algorithm === algorithmOf(raffle) ? undefined : `algorithm is ${raffle.algorithm}`,
    ),
    step('Raffle', 'The id of the raffle is the one of its number', () => idFault(raffle)),
    step('Order', 'The seed was fixed first, then the rules, then the entries, then the draw', () =>
      orderFault(proof, raffle),
    ),
    step('Seed', 'The revealed seed is the one whose hash was committed', () => seedFault(raffle)),
    step('Block', 'The draw used the block that was named when the entries were frozen, or none', () =>
      blockFault(raffle),
    ),
    ...beaconSteps(raffle),
    step('Rules', 'The rules were fixed before the draw, with one prize for each place', () =>
      rulesFault(raffle),
    ),
    step('Winners', 'The seed, the rules and the frozen entries give exactly these winners', () =>
      winnersFault(raffle),
    ),
    ...raffle.winners.map((winner, index) =>
      step(`Place ${index + 1}`, 'The winner is among the frozen entries, at that number', () =>
        inclusionFault(raffle, winner),
      ),
    ),
    step('Prizes', 'Each prize was paid to its winner once, or skipped with the reason', () =>
      prizesFault(raffle),
    ),
  ];
}

/** Whether every step holds. */
export function isValid(steps: readonly ProofStep[]): boolean {
  return steps.every(({ fault }) => fault === undefined);
}

function eventsFault({ events }: RaffleProof): string | undefined {
  for (const [index, event] of events.entries()) {
    const { hash, type, stream, revision } = event;
    const named = `events[${index}] (${type})`;
    if (hashOf(event) !== hash) return `${named}: hash is not the one of its content`;
    // The seed's stands among those of other raffles.
    if (index === 0) {
      if (!SEED_STREAMS.includes(stream)) return `${named} stands in the stream ${stream}`;
      continue;
    }
    if (stream !== events[1]?.stream) return `${named} stands in the stream ${stream}`;
    if (revision !== index - 1) return `${named}: its revision is not ${index - 1}`;
    // Read by its schema before.
    const { prevHash } = event.metadata as EventMetadata;
    const before = index === 1 ? null : events[index - 1]?.hash;
    if (prevHash !== before) return `${named} does not name the event before it`;
  }
  return undefined;
}

/** Where the seeds are committed, and where the first version of the program did so. */
const SEED_STREAMS: readonly string[] = ['raffle-seeds', 'program'];

/** Undefined for what has no canonical form, and so no hash. */
function hashOf(event: ProofEvent): string | undefined {
  try {
    return eventHash({ ...event, revision: BigInt(event.revision) });
  } catch (error) {
    if (error instanceof NotCanonical) return undefined;
    throw error;
  }
}

function idFault({ raffleId, number }: ProvenRaffle): string | undefined {
  return raffleIdOf(number) === raffleId ? undefined : `raffleId is not the one of number ${number}`;
}

function orderFault(
  { events, positionsHash }: RaffleProof,
  { eligibleAt, isMoved }: ProvenRaffle,
): string | undefined {
  const own = events.filter(({ type }) => type !== TAKEN);
  const [seed, committed, ...later] = own.map(({ type, position }) => ({
    name: type,
    commit: parsePosition(position)?.commit ?? -1n,
  }));
  if (!seed || !committed) return 'the first events are missing';
  const eligible = isMoved ? [] : [{ name: 'eligibleAt', commit: BigInt(eligibleAt) }];
  const stands = [seed, committed, ...eligible, ...later];
  for (const [index, { name, commit }] of stands.entries()) {
    const before = stands[index - 1];
    if (!before) continue;
    // The eligible set may be that of the very event that began the raffle, and one append may hold two prizes; what is
    // copied is appended together where it stands together.
    const mayShare = name === 'eligibleAt' || index > DRAWN || isMoved;
    if (mayShare ? commit < before.commit : commit <= before.commit) {
      return `${name} does not stand after ${before.name}`;
    }
  }
  return rafflePositionsHash(events) === positionsHash
    ? undefined
    : 'the positions are not those of positionsHash';
}

/** Where RaffleDrawn is among the seed, the rules, the eligible set, the entries and what follows. */
const DRAWN = 4;

function seedFault({ seed, seedHash, number, commitment }: ProvenRaffle): string | undefined {
  if (commitment.number !== number) return `the seed was committed for raffle ${commitment.number}`;
  if (commitment.hash !== seedHash) return 'the raffle began with another seed than the one committed for it';
  const bytes = bytesOfHex(seed, 32);
  if (!bytes) return 'seed is not 32 bytes in hex';
  return bytesToHex(sha256(bytes)) === seedHash ? undefined : 'the hash of seed is not seedHash';
}

function blockFault({ block, beacon, publicRandomness }: ProvenRaffle): string | undefined {
  // No step compares its hash with the chain: whoever made it up once the round is there would choose the winners.
  if (beacon && block !== undefined) return `block ${block} was named beside a round of the beacon`;
  const used = publicRandomness?.blockNumber;
  return used === block ? undefined : `block ${used ?? 'none'} was used, ${block ?? 'none'} was named`;
}

function rulesFault({ amounts, winners, mode }: ProvenRaffle): string | undefined {
  if (amounts.length !== winners.length) return `${amounts.length} amounts for ${winners.length} winners`;
  if (mode === 'flat' && new Set(amounts).size > 1) return 'amounts differ although the raffle is flat';
  const wrong = winners.findIndex(({ place }, index) => place !== index + 1);
  return wrong < 0 ? undefined : `winners[${wrong}].place is not ${wrong + 1}`;
}

function winnersFault(raffle: ProvenRaffle): string | undefined {
  const { seed, winners } = raffle;
  const bytes = bytesOfHex(seed, 32);
  if (!bytes) return 'seed is not 32 bytes in hex';
  const drawn = drawIndices(bytes, drawContextOf(raffle), winners.length);
  const wrong = winners.findIndex(({ index }, place) => index !== drawn[place]);
  return wrong < 0
    ? undefined
    : `winners[${wrong}].index is ${winners[wrong]?.index}, the seed gives ${drawn[wrong]}`;
}

function drawContextOf(raffle: ProvenRaffle): DrawContext {
  const { raffleId, root, count, eligibleAt, publicRandomness } = raffle;
  const beacon = drawnRound(raffle);
  return {
    ...{ raffleId, root, count, rulesHash: raffleRulesHash(raffle), eligibleAt, publicRandomness },
    ...(beacon && { beacon }),
  };
}

function inclusionFault(
  { raffleId, root, count }: ProvenRaffle,
  { entry, path, index, userId }: ProvenRaffle['winners'][number],
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

function prizesFault({ raffleId, winners, amounts, prizes, totalDistributed }: ProvenRaffle) {
  const settled = new Set<number>();
  let total = 0n;
  for (const { place, status, paid } of prizes) {
    if (!winners[place - 1]) return `a prize was settled for place ${place}, which nobody has`;
    if (settled.has(place)) return `the prize of place ${place} was settled twice`;
    settled.add(place);
    // A wallet stays its account's.
    if (status === 'no_wallet' && winners[place - 1]?.walletAddress !== null)
      return `the prize of place ${place} was skipped for want of a wallet, and its winner has one`;
    if (!paid) continue;
    if (paid.userId !== winners[place - 1]?.userId)
      return `the prize of place ${place} went to somebody else`;
    if (paid.amount !== amounts[place - 1]) return `the prize of place ${place} was another amount`;
    if (paid.grantId !== prizeGrantIdOf(raffleId, place)) return `grantId of place ${place} is not its own`;
    total += parseEvo(paid.amount);
  }
  const isWhole = settled.size === winners.length;
  if (isWhole !== (totalDistributed !== undefined)) {
    return `${settled.size} of ${winners.length} prizes are settled, and the raffle is ${isWhole ? 'not ' : ''}complete`;
  }
  if (totalDistributed === undefined || totalDistributed === formatEvo(total)) return undefined;
  return `totalDistributed is not the sum of the prizes that were paid, ${formatEvo(total)}`;
}

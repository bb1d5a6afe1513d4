import type { RaffleWinner } from '../../contracts/events/raffle.ts';
import { type LedgerPosition, parsePosition } from '../../contracts/ledger-position.ts';
import { formatEvo } from '../../contracts/money.ts';
import { LedgerCorrupt } from '../domain-error.ts';
import { randomnessOf } from '../proof/beacon.ts';
import { isSignedRound } from '../proof/beacon-signature.ts';
import { bytesOfHex, bytesToHex } from '../proof/bytes.ts';
import { entryAt, type FrozenEntries } from '../proof/frozen-entries.ts';
import {
  BEACON_ALGORITHM,
  type DrawContext,
  drawIndices,
  RAFFLE_ALGORITHM,
  raffleRulesHash,
} from '../proof/raffle-draw.ts';
import { SEED_LOST } from './freeze-raffle.ts';
import type { RaffleState } from './raffle.ts';
import { NoLaterBlock } from './raffle-ports.ts';
import { failRaffle, orNoBlock, type RaffleSteps, TooManyWinners } from './raffle-steps.ts';

type Entries = NonNullable<RaffleState['entries']>;
type Frozen = RaffleState & { readonly entries: Entries };

/** Draws the winners of a raffle whose entries are frozen. @throws BeaconLate while its round is not there */
export async function drawRaffle(steps: RaffleSteps, state: RaffleState): Promise<RaffleState> {
  const { raffleId, ports } = steps;
  const { entries, amounts } = state;
  if (!entries) throw new LedgerCorrupt(`the entries of raffle ${raffleId} are not frozen`);
  const kept = await ports.entriesOf(raffleId, entries.root);
  const { count } = kept;
  const isFrozen = entries.root === bytesToHex(kept.tree.root);
  if (entries.beacon) {
    // The winners are fixed whatever is kept beside the ledger: it has to be mended, and the raffle waits.
    if (!isFrozen)
      throw new LedgerCorrupt(`the entries that were kept for raffle ${raffleId} are not its own`);
    return drawWithRound(steps, { ...state, entries }, entries.beacon, kept);
  }
  if (!isFrozen)
    return failRaffle(steps, 'frozen', 'The entries that were kept are not the ones that were frozen');
  if (amounts.length > count)
    return failRaffle(steps, 'frozen', new TooManyWinners(amounts.length, count).message);
  return drawWithBlock(steps, { ...state, entries }, kept);
}

async function drawWithRound(
  steps: RaffleSteps,
  state: Frozen,
  { round, seed }: NonNullable<Entries['beacon']>,
  kept: FrozenEntries,
): Promise<RaffleState> {
  const { beacon: rule } = state;
  if (!rule) throw new LedgerCorrupt(`raffle ${steps.raffleId} has a round of no beacon`);
  const { signature, at } = await steps.ports.roundSignature(rule, round);
  const randomness = randomnessOf(signature);
  if (randomness === undefined || !isSignedRound(rule.publicKey, round, signature)) {
    throw new LedgerCorrupt(`round ${round} is not signed by its beacon`);
  }
  const context = {
    ...contextOf(steps.raffleId, state),
    publicRandomness: null,
    beacon: { chainHash: rule.chainHash, round, randomness },
  };
  const winners = await winnersOf(steps, seed, context, state.amounts.length, kept);
  const drawn = { seed, publicRandomness: null, beacon: { round, signature }, winners };
  return steps.run({ type: 'DrawRaffle', algorithm: BEACON_ALGORITHM, ...drawn }, 'draw-raffle', { at });
}

async function drawWithBlock(steps: RaffleSteps, state: Frozen, kept: FrozenEntries): Promise<RaffleState> {
  const { ports } = steps;
  const blockNumber = state.entries.block;
  const blockHash = blockNumber === undefined ? undefined : await orNoBlock(ports.blockHash(blockNumber));
  if (blockHash instanceof NoLaterBlock) return failRaffle(steps, 'frozen', blockHash.message);
  const publicRandomness =
    blockNumber === undefined || blockHash === undefined ? null : { blockNumber, blockHash };
  const seed = await ports.revealSeed(state.seedHash);
  if (seed === undefined) return failRaffle(steps, 'frozen', SEED_LOST);
  const context = { ...contextOf(steps.raffleId, state), publicRandomness };
  const winners = await winnersOf(steps, seed, context, state.amounts.length, kept);
  const algorithm = RAFFLE_ALGORITHM;
  return steps.run({ type: 'DrawRaffle', seed, algorithm, publicRandomness, winners }, 'draw-raffle');
}

function contextOf(
  raffleId: string,
  { number, mode, amounts: prizes, seedHash, beacon, entries }: Frozen,
): Omit<DrawContext, 'publicRandomness' | 'beacon'> {
  const amounts = prizes.map(formatEvo);
  const { root, count } = entries;
  const rulesHash = raffleRulesHash({ number, mode, amounts, seedHash, beacon });
  // As the ledger says it, whatever is kept beside it.
  return { raffleId, root, count, rulesHash, eligibleAt: String(eligiblePosition(entries).commit) };
}

async function winnersOf(
  { raffleId, ports }: RaffleSteps,
  seed: string,
  context: DrawContext,
  places: number,
  kept: FrozenEntries,
): Promise<RaffleWinner[]> {
  const drawn = drawIndices(hexBytes(seed), context, places).map((index) => ({
    index,
    ...entryAt(kept, index),
  }));
  const users = await ports.keptUsers(
    raffleId,
    drawn.map(({ userId }) => userId),
  );
  return drawn.map(({ index, entry, path, userId }, place) => {
    const user = users.get(userId);
    if (!user) throw new LedgerCorrupt(`the draw named ${userId}, who was not kept for raffle ${raffleId}`);
    return { place: place + 1, index, entry, path, ...user };
  });
}

function eligiblePosition({ position }: { readonly position: string }): LedgerPosition {
  const parsed = parsePosition(position);
  if (!parsed) throw new LedgerCorrupt(`entries were frozen at ${position}`);
  return parsed;
}

function hexBytes(hex: string): Uint8Array {
  const bytes = bytesOfHex(hex, 32);
  if (!bytes) throw new LedgerCorrupt('32 bytes in hex were expected');
  return bytes;
}

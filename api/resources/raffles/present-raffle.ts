import type { ResponseOf } from '../../../contracts/api/endpoint.ts';
import type {
  getRaffle,
  getRaffleProof,
  latestRaffle,
  PinnedRound,
  RaffleWinnerView,
} from '../../../contracts/api/raffle.ts';
import { formatPosition, type LedgerPosition } from '../../../contracts/ledger-position.ts';
import { formatEvo, parseEvo } from '../../../contracts/money.ts';
import type { RaffleGrade } from '../../../contracts/raffle-grades.ts';
import { type StoredEvent, storedHash } from '../../../ledger/envelope.ts';
import { isMoved } from '../../../ledger/moved-ledger.ts';
import { roundTime } from '../../../ledger/proof/beacon.ts';
import { raffleGrade } from '../../../ledger/proof/raffle-grade.ts';
import { rafflePositionsHash } from '../../../ledger/proof/raffle-proof.ts';
import type { RaffleState } from '../../../ledger/raffles/raffle.ts';
import type { RaffleRow, RaffleWinnerRow } from '../../../projector/read-models/raffles/queries.ts';

/** A raffle that was drawn. */
export type DrawnRaffle = RaffleRow & { readonly drawnAt: Date };

/** Undefined when it was not drawn. */
export function drawnRaffle(raffle: RaffleRow): DrawnRaffle | undefined {
  const { drawnAt } = raffle;
  return drawnAt === null ? undefined : { ...raffle, drawnAt };
}

/** The winners for an admin, straight from the ledger; `pending` is what each can claim, in base units. */
export function presentWinners(state: RaffleState, pending: ReadonlyMap<string, bigint>): RaffleWinnerView[] {
  return state.winners.map(({ place, userId, username, walletAddress }) => {
    const prize = state.prizes.get(place);
    return {
      id: userId,
      place,
      username,
      walletAddress,
      prize: formatEvo(state.amounts[place - 1] ?? 0n),
      pendingRewards: formatEvo(pending.get(userId) ?? 0n),
      status: prize === undefined ? 'open' : prize.kind === 'paid' ? 'paid' : prize.reason,
    };
  });
}

/** A winner for everybody: no balance. */
export function presentPublicWinner(winner: RaffleWinnerRow): RaffleWinnerView {
  const { userId, place, username, walletAddress, prize, status } = winner;
  return {
    id: userId,
    place,
    username,
    walletAddress,
    prize: formatEvo(prize),
    pendingRewards: null,
    status,
  };
}

/** A winner for an admin; `pending` is what each can claim, in base units. */
export function presentAdminWinner(
  winner: RaffleWinnerRow,
  pending: ReadonlyMap<string, bigint>,
): RaffleWinnerView {
  return { ...presentPublicWinner(winner), pendingRewards: formatEvo(pending.get(winner.userId) ?? 0n) };
}

/** Milliseconds after which a round that was published and not drawn with counts as let fail. */
export const OVERDUE_AFTER_MS = 3_600_000;

/** @param now milliseconds since the epoch */
function presentRound({ stage, chainHash, round, dueAt }: RaffleRow, now: number): PinnedRound | null {
  if (chainHash === null || round === null || dueAt === null) return null;
  const isOverdue = stage === 'awaiting_beacon' && dueAt.getTime() + OVERDUE_AFTER_MS < now;
  return { chainHash, round, dueAt: dueAt.toISOString(), isOverdue };
}

/** The round that a raffle of the ledger waits for; null where it waits for none. */
export function awaitedRound({ stage, beacon, entries }: RaffleState, now: number): PinnedRound | null {
  if (stage !== 'frozen' || !beacon || !entries?.beacon) return null;
  const { chainHash, round } = entries.beacon;
  const due = roundTime(beacon, round);
  return { chainHash, round, dueAt: new Date(due).toISOString(), isOverdue: due + OVERDUE_AFTER_MS < now };
}

/** Null while it is open whether a block will be named. */
function gradeOfRow({ root, chainHash, block }: RaffleRow): RaffleGrade | null {
  if (root === null && chainHash === null) return null;
  return raffleGrade(chainHash ?? undefined, block ?? undefined);
}

/** @param now milliseconds since the epoch */
export function presentSummary(raffle: RaffleRow, now: number): ResponseOf<typeof getRaffle>['raffle'] {
  const { raffleId, number, stage, mode, amounts, startedAt, failure, drawnAt } = raffle;
  return {
    raffleId,
    number,
    stage,
    grade: gradeOfRow(raffle),
    round: presentRound(raffle, now),
    useTieredRewards: mode === 'tiered',
    winnerCount: amounts.length,
    total: formatEvo(amounts.map(parseEvo).reduce((sum, amount) => sum + amount, 0n)),
    startedAt: startedAt.toISOString(),
    drawnAt: drawnAt?.toISOString() ?? null,
    failure,
  };
}

export function presentLatest(
  raffle: DrawnRaffle,
  winners: readonly RaffleWinnerRow[],
): ResponseOf<typeof latestRaffle> {
  const { raffleId, number, mode, amounts, drawnAt } = raffle;
  // What is still open goes to its winner; what was skipped went to nobody.
  const distributed = winners.filter(({ status }) => status === 'open' || status === 'paid');
  return {
    raffleId,
    number,
    winners: winners.map(presentPublicWinner),
    useTieredRewards: mode === 'tiered',
    tieredAmounts: mode === 'tiered' ? [...amounts] : [],
    flatAmount: mode === 'flat' ? (amounts[0] ?? null) : null,
    totalDistributed: formatEvo(distributed.reduce((sum, { prize }) => sum + prize, 0n)),
    completedAt: drawnAt.toISOString(),
    grade: raffleGrade(raffle.chainHash ?? undefined, raffle.block ?? undefined),
  };
}

/**
 * The events of a raffle as anyone can hash them again.
 * @param movedUntil up to where they may have been copied from another store
 */
export function presentProof(
  events: readonly StoredEvent[],
  movedUntil: LedgerPosition | undefined,
): ResponseOf<typeof getRaffleProof> {
  const published = events.map((event) => ({
    id: event.id,
    type: event.type,
    stream: event.stream,
    revision: Number(event.revision),
    position: formatPosition(event.position),
    data: event.data,
    metadata: event.metadata,
    hash: storedHash(event),
  }));
  const begun = events.find(({ type }) => type === 'RaffleCommitted');
  // Who was eligible is kept at once, and may be frozen in the ledger later.
  const isOfAnotherStore = begun !== undefined && isMoved(begun.position, movedUntil);
  return {
    events: published,
    positionsHash: rafflePositionsHash(published),
    ...(isOfAnotherStore && { isMoved: true }),
  };
}

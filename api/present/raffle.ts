import type { ResponseOf } from '../../contracts/api/endpoint.ts';
import type {
  getRaffle,
  getRaffleProof,
  latestRaffle,
  RaffleWinnerView,
} from '../../contracts/api/raffle.ts';
import { formatEvo, parseEvo } from '../../contracts/money.ts';
import { drawContextHash, raffleRulesHash } from '../../ledger/proof/raffle-draw.ts';
import { drawContextOf, rafflePositionsHash } from '../../ledger/proof/raffle-proof.ts';
import type { RaffleState } from '../../ledger/raffles/raffle.ts';
import type { RaffleRow, RaffleWinnerRow } from '../../projector/read-models/raffles/queries.ts';

/** A raffle that was drawn, as the read models have it. */
export type DrawnRaffle = RaffleRow & {
  readonly entries: NonNullable<RaffleRow['entries']>;
  readonly draw: NonNullable<RaffleRow['draw']>;
};

/** Undefined when it was not drawn. */
export function drawnRaffle(raffle: RaffleRow): DrawnRaffle | undefined {
  const { entries, draw } = raffle;
  return entries && draw && { ...raffle, entries, draw };
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

export function presentSummary(raffle: RaffleRow): ResponseOf<typeof getRaffle>['raffle'] {
  const { raffleId, number, stage, mode, amounts, startedAt, failure, draw } = raffle;
  return {
    raffleId,
    number,
    stage,
    useTieredRewards: mode === 'tiered',
    winnerCount: amounts.length,
    total: formatEvo(amounts.map(parseEvo).reduce((sum, amount) => sum + amount, 0n)),
    startedAt: startedAt.toISOString(),
    drawnAt: draw?.at.toISOString() ?? null,
    failure,
  };
}

export function presentLatest(
  raffle: DrawnRaffle,
  winners: readonly RaffleWinnerRow[],
): ResponseOf<typeof latestRaffle> {
  const { raffleId, number, mode, amounts, draw } = raffle;
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
    completedAt: draw.at.toISOString(),
  };
}

export function presentProof(
  raffle: DrawnRaffle,
  winners: readonly RaffleWinnerRow[],
): ResponseOf<typeof getRaffleProof> {
  const { raffleId, number, mode, seedHash, entries, draw } = raffle;
  const amounts = [...raffle.amounts];
  const positions = {
    seedCommitted: raffle.seedCommitted,
    raffleCommitted: raffle.raffleCommitted,
    entriesFrozen: entries.frozen,
    raffleDrawn: draw.position,
  };
  const { eligibleAt, root, count } = entries;
  const { algorithm, seed, publicRandomness } = draw;
  const proof = {
    raffleId,
    number,
    mode,
    amounts,
    algorithm,
    seedHash,
    rulesHash: raffleRulesHash({ number, mode, amounts, seedHash }),
    positions,
    eligibleAt,
    positionsHash: rafflePositionsHash({ positions, eligibleAt }),
    root,
    count,
    seed,
    publicRandomness,
    winners: winners.map(({ place, index, entry, path, userId }) => ({
      place,
      index,
      entry,
      path: [...path],
      userId,
    })),
  };
  return { ...proof, contextHash: drawContextHash(drawContextOf(proof)) };
}

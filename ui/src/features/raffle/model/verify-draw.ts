import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import type { getOwnEntry } from '../../../../../contracts/api/raffle.ts';
import { gradeTrust } from '../../../../../contracts/raffle-limits.ts';
import { bytesOfHex } from '../../../../../ledger/proof/bytes.ts';
import { verifyInclusion } from '../../../../../ledger/proof/merkle.ts';
import {
  type ProvenRaffle,
  provenRaffle,
  type RaffleProof,
} from '../../../../../ledger/proof/proven-raffle.ts';
import { raffleEntry } from '../../../../../ledger/proof/raffle-entries.ts';
import { gradeOf, limitsOf } from '../../../../../ledger/proof/raffle-grade.ts';
import { type ProofStep, verifyRaffleProof } from '../../../../../ledger/proof/raffle-proof.ts';
import type { RaffleView } from './raffle-view.ts';

export type { ProofStep } from '../../../../../ledger/proof/raffle-proof.ts';

/** What a check of a draw found, what no check of it can show, and who has to be trusted for what. */
export type VerifiedDraw = {
  readonly steps: readonly ProofStep[];
  readonly limits: readonly string[];
  /** Undefined where the proof cannot be read. */
  readonly trust: string | undefined;
};

/** Every step of the check of a draw, with one more in front: that what the page shows is what the proof is about. */
export function verifyDraw(proof: RaffleProof, shown: RaffleView): VerifiedDraw {
  const raffle = read(proof);
  const steps = [
    {
      name: 'This page',
      shows: 'The raffle, its winners, prizes and times on this page are those of the proof',
      fault: raffle ? shownFault(raffle, shown) : 'the proof cannot be read',
    },
    ...verifyRaffleProof(proof),
  ];
  return { steps, limits: raffle ? limitsOf(raffle) : [], trust: raffle && gradeTrust[gradeOf(raffle)] };
}

/** Undefined when it cannot be read; the step of the events says where. */
function read(proof: RaffleProof): ProvenRaffle | undefined {
  try {
    return provenRaffle(proof);
  } catch {
    return undefined;
  }
}

function shownFault(raffle: ProvenRaffle, shown: RaffleView): string | undefined {
  const { winners } = shown;
  if (raffle.raffleId !== shown.raffleId || raffle.number !== shown.number) {
    return 'the proof is that of another raffle';
  }
  if (shown.useTieredRewards !== (raffle.mode === 'tiered')) return 'mode is not the one that is shown';
  if (shown.grade !== gradeOf(raffle)) return 'its fairness is not the one that is shown';
  if (Date.parse(shown.completedAt) !== Date.parse(raffle.drawnAt))
    return 'the time is not the one that is shown';
  if (winners.length !== raffle.winners.length) {
    return `${winners.length} winners are shown, the proof has ${raffle.winners.length}`;
  }
  // Of the proof: one place that is shown twice is then no cover for another that is not.
  for (const { place, userId, username, walletAddress } of raffle.winners) {
    const winner = winners.find((one) => one.place === place);
    if (winner?.id !== userId) return `place ${place} is shown with another winner`;
    if (winner.username !== username) return `place ${place} is shown with another name`;
    if (winner.walletAddress !== walletAddress) return `place ${place} is shown with another wallet`;
    if (winner.prize !== raffle.amounts[place - 1]) return `place ${place} is shown with another prize`;
    // What is shown as open may have been paid since.
    const settled = raffle.prizes.find((one) => one.place === place);
    if (winner.status !== 'open' && winner.status !== settled?.status)
      return `the prize of place ${place} is not ${winner.status}`;
  }
  return undefined;
}

type OwnEntry = NonNullable<ResponseOf<typeof getOwnEntry>['entry']>;

/** Whether the own entry is among the frozen ones that the winners were drawn from. */
export function verifyEntry(
  { entry, index, count, path, root }: OwnEntry,
  { raffleId, userId, proof }: { raffleId: string; userId: string; proof: RaffleProof },
): ProofStep[] {
  const raffle = read(proof);
  const [leaf, top] = [bytesOfHex(entry, 32), bytesOfHex(root, 32)];
  const siblings = path.map((hash) => bytesOfHex(hash, 32)).filter((hash) => hash !== undefined);
  const isIncluded =
    leaf !== undefined &&
    top !== undefined &&
    siblings.length === path.length &&
    verifyInclusion(leaf, index, count, siblings, top);
  return [
    {
      name: 'Yours',
      shows: 'The entry is the one of your account',
      fault: raffleEntry(raffleId, userId) === entry ? undefined : 'entry is not the one of your userId',
    },
    {
      name: 'Included',
      shows: `It is number ${index + 1} of the ${count} frozen entries`,
      fault: isIncluded ? undefined : 'the path does not lead to root',
    },
    {
      name: 'Same entries',
      shows: 'The winners were drawn from these entries',
      fault: root === raffle?.root && count === raffle.count ? undefined : 'root is not the one of the draw',
    },
  ];
}

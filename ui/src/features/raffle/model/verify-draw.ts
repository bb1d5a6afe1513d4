import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import type { getOwnEntry } from '../../../../../contracts/api/raffle.ts';
import { bytesOfHex } from '../../../../../ledger/proof/bytes.ts';
import { verifyInclusion } from '../../../../../ledger/proof/merkle.ts';
import { raffleEntry } from '../../../../../ledger/proof/raffle-entries.ts';
import {
  type ProofStep,
  type RaffleProof,
  verifyRaffleProof,
} from '../../../../../ledger/proof/raffle-proof.ts';
import type { RaffleView } from './raffle-view.ts';

export type { ProofStep } from '../../../../../ledger/proof/raffle-proof.ts';

/** Every step of the check of a draw, with one more in front: that what the page shows is what the proof is about. */
export function verifyDraw(proof: RaffleProof, shown: RaffleView): ProofStep[] {
  return [
    {
      name: 'This page',
      shows: 'The raffle, the winners and the prizes on this page are those of the proof',
      fault: shownFault(proof, shown),
    },
    ...verifyRaffleProof(proof),
  ];
}

function shownFault(
  proof: RaffleProof,
  { raffleId, number, winners, useTieredRewards }: RaffleView,
): string | undefined {
  if (proof.raffleId !== raffleId || proof.number !== number) return 'the proof is that of another raffle';
  if (useTieredRewards !== (proof.mode === 'tiered')) return 'mode is not the one that is shown';
  if (winners.length !== proof.winners.length) {
    return `${winners.length} winners are shown, the proof has ${proof.winners.length}`;
  }
  for (const { id, place, prize } of winners) {
    const proven = proof.winners.find((winner) => winner.place === place);
    if (proven?.userId !== id) return `place ${place} is shown with another winner`;
    if (proof.amounts[place - 1] !== prize) return `place ${place} is shown with another prize`;
  }
  return undefined;
}

type OwnEntry = NonNullable<ResponseOf<typeof getOwnEntry>['entry']>;

/** Whether the own entry is among the frozen ones that the winners were drawn from. */
export function verifyEntry(
  { entry, index, count, path, root }: OwnEntry,
  { raffleId, userId, proof }: { raffleId: string; userId: string; proof: RaffleProof },
): ProofStep[] {
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
      fault: root === proof.root && count === proof.count ? undefined : 'root is not the one of the draw',
    },
  ];
}

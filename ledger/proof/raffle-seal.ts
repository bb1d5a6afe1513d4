import type { Receipt } from '../../contracts/api/ledger-seals.ts';
import { roundTime } from './beacon.ts';
import { cosignaturesOf } from './cosignature.ts';
import { momentText } from './moment-text.ts';
import { type ProofStep, step } from './proof-step.ts';
import { provenRaffle, type RaffleProof } from './proven-raffle.ts';
import { verifyRaffleProof } from './raffle-proof.ts';
import { type Trusted, verifyReceipt } from './receipt.ts';
import { parseNote, parseVerifierKey } from './signed-note.ts';

/**
 * What the check of a draw alone cannot show: that its entries were frozen before the round was published. A receipt of
 * the event does, under a seal that a known witness signed before that time. Later signatures show nothing of it: ask for
 * the receipt under the first seal that holds the event (`?seal=first`).
 * @param trusted with the witnesses (C2SP verifier keys of type 0x04) whose clock is believed, one at the least
 */
export function sealedInTime(proof: RaffleProof, receipt: Receipt, trusted: Trusted): ProofStep {
  return step('Sealed', 'A witness saw the frozen entries before the round was published', () => {
    const { beacon, pinned } = provenRaffle(proof);
    if (!beacon || !pinned) return 'the draw took no round of a beacon';
    const frozen = proof.events.find(({ type }) => type === 'EntriesFrozen');
    if (receipt.event.hash !== frozen?.hash) return 'the receipt is that of another event';
    // Whose content is not the one of its hash names any round.
    const broken = verifyRaffleProof(proof).find(({ fault }) => fault !== undefined);
    if (broken) return `the draw itself does not hold: ${broken.name}`;
    const { verdict, steps } = verifyReceipt(receipt, trusted);
    if (verdict !== 'in the ledger') return steps.find(({ fault }) => fault)?.fault ?? verdict;
    const seen = firstSeen(receipt, trusted);
    if (seen === undefined) return 'no known witness has signed the seal';
    const due = roundTime(beacon, pinned.round);
    // A cosignature names the second that it was made in, and the round is there as soon as its own begins.
    return seen < due
      ? undefined
      : `the first to see them did so at ${momentText(seen)}, and the round was published at ${momentText(due)}`;
  });
}

/** When the first of the known witnesses signed the seal: milliseconds since the epoch. */
function firstSeen({ inclusion }: Receipt, { witnesses = [] }: Trusted): number | undefined {
  const note = inclusion ? parseNote(inclusion.checkpoint) : undefined;
  const keys = witnesses.map(parseVerifierKey).filter((key) => key !== undefined);
  const times = note ? cosignaturesOf(note, keys).map(({ at }) => at * 1_000) : [];
  return times.length === 0 ? undefined : Math.min(...times);
}

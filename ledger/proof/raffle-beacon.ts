import type { BeaconRule } from '../../contracts/events/raffle.ts';
import { chainHashOf, randomnessOf, roundTime } from './beacon.ts';
import { isSignedRound } from './beacon-signature.ts';
import { momentText } from './moment-text.ts';
import { type ProofStep, step } from './proof-step.ts';
import type { ProvenRaffle } from './proven-raffle.ts';
import type { DrawContext } from './raffle-draw.ts';

/** What the draw took of the beacon. @throws where the proof does not hold what its rules ask for */
export function drawnRound({ beacon, pinned, signed }: ProvenRaffle): DrawContext['beacon'] {
  if (!beacon) return undefined;
  const randomness = signed && randomnessOf(signed.signature);
  if (!pinned || randomness === undefined) throw new Error('the draw has no round of the beacon');
  return { chainHash: beacon.chainHash, round: pinned.round, randomness };
}

/** The steps of a draw that takes a round of a beacon; none for a draw that does not. */
export function beaconSteps(raffle: ProvenRaffle): ProofStep[] {
  const { beacon, pinned, signed } = raffle;
  if (!beacon && !pinned && !signed) return [];
  return [
    step('Beacon', 'The rules name a public beacon, by the hash of its key and its times', () =>
      chainFault(raffle),
    ),
    step(
      'Round',
      'Its round was named with the frozen entries, before the time at which it is published',
      () => roundFault(raffle),
    ),
    step(BEGUN, 'The round was still to come when the raffle was begun', () => begunFault(raffle)),
    step(
      'Revealed',
      'The seed was revealed with the frozen entries: nobody could keep the winners back',
      () => (pinned?.seed === raffle.seed ? undefined : 'the seed is not the one that was revealed then'),
    ),
    step('Signature', 'The beacon has signed that round, which nobody could do or know before', () =>
      beacon && signed && isSignedRound(beacon.publicKey, signed.round, signed.signature)
        ? undefined
        : 'it is not signed with the key of the beacon',
    ),
  ];
}

function chainFault({ beacon, pinned }: ProvenRaffle): string | undefined {
  if (!beacon) return 'the rules name no beacon';
  if (chainHashOf(beacon) !== beacon.chainHash) return 'chainHash is not the one of its key and its times';
  return pinned?.chainHash === beacon.chainHash ? undefined : 'the round is that of another beacon';
}

function roundFault({ beacon, pinned, signed, frozenAt }: ProvenRaffle): string | undefined {
  if (!beacon || !pinned) return 'no round was named when the entries were frozen';
  if (signed?.round !== pinned.round)
    return `round ${signed?.round ?? 'none'} was used, ${pinned.round} was named`;
  return lateFault(beacon, pinned.round, frozenAt);
}

/**
 * Why a round may have been known when it was named; undefined where it was named in time.
 * @param frozenAt RFC 3339
 */
export function lateFault(rule: BeaconRule, round: number, frozenAt: string): string | undefined {
  const ahead = (roundTime(rule, round) - Date.parse(frozenAt)) / 1_000;
  return ahead >= rule.marginSeconds
    ? undefined
    : `round ${round} was named ${ahead} s before it was published, the rules ask for ${rule.marginSeconds}`;
}

/** The step that fails also where the clock of who began the raffle was wrong. */
export const BEGUN = 'Begun';

/** Milliseconds by which the clocks of who begins a raffle and of who freezes its entries may differ. */
const CLOCKS_DIFFER = 60_000;

/** Whoever writes the freezing down with an earlier time has a round to choose that is public by then. */
function begunFault({ beacon, pinned, begunAt }: ProvenRaffle): string | undefined {
  if (!beacon || !pinned) return undefined;
  const due = roundTime(beacon, pinned.round);
  return due + CLOCKS_DIFFER > Date.parse(begunAt)
    ? undefined
    : `round ${pinned.round} was published at ${momentText(due)}, and the raffle was begun at ${begunAt}`;
}

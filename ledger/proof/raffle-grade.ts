import type { RaffleGrade } from '../../contracts/raffle-grades.ts';
import { raffleLimits } from '../../contracts/raffle-limits.ts';
import { QUICKNET, roundTime } from './beacon.ts';
import { momentText } from './moment-text.ts';
import type { ProvenRaffle } from './proven-raffle.ts';

/**
 * What the winners of a raffle follow from.
 * @param chainHash of the beacon that its rules name
 * @param block that was named when the entries were frozen
 */
export function raffleGrade(chainHash: string | undefined, block: string | undefined): RaffleGrade {
  if (chainHash === QUICKNET.chainHash) return 'drand';
  if (chainHash !== undefined) return 'other_beacon';
  return block === undefined ? 'seed' : 'block';
}

export const gradeOf = ({ beacon, block }: Pick<ProvenRaffle, 'beacon' | 'block'>): RaffleGrade =>
  raffleGrade(beacon?.chainHash, block);

/** What a proof of this raffle cannot show, each in one or two sentences. */
export function limitsOf({ beacon, pinned, block, frozenAt, isMoved }: ProvenRaffle): string[] {
  const publishedAt = beacon && pinned && momentText(roundTime(beacon, pinned.round));
  return [
    raffleLimits.everybody,
    raffleLimits.positions,
    ...(isMoved ? [raffleLimits.moved] : []),
    ...(publishedAt === undefined ? [] : [raffleLimits.frozenInTime(frozenAt, publishedAt)]),
    ...(block === undefined ? [] : [raffleLimits.blockHash]),
  ];
}

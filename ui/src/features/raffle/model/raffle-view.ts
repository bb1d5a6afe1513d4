import type { RaffleWinnerView } from '../../../../../contracts/api/raffle.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { decimalsOf, displayEvo, formatEvo, parseSum } from '../../../../../contracts/money.ts';
import type { RaffleGrade } from '../../../../../contracts/raffle-grades.ts';
import type { LatestRaffle, RaffleDetails } from '../api/raffle-queries.ts';

/** One drawn raffle as the screens show it, whichever call it came from. Amounts are EVO in normal form. */
export type RaffleView = {
  readonly raffleId: string;
  readonly number: number;
  readonly useTieredRewards: boolean;
  readonly winners: readonly RaffleWinnerView[];
  readonly completedAt: string;
  /** What the winners follow from. */
  readonly grade: RaffleGrade;
};

export function viewOfLatest({
  raffleId,
  number,
  useTieredRewards,
  winners,
  completedAt,
  grade,
}: LatestRaffle): RaffleView {
  return { raffleId, number, useTieredRewards, winners, completedAt, grade };
}

/** Undefined for a raffle that was not drawn. */
export function viewOfDetails({ raffle, winners }: RaffleDetails): RaffleView | undefined {
  const { raffleId, number, useTieredRewards, drawnAt, grade } = raffle;
  if (drawnAt === null || grade === null) return undefined;
  return { raffleId, number, useTieredRewards, winners, completedAt: drawnAt, grade };
}

/** The sum of all prizes. */
export const prizeTotal = (winners: readonly RaffleWinnerView[]): string => sumOf(winners);

/** The sum of those that were paid. */
export const paidTotal = (winners: readonly RaffleWinnerView[]): string =>
  sumOf(winners.filter(({ status }) => status === 'paid'));

/** What the winners get in all, and what to call it: nothing is said to be distributed before it is. */
export function totalOf(winners: readonly RaffleWinnerView[]): {
  readonly label: string;
  readonly amount: string;
} {
  return winners.some(({ status }) => status === 'open')
    ? { label: 'Total to be distributed', amount: sumOf(winners.filter(isPaidOrOpen)) }
    : { label: 'Total distributed', amount: paidTotal(winners) };
}

const isPaidOrOpen = ({ status }: RaffleWinnerView): boolean => status === 'paid' || status === 'open';

/** `25 EVO each`, or that the places differ. */
export function modeText({ useTieredRewards, winners }: RaffleView): string {
  const prize = winners[0]?.prize;
  return useTieredRewards || prize === undefined ? 'Tiered Rewards' : `${prizeText(prize)} per winner`;
}

/** How many decimals one prize takes: two as the totals, more where it has more. */
export const prizeDecimals = (prize: string): number =>
  decimalsOf(parseSum(prize), DECIMALS.raffleTotal, DECIMALS.appRewards);

export const prizeText = (prize: string): string =>
  `${displayEvo(parseSum(prize), prizeDecimals(prize))} EVO`;

export const winnersText = (count: number): string => (count === 1 ? '1 winner' : `${count} winners`);

const sumOf = (winners: readonly RaffleWinnerView[]): string =>
  formatEvo(winners.reduce((sum, { prize }) => sum + parseSum(prize), 0n));

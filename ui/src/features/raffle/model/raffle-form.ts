import * as z from 'zod/mini';
import type { RequestOf } from '../../../../../contracts/api/endpoint.ts';
import type { startRaffle } from '../../../../../contracts/api/raffle.ts';
import { MAX_GRANT, RAFFLE } from '../../../../../contracts/constants.ts';
import { validation } from '../../../../../contracts/messages.ts';
import { formatEvo, InvalidAmount, parseEvo } from '../../../../../contracts/money.ts';
import { WHOLE_NUMBER } from '../../../../../contracts/whole-number.ts';

/** The form as typed. */
export type RaffleForm = {
  readonly tiered: boolean;
  readonly amount: string;
  readonly winners: string;
  /** One text for each place. */
  readonly tiers: readonly string[];
};

export const raffleForm = z.object({
  tiered: z.boolean(),
  amount: z.string(),
  winners: z.string(),
  tiers: z.array(z.string()),
});

export const emptyForm: RaffleForm = { tiered: false, amount: '', winners: '1', tiers: [''] };

/** How many winners the form reckons with while it is typed: 1 where it is no number. Such a form is not sent. */
export const winnerCount = ({ winners }: RaffleForm): number =>
  WHOLE_NUMBER.test(winners) ? Number(winners) : 1;

/** The raffle as it is sent. */
export function requestOf(form: RaffleForm): RequestOf<typeof startRaffle> {
  // The text itself: the server reads it by the same rule.
  const winners = { winnerCount: form.winners, useTieredRewards: form.tiered };
  return form.tiered
    ? { ...winners, tieredAmounts: form.tiers.map(normal) }
    : { ...winners, amount: normal(form.amount) };
}

/** As the preview can show it; what is no amount stays for the server to refuse. */
function normal(text: string): string {
  const amount = amountOf(text);
  return amount === undefined ? text.trim() : formatEvo(amount);
}

/** Tiered amounts begin blank, one for each winner, whenever the mode is turned on or the count changes. */
export function withMode(form: RaffleForm, tiered: boolean): RaffleForm {
  return { ...form, tiered, tiers: blanks(form) };
}

export function withWinners(form: RaffleForm, winners: string): RaffleForm {
  const next = { ...form, winners };
  return { ...next, tiers: blanks(next) };
}

export function withTier(form: RaffleForm, place: number, amount: string): RaffleForm {
  return { ...form, tiers: form.tiers.map((one, index) => (index === place ? amount : one)) };
}

function blanks(form: RaffleForm): string[] {
  return new Array<string>(Math.max(0, Math.min(winnerCount(form), RAFFLE.maxWinners))).fill('');
}

/** 500, 300, 200, then 100. */
export const placeholderPrize = (place: number): string =>
  RAFFLE.placeholderPrizes[place] ?? RAFFLE.placeholderPrizeAfter;

/** What all prizes come to, EVO in normal form; only entries that can be read as amounts count. */
export function liveTotal(form: RaffleForm): string {
  const amounts = form.tiered
    ? form.tiers.map(amountOf)
    : new Array<bigint | undefined>(Math.max(0, Math.min(winnerCount(form), RAFFLE.maxWinners))).fill(
        amountOf(form.amount),
      );
  return formatEvo(amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n));
}

/** What keeps the raffle from being started; undefined for nothing. `eligible` is undefined while not known. */
export function raffleFault(form: RaffleForm, eligible: number | undefined): string | undefined {
  const count = winnerCount(form);
  if (!WHOLE_NUMBER.test(form.winners) || count > RAFFLE.maxWinners) return validation.winnerCountInvalid;
  if (eligible !== undefined && count > eligible) return validation.winnersExceedEligible(count, eligible);
  const isPositive = (text: string): boolean => (amountOf(text) ?? 0n) > 0n;
  const prizes = form.tiered ? form.tiers : [form.amount];
  if (!prizes.every(isPositive)) {
    return form.tiered ? validation.tieredAmountsInvalid(count) : validation.rewardAmountInvalid;
  }
  return prizes.some(isTooLarge) ? validation.grantTooLarge : undefined;
}

const isTooLarge = (text: string): boolean => (amountOf(text) ?? 0n) > parseEvo(MAX_GRANT);

function amountOf(text: string): bigint | undefined {
  try {
    return parseEvo(text.trim());
  } catch (error) {
    if (error instanceof InvalidAmount) return undefined;
    throw error;
  }
}

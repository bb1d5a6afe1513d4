import * as z from 'zod/mini';
import { MAX_GRANT, RAFFLE } from '../constants.ts';
import { validation } from '../messages.ts';
import { formatEvo, InvalidAmount, parseEvo } from '../money.ts';
import { WHOLE_NUMBER } from '../whole-number.ts';

/** What a person typed, or a JSON number. */
type Typed = string | number | null | undefined;

/** Digits up to which a JSON number certainly is what was typed: a double does not hold more. */
const CERTAIN_DIGITS = 15;

/** A prize in base units. Undefined when it is no positive amount. */
function prize(typed: Typed): bigint | undefined {
  const text = String(typed ?? '').trim();
  if (typeof typed === 'number' && text.replaceAll(/[.]|^0[.]?0*/g, '').length > CERTAIN_DIGITS)
    return undefined;
  try {
    const parsed = parseEvo(text);
    return parsed > 0n ? parsed : undefined;
  } catch (error) {
    if (error instanceof InvalidAmount) return undefined;
    throw error;
  }
}

/** In base units; undefined when one is no amount. */
function prizes(typed: readonly Typed[]): bigint[] | undefined {
  const amounts = typed.map(prize).filter((amount) => amount !== undefined);
  return amounts.length === typed.length ? amounts : undefined;
}

const isTooLarge = (amount: bigint): boolean => amount > parseEvo(MAX_GRANT);

/** 0 when it is no positive whole number. */
function wholeNumber(typed: Typed): number {
  if (typeof typed === 'number') return Number.isInteger(typed) ? typed : 0;
  return WHOLE_NUMBER.test(typed ?? '') ? Number(typed) : 0;
}

const typed = z.optional(z.nullable(z.union([z.string(), z.number()])));

/**
 * The rules of a raffle as the form sends them; the output has one prize in normal form for each place. What is not
 * even of the right type counts as nothing, so that it is refused with the text for people.
 */
export const raffleRequest = z.pipe(
  z.object({
    amount: z.catch(typed, null),
    winnerCount: z.catch(typed, null),
    useTieredRewards: z.optional(z.boolean()),
    tieredAmounts: z.catch(z.optional(z.nullable(z.array(typed))), null),
    dryRun: z.optional(z.boolean()),
  }),
  z.transform((form, ctx) => {
    const refuse = (message: string, path: string) => {
      ctx.issues.push({ code: 'custom', message, path: [path], input: form });
      return z.NEVER;
    };
    const asked = form.dryRun === undefined ? {} : { dryRun: form.dryRun };
    const count = wholeNumber(form.winnerCount);
    if (count < 1 || count > RAFFLE.maxWinners) return refuse(validation.winnerCountInvalid, 'winnerCount');
    if (form.useTieredRewards) {
      const tiers = form.tieredAmounts ?? [];
      const amounts = tiers.length === count ? prizes(tiers) : undefined;
      if (!amounts) return refuse(validation.tieredAmountsInvalid(count), 'tieredAmounts');
      if (amounts.some(isTooLarge)) return refuse(validation.grantTooLarge, 'tieredAmounts');
      return { mode: 'tiered' as const, amounts: amounts.map(formatEvo), ...asked };
    }
    const amounts = prizes(new Array<Typed>(count).fill(form.amount));
    if (!amounts) return refuse(validation.rewardAmountInvalid, 'amount');
    if (amounts.some(isTooLarge)) return refuse(validation.grantTooLarge, 'amount');
    return { mode: 'flat' as const, amounts: amounts.map(formatEvo), ...asked };
  }),
);

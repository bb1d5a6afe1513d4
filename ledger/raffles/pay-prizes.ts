import type { Authorize } from '../authorize.ts';
import type { CommandContext } from '../command-context.ts';
import { DomainError } from '../domain-error.ts';
import type { CommandHandler } from '../handle-command.ts';
import { pooled } from '../pooled.ts';
import { payPrize } from './pay-prize.ts';
import type { RaffleState } from './raffle.ts';
import { readRaffle } from './read-raffle.ts';

/** Winners who are paid side by side: each has an account stream of their own. */
const AT_ONCE = 16;

/**
 * Pays one place, or all. A winner whose account cannot take the prize keeps nobody else
 * from theirs: what came of the others is told with the refusals. Where nothing came of any, the first refusal is thrown.
 * @throws as `payPrize`
 */
export async function payPrizes(
  handler: CommandHandler,
  order: {
    readonly raffleId: string;
    readonly state: RaffleState;
    /** All places when undefined. */
    readonly place: number | undefined;
    readonly authorize: Authorize;
  },
  context: CommandContext,
): Promise<PaidPrizes> {
  const { raffleId, state, place, authorize } = order;
  if (place !== undefined || state.winners.length === 0) {
    const prize = { raffleId, state, place: place ?? 1, authorize };
    return { after: await payPrize(handler, prize, context), refusals: [] };
  }
  const refusals: DomainError[] = [];
  await pooled(state.winners, AT_ONCE, async (winner) => {
    try {
      await payPrize(handler, { raffleId, state, place: winner.place, authorize }, context);
    } catch (refusal) {
      if (!isOfOneWinner(refusal)) throw refusal;
      refusals.push(refusal);
    }
  });
  const after = await readRaffle(handler, raffleId);
  if (refusals[0] && after.prizes.size === state.prizes.size) throw refusals[0];
  return { after, refusals };
}

/** The raffle as it is then, and why single winners could not be paid. */
export type PaidPrizes = { readonly after: RaffleState; readonly refusals: readonly DomainError[] };

/** Whether others are paid all the same: a right that is gone, and a ledger that is away, end it for all. */
export const isOfOneWinner = (refusal: unknown): refusal is DomainError =>
  refusal instanceof DomainError && refusal.kind !== 'forbidden';

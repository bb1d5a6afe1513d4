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
 * from theirs; the first such refusal is thrown when the others are done.
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
): Promise<RaffleState> {
  const { raffleId, state, place, authorize } = order;
  if (place !== undefined) return payPrize(handler, { raffleId, state, place, authorize }, context);
  if (state.winners.length === 0) return payPrize(handler, { raffleId, state, place: 1, authorize }, context);
  const refusals: DomainError[] = [];
  await pooled(state.winners, AT_ONCE, async (winner) => {
    try {
      await payPrize(handler, { raffleId, state, place: winner.place, authorize }, context);
    } catch (refusal) {
      if (!isOfOneWinner(refusal)) throw refusal;
      refusals.push(refusal);
    }
  });
  if (refusals[0]) throw refusals[0];
  return readRaffle(handler, raffleId);
}

/** Whether others are paid all the same: a right that is gone, and a ledger that is away, end it for all. */
export const isOfOneWinner = (refusal: unknown): refusal is DomainError =>
  refusal instanceof DomainError && refusal.kind !== 'forbidden';

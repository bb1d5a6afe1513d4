import { v5 as uuidv5 } from 'uuid';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { type LedgerEvent, streamOf } from '../../contracts/events/ledger-event.ts';
import type { RaffleWinner } from '../../contracts/events/raffle.ts';
import { account } from '../accounts/account.ts';
import { AccountNotFound } from '../accounts/errors.ts';
import type { Authorize } from '../authorize.ts';
import { asProgram, type CommandContext } from '../command-context.ts';
import { LedgerCorrupt, LedgerUnavailable } from '../domain-error.ts';
import type { CommandHandler } from '../handle-command.ts';
import { prizeGrantIdOf } from '../proof/raffle-id.ts';
import { type RaffleCommand, RaffleNotDrawn, type RaffleState, raffle, UnknownPlace } from './raffle.ts';
import { readRaffle } from './read-raffle.ts';

/**
 * Pays the prize of one place, or skips it when the winner was removed or has no wallet. The account settles it once for
 * ever, and the raffle's own note of it is keyed by raffle and place: of any number of parallel or repeated calls one
 * pays or forgoes.
 * @throws RaffleNotDrawn, UnknownPlace, LedgerUnavailable, and what `authorize` throws
 */
export async function payPrize(
  handler: CommandHandler,
  prize: Prize,
  context: CommandContext,
): Promise<RaffleState> {
  const { raffleId, state, place } = prize;
  if (state.stage !== 'drawn' && state.stage !== 'completed') throw new RaffleNotDrawn();
  const winner = state.winners.find((one) => one.place === place);
  const amount = state.amounts[place - 1];
  if (!winner || amount === undefined) throw new UnknownPlace();
  if (state.prizes.has(place)) return state;

  const { events, grantId } = await settlePrize(handler, prize, { winner, amount, dryRun: false }, context);
  // Settled so long ago that the account knows nothing else of it: the process that follows the ledger notes it.
  const [settled] = events;
  if (!settled) return readRaffle(handler, raffleId);
  // Of two admins who pay at once the raffle names the one who has paid.
  return noteOf(handler, settled, grantId, { ...context, actor: settled.metadata.actor });
}

export type Prize = {
  readonly raffleId: string;
  readonly state: RaffleState;
  readonly place: number;
  readonly authorize: Authorize;
};

/**
 * The account's stream says for ever whether the prize is paid or forgone; the raffle only notes it.
 * @throws LedgerUnavailable, BalanceTooLarge, and what `authorize` throws
 */
export async function settlePrize(
  handler: CommandHandler,
  { raffleId, state, place, authorize }: Prize,
  prize: { readonly winner: RaffleWinner; readonly amount: bigint; readonly dryRun: boolean },
  context: CommandContext,
) {
  const { winner, amount, dryRun } = prize;
  const grantId = prizeGrantIdOf(raffleId, place);
  try {
    const { events, replayed } = await handler.handle({
      ...context,
      commandId: grantId,
      stream: streamOf('account', winner.userId),
      decider: account,
      command: {
        type: 'SettlePrize',
        grantId,
        amount,
        source: 'raffle',
        reason: `Raffle ${state.number}, place ${place}, ${context.occurredAt.slice(0, 'yyyy-mm-dd'.length)}`,
        ref: `${raffleId}:${place}`,
      },
      input: { operation: 'pay-prize', raffleId, place },
      dryRun,
      authorize,
    });
    return { events, grantId, replayed };
  } catch (refusal) {
    // Who has won has an account: the node that was asked does not have it yet.
    if (refusal instanceof AccountNotFound) throw new LedgerUnavailable(refusal);
    throw refusal;
  }
}

/** Notes what a settled prize came to, also for a program that died before it did. */
export async function noteSettledPrize(
  handler: CommandHandler,
  { type, data }: LedgerEvent,
  context: CommandContext,
): Promise<void> {
  if (type === 'PrizeForgone') await noteOf(handler, { type, data }, '', context);
  if (type === 'RewardGranted' && data.source === 'raffle') {
    await noteOf(handler, { type, data }, data.grantId, context);
  }
}

/** @throws LedgerCorrupt when the event names no raffle and place */
function noteOf(
  handler: CommandHandler,
  { type, data }: Pick<AccountEvent, 'type' | 'data'>,
  grantId: string,
  context: CommandContext,
): Promise<RaffleState> {
  const [raffleId, number] = 'ref' in data ? (data.ref?.split(':') ?? []) : [];
  if (!raffleId || !number)
    throw new LedgerCorrupt(`a prize of ${context.commandId} names no raffle and place`);
  const place = Number(number);
  const note: PrizeNote =
    type === 'PrizeForgone' && 'reason' in data
      ? // Of an event of this type.
        { type: 'SkipPrize', place, reason: data.reason as 'no_wallet' | 'account_removed' }
      : { type: 'PayPrize', place, grantId };
  return notePrize(handler, raffleId, note, asProgram(context));
}

type PrizeNote = Extract<RaffleCommand, { type: 'PayPrize' | 'SkipPrize' }>;

/** The raffle's own note of what became of a prize, once. */
async function notePrize(
  handler: CommandHandler,
  raffleId: string,
  command: PrizeNote,
  context: CommandContext,
): Promise<RaffleState> {
  const { place } = command;
  try {
    const { after } = await handler.handle({
      ...context,
      commandId: uuidv5(`note-prize/${place}`, raffleId),
      stream: streamOf('raffle', raffleId),
      decider: raffle,
      command,
      input: { operation: 'note-prize', raffleId, place },
    });
    return after;
  } catch (refusal) {
    // Its prize is settled, so it was drawn: the node that was asked does not have that yet.
    if (refusal instanceof RaffleNotDrawn) throw new LedgerUnavailable(refusal);
    throw refusal;
  }
}

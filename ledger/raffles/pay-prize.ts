import { v5 as uuidv5 } from 'uuid';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { account } from '../accounts/account.ts';
import { AccountIsRemoved } from '../accounts/errors.ts';
import type { Authorize } from '../authorize.ts';
import { asProgram, type CommandContext } from '../command-context.ts';
import { LedgerCorrupt } from '../domain-error.ts';
import type { CommandHandler } from '../handle-command.ts';
import { prizeGrantIdOf } from '../proof/raffle-id.ts';
import { type RaffleCommand, RaffleNotDrawn, type RaffleState, raffle, UnknownPlace } from './raffle.ts';

/**
 * Pays the prize of one place, or skips it when the winner was removed or has no wallet. The grant and the raffle's
 * own note of it are keyed by raffle and place: any number of parallel or repeated calls pay once.
 * @throws RaffleNotDrawn, UnknownPlace, LedgerUnavailable, and what `authorize` throws
 */
export async function payPrize(
  handler: CommandHandler,
  prize: {
    readonly raffleId: string;
    readonly state: RaffleState;
    readonly place: number;
    readonly authorize: Authorize;
  },
  context: CommandContext,
): Promise<RaffleState> {
  const { raffleId, state, place, authorize } = prize;
  if (state.stage !== 'drawn' && state.stage !== 'completed') throw new RaffleNotDrawn();
  const winner = state.winners.find((one) => one.place === place);
  const amount = state.amounts[place - 1];
  if (!winner || amount === undefined) throw new UnknownPlace();
  if (state.prizes.has(place)) return state;

  const grantId = prizeGrantIdOf(raffleId, place);
  const granting = {
    ...context,
    commandId: grantId,
    stream: streamOf('account', winner.userId),
    decider: account,
    command: {
      type: 'GrantReward',
      grantId,
      amount,
      source: 'raffle',
      reason: `Raffle ${state.number}, place ${place}`,
      ref: `${raffleId}:${place}`,
    },
    input: { operation: 'pay-prize', raffleId, place },
    authorize,
  } as const;
  // Nothing was granted that would have to be noted, whoever asks.
  const skip = (reason: 'no_wallet' | 'account_removed') =>
    notePrize(handler, raffleId, { type: 'SkipPrize', place, reason }, { ...context, authorize });

  try {
    const planned = await handler.handle({ ...granting, dryRun: true });
    if (planned.before.walletAddress === undefined && !planned.replayed) {
      return skip('no_wallet');
    }
    await handler.handle(granting);
  } catch (error) {
    if (!(error instanceof AccountIsRemoved)) throw error;
    return skip('account_removed');
  }
  return notePrize(handler, raffleId, { type: 'PayPrize', place, grantId }, asProgram(context));
}

type PrizeNote = Extract<RaffleCommand, { type: 'PayPrize' | 'SkipPrize' }>;

/** The raffle's own note of what became of a prize, once. */
async function notePrize(
  handler: CommandHandler,
  raffleId: string,
  command: PrizeNote,
  context: CommandContext & { readonly authorize?: Authorize },
): Promise<RaffleState> {
  const { place } = command;
  const { after } = await handler.handle({
    ...context,
    commandId: uuidv5(`note-prize/${place}`, raffleId),
    stream: streamOf('raffle', raffleId),
    decider: raffle,
    command,
    input: { operation: 'note-prize', raffleId, place },
  });
  return after;
}

/** Notes the prize that a grant has paid, for a program that died between the two. */
export async function noteGrantedPrize(
  handler: CommandHandler,
  { grantId, ref }: { readonly grantId: string; readonly ref?: string | undefined },
  context: CommandContext,
): Promise<void> {
  const [raffleId, place] = ref?.split(':') ?? [];
  if (!raffleId || !place) throw new LedgerCorrupt(`the prize ${grantId} names no raffle and place`);
  const note = { type: 'PayPrize', place: Number(place), grantId } as const;
  await notePrize(handler, raffleId, note, asProgram(context));
}

import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { CommandHandler } from '../handle-command.ts';
import { type RaffleState, raffle } from './raffle.ts';

/**
 * The raffle as the ledger has it now; its stage is `none` when it was not begun.
 * @throws LedgerUnavailable
 */
export function readRaffle(handler: CommandHandler, raffleId: string): Promise<RaffleState> {
  return handler.read(streamOf('raffle', raffleId), raffle);
}

import { randomUUID } from 'node:crypto';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { RaffleEvent } from '../../contracts/events/raffle.ts';
import type { Decider } from '../decider.ts';
import type { CommandHandler } from '../handle-command.ts';
import { type RaffleState, raffle } from './raffle.ts';

/** Decides nothing: what is left of the handler is its fold, brought up to the ledger's head. */
const onlooker: Decider<RaffleState, undefined, RaffleEvent> = { ...raffle, decide: () => [] };

/**
 * The raffle as the ledger has it now; its stage is `none` when it was not begun.
 * @throws LedgerUnavailable
 */
export async function readRaffle(handler: CommandHandler, raffleId: string): Promise<RaffleState> {
  const commandId = randomUUID();
  const { after } = await handler.handle({
    stream: streamOf('raffle', raffleId),
    decider: onlooker,
    command: undefined,
    commandId,
    input: { operation: 'read-raffle' },
    actor: { kind: 'system' },
    occurredAt: '',
    correlationId: commandId,
    dryRun: true,
  });
  return after;
}

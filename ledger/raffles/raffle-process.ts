import { type LedgerEvent, parseStream } from '../../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import type { CommandContext } from '../command-context.ts';
import type { StoredEvent } from '../envelope.ts';
import type { CommandHandler } from '../handle-command.ts';
import type { Process } from '../processes/process.ts';
import { noteGrantedPrize } from './pay-prize.ts';

/**
 * Takes every begun raffle to its draw, and notes every prize that was granted, when whoever began it died in the
 * middle. What was finished in time is found finished.
 */
export function raffleProcess(
  handler: CommandHandler,
  finish: (
    begun: { readonly raffleId: string; readonly position: LedgerPosition },
    context: CommandContext,
  ) => Promise<unknown>,
): Process {
  return {
    name: 'raffles',
    async handle(stored) {
      // What the ledger gives is checked against its type's schema; a type that is not known passes by below.
      const event = stored as unknown as StoredEvent<LedgerEvent>;
      const { commandId, actor, occurredAt, correlationId } = event.metadata;
      const context = { commandId, actor, occurredAt, correlationId };
      if (event.type === 'RaffleCommitted') {
        const raffleId = parseStream(event.stream)?.id;
        if (raffleId) await finish({ raffleId, position: event.position }, context);
      }
      if (event.type === 'RewardGranted' && event.data.source === 'raffle') {
        await noteGrantedPrize(handler, event.data, context);
      }
    },
  };
}

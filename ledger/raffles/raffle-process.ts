import { type LedgerEvent, parseStream } from '../../contracts/events/ledger-event.ts';
import type { CommandContext } from '../command-context.ts';
import type { StoredEvent } from '../envelope.ts';
import type { CommandHandler } from '../handle-command.ts';
import type { Process } from '../processes/process.ts';
import { noteSettledPrize } from './pay-prize.ts';
import type { BegunRaffle } from './run-raffle.ts';

/**
 * Takes every begun raffle to its draw when whoever began it died in the middle. What was finished in time is found
 * finished. Side by side: one that waits long for its round holds up no other.
 */
export function raffleProcess(
  finish: (begun: BegunRaffle, context: CommandContext) => Promise<unknown>,
): Process {
  return {
    name: 'raffles',
    laneOf: ({ type, stream }) => (type === 'RaffleCommitted' ? stream : undefined),
    async handle(stored, stopping) {
      const event = known(stored);
      const raffleId = parseStream(event.stream)?.id;
      if (event.type !== 'RaffleCommitted' || !raffleId) return;
      await orStopped(finish({ raffleId, position: event.position }, contextOf(event)), stopping);
    },
  };
}

/** Notes every prize that was granted when whoever granted it died before the note. */
export function prizeNotes(handler: CommandHandler): Process {
  return {
    name: 'raffle-prizes',
    laneOf(stored) {
      const event = known(stored);
      return isSettledPrize(event) ? (event.data.ref?.split(':')[0] ?? '') : undefined;
    },
    async handle(stored) {
      const event = known(stored);
      if (isSettledPrize(event)) await noteSettledPrize(handler, event, contextOf(event));
    },
  };
}

function isSettledPrize(
  event: LedgerEvent,
): event is Extract<LedgerEvent, { type: 'RewardGranted' | 'PrizeForgone' }> {
  return event.type === 'PrizeForgone' || (event.type === 'RewardGranted' && event.data.source === 'raffle');
}

/** What the ledger gives is checked against its type's schema; a type that is not known is passed by. */
const known = (stored: StoredEvent) => stored as unknown as StoredEvent<LedgerEvent>;

const contextOf = ({ metadata: { commandId, actor, occurredAt, correlationId } }: StoredEvent) => ({
  commandId,
  actor,
  occurredAt,
  correlationId,
});

/** The work goes on for whoever else waits for it. @throws when `stopping` fires first */
async function orStopped(work: Promise<unknown>, stopping = new AbortController().signal): Promise<void> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(stopping.reason);
  stopping.addEventListener('abort', stop, { once: true });
  if (stopping.aborted) stop();
  try {
    await Promise.race([work, stopped.promise]);
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}

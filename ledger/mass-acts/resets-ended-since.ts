import type { MassActEvent } from '../../contracts/events/mass-acts.ts';
import { comparePositions, type LedgerPosition } from '../../contracts/ledger-position.ts';
import type { Deadline } from '../deadline.ts';
import type { StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import { eventsBehind } from '../events-behind.ts';
import type { CommandHandler } from '../handle-command.ts';
import { PROGRAM_STREAM, program } from '../program/program.ts';
import { MASS_ACTS_STREAM, massActs } from './mass-acts.ts';

/**
 * The resets of all accounts that have come to their end behind a position of the ledger, by the ids of their requests. One
 * of them may have been asked for before it.
 * @throws LedgerUnavailable, LedgerCorrupt
 */
export async function resetsEndedSince(
  handler: CommandHandler,
  store: Pick<EventStore, 'readPage'>,
  at: LedgerPosition,
  deadline: Deadline,
): Promise<readonly string[]> {
  const first = await handler.aggregate(PROGRAM_STREAM, program, deadline);
  const own = await handler.aggregate(MASS_ACTS_STREAM, massActs(first.state.massActs), deadline);
  const ended: string[] = [];
  for (const [stream, { revision: last, position }] of [
    [PROGRAM_STREAM, first],
    [MASS_ACTS_STREAM, own],
  ] as const) {
    if (last === undefined || !position || comparePositions(position, at) <= 0) continue;
    for (const stored of await eventsBehind(store, { stream, last }, at, deadline)) {
      // Of a type of its own; what else may stand there is of other types.
      const event = stored as StoredEvent<MassActEvent>;
      if (event.type === 'MassResetCompleted') ended.push(event.data.requestId);
    }
  }
  return ended;
}

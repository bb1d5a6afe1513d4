import type { AccessLogEvent } from '../../contracts/events/access-log.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { Authorize } from '../authorize.ts';
import type { CommandContext } from '../command-context.ts';
import type { Decider } from '../decider.ts';
import type { CommandHandler } from '../handle-command.ts';

type Export = Extract<AccessLogEvent, { type: 'DataExported' }>['data'];

/** Notes depend on nothing: one is written as it is. */
const accessLog: Decider<undefined, AccessLogEvent, AccessLogEvent> = {
  initialState: undefined,
  decide: (note) => [note],
  evolve: () => undefined,
  snapshotVersion: 2,
};

/**
 * Notes that an admin takes data out of the program, before any of it leaves.
 * @throws LedgerUnavailable, and what `authorize` throws
 */
export function recordExport(
  handler: CommandHandler,
  exported: Export & { readonly authorize: Authorize },
  context: CommandContext,
) {
  const { kind, count, authorize } = exported;
  return handler.handle({
    ...context,
    stream: streamOfDay(context),
    decider: accessLog,
    command: { type: 'DataExported', data: { kind, count } },
    input: { operation: 'record-export', kind },
    authorize,
  });
}

/**
 * Notes that somebody with a session asked for what only an admin may do.
 * @throws LedgerUnavailable
 */
export function recordDenial(handler: CommandHandler, action: string, context: CommandContext) {
  return handler.handle({
    ...context,
    stream: streamOfDay(context),
    decider: accessLog,
    command: { type: 'AccessDenied', data: { action } },
    input: { operation: 'record-denial', action },
  });
}

type Unnoted = Extract<AccessLogEvent, { type: 'DenialsCounted' }>['data'];

/**
 * Records how many refusals were not noted one by one.
 * @throws LedgerUnavailable
 */
export function recordUnnoted(handler: CommandHandler, count: Unnoted, context: CommandContext) {
  return handler.handle({
    ...context,
    stream: streamOfDay(context),
    decider: accessLog,
    command: { type: 'DenialsCounted', data: count },
    input: { operation: 'count-denials', count: count.count, from: count.from },
  });
}

/** A stream a day, UTC, so that none grows for ever. */
const streamOfDay = ({ occurredAt }: CommandContext): string =>
  streamOf('access-log', occurredAt.slice(0, 10));

import type { ProgramEvent } from '../../contracts/events/program.ts';
import type { Authorize } from '../authorize.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { PROGRAM_STREAM, program } from './program.ts';

type Export = Extract<ProgramEvent, { type: 'DataExported' }>['data'];

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
    stream: PROGRAM_STREAM,
    decider: program,
    command: { type: 'RecordExport', kind, count },
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
    stream: PROGRAM_STREAM,
    decider: program,
    command: { type: 'RecordDenial', action },
    input: { operation: 'record-denial', action },
  });
}

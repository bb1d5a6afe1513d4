import type { Authorize } from '../authorize.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { PROGRAM_STREAM, type ProgramCommand, program } from './program.ts';

export type MassActRequest = {
  readonly act:
    | { readonly kind: 'clear' | 'reset' }
    /** Gives back what a reset took. */
    | { readonly kind: 'restore'; readonly resetId: string };
  readonly reason: string;
  readonly dryRun: boolean;
  readonly authorize: Authorize;
};

/**
 * Asks for an act on all accounts; the process `mass-acts` carries it out. The command's id names the request.
 * @throws MassActUnderWay, IdempotencyKeyReused, LedgerUnavailable, and what `authorize` throws
 */
export function requestMassAct(handler: CommandHandler, request: MassActRequest, context: CommandContext) {
  const { act, reason, dryRun, authorize } = request;
  return handler.handle({
    ...context,
    stream: PROGRAM_STREAM,
    decider: program,
    command: commandOf(request, context.commandId),
    input: { operation: 'request-mass-act', ...act, reason },
    dryRun,
    authorize,
  });
}

function commandOf({ act, reason }: MassActRequest, requestId: string): ProgramCommand {
  switch (act.kind) {
    case 'clear':
      return { type: 'RequestMassClear', requestId, reason };
    case 'reset':
      return { type: 'RequestMassReset', requestId, reason };
    case 'restore':
      return { type: 'RequestMassRestore', requestId, resetId: act.resetId, reason };
  }
}

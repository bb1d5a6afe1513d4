import type { Authorize } from '../authorize.ts';
import { type CommandContext, inOneTime } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { recall } from '../program/recall.ts';
import { MASS_ACTS_STREAM, type MassActCommand, massActs } from './mass-acts.ts';

export type MassActRequest = {
  readonly act:
    | { readonly kind: 'clear' | 'reset' }
    /** Gives back what a reset took. */
    | { readonly kind: 'restore'; readonly resetId: string };
  readonly reason: string;
  /** As of the command: of a clear and a reset alone. */
  readonly lastShown?: string | null | undefined;
  readonly dryRun: boolean;
  readonly authorize: Authorize;
};

/**
 * Asks for an act on all accounts; the process `mass-act-requests` carries it out. The command's id names the request.
 * @throws MassActUnderWay, MassActSince, ResetOvertaken, IdempotencyKeyReused, LedgerUnavailable, and what `authorize` throws
 */
export async function requestMassAct(handler: CommandHandler, request: MassActRequest, sent: CommandContext) {
  const context = inOneTime(handler, sent);
  const { act, reason, dryRun, authorize } = request;
  const input = { operation: 'request-mass-act', ...act, reason };
  const before = await recall(handler, input, context);
  if (before.replayed) return before;
  return handler.handle({
    ...context,
    stream: MASS_ACTS_STREAM,
    decider: massActs(before.after.massActs),
    command: commandOf(request, context.commandId),
    input,
    dryRun,
    authorize,
  });
}

function commandOf({ act, reason, lastShown }: MassActRequest, requestId: string): MassActCommand {
  switch (act.kind) {
    case 'clear':
      return { type: 'RequestMassClear', requestId, reason, lastShown };
    case 'reset':
      return { type: 'RequestMassReset', requestId, reason, lastShown };
    case 'restore':
      return { type: 'RequestMassRestore', requestId, resetId: act.resetId, reason };
  }
}

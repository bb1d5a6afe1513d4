import type { DecidedEvent } from '../../envelope.ts';
import type { CommandHandler, CommandRequest } from '../../handle-command.ts';

/** The name of a command in what is hashed of it. */
export function operationOf(input: unknown): string {
  return typeof input === 'object' && input !== null && 'operation' in input ? String(input.operation) : '';
}

/** A handler that is given another command in the place of each of one operation. */
export function rewritten(
  handler: CommandHandler,
  operation: string,
  rewrite: (request: Rewritable) => Rewritable | Promise<Rewritable>,
): CommandHandler {
  return {
    ...handler,
    async handle<State, Command, Event extends DecidedEvent>(request: CommandRequest<State, Command, Event>) {
      if (operationOf(request.input) !== operation) return handler.handle(request);
      // The caller knows which decider the operation has.
      const changed = await rewrite(request as unknown as Rewritable);
      return handler.handle(changed as unknown as CommandRequest<State, Command, Event>);
    },
  };
}

// A fault is written for the one decider whose commands it rewrites.
// biome-ignore lint/suspicious/noExplicitAny: states, commands and events of whichever decider it is.
export type Rewritable = CommandRequest<any, any, any>;

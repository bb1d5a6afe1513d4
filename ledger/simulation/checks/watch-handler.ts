import { DomainError } from '../../domain-error.ts';
import type { DecidedEvent } from '../../envelope.ts';
import type { CommandHandler, CommandRequest, CommandResult } from '../../handle-command.ts';
import { errandName, runDecision } from '../world/errand.ts';

/** A command that was handed to a handler. */
export type Asked = {
  readonly stream: string;
  readonly commandId: string;
  /** Who asked, as the trace names it. */
  readonly errand: string;
  /** Whether it is a process's, for an event of the ledger: told again it hears only that this is over. */
  readonly hasCause: boolean;
  /** How many events the ledger had then. */
  readonly since: number;
};

/** Told of what handlers say. */
export type Watch = {
  readonly length: () => number;
  readonly onAsked: (asked: Asked) => void;
  readonly onResult: (asked: Asked, result: CommandResult<unknown, DecidedEvent>) => void;
  readonly onRefusal: (asked: Asked, refusal: DomainError) => void;
  /** An error that can only be a fault of the program. */
  readonly onBug: (error: unknown, where: string) => void;
};

/** The same handler, and whoever watches hears each answer the moment it is given. */
export function watchHandler(handler: CommandHandler, watch: Watch): CommandHandler {
  return {
    ...handler,
    async handle<State, Command, Event extends DecidedEvent>(request: CommandRequest<State, Command, Event>) {
      const { stream, commandId, dryRun, cause } = request;
      const asked = {
        stream,
        commandId,
        errand: errandName(),
        hasCause: cause !== undefined,
        since: watch.length(),
      };
      if (!dryRun) watch.onAsked(asked);
      try {
        const result = await runDecision(stream, () => handler.handle(request));
        if (!dryRun) watch.onResult(asked, result);
        return result;
      } catch (error) {
        if (error instanceof DomainError && !dryRun) watch.onRefusal(asked, error);
        throw error;
      }
    },
  };
}

import type { Actor } from '../contracts/events/event.ts';
import type { Deadline } from './deadline.ts';
import type { Cause } from './known-commands.ts';

/** Who sends a command, when, and under which id: what every command has beside its own content. */
export type CommandContext = {
  /** UUID; the same id with the same input is one command. */
  readonly commandId: string;
  readonly actor: Actor;
  /** RFC 3339, UTC. */
  readonly occurredAt: string;
  /** Ties together what one request caused. */
  readonly correlationId: string;
  /** When the command was first sent, RFC 3339; `occurredAt` if not given. A retry carries the time of its first. */
  readonly firstSentAt?: string;
  /** The event that a process acts on; its commands for one event are told a stream in the order of the ledger. */
  readonly cause?: Cause;
  /** Of the whole request, where one takes several commands; each has its own if not given. */
  readonly deadline?: Deadline;
};

/** One time limit for all the commands that a request takes. */
export function inOneTime(
  handler: { readonly newDeadline: () => Deadline },
  context: CommandContext,
): CommandContext & { readonly deadline: Deadline } {
  return { ...context, deadline: context.deadline ?? handler.newDeadline() };
}

/** For what the program does by its rules because somebody has acted; it keeps the wallet of who did. */
export function asProgram(context: CommandContext): CommandContext {
  return { ...context, actor: { ...context.actor, kind: 'system' } };
}

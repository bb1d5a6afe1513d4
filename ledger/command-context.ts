import type { Actor } from '../contracts/events/event.ts';

/** Who sends a command, when, and under which id: what every command has beside its own content. */
export type CommandContext = {
  /** UUID; the same id with the same input is one command. */
  readonly commandId: string;
  readonly actor: Actor;
  /** RFC 3339, UTC. */
  readonly occurredAt: string;
  /** Ties together what one request caused. */
  readonly correlationId: string;
};

/** For what the program does by its rules because somebody has acted; it keeps the wallet of who did. */
export function asProgram(context: CommandContext): CommandContext {
  return { ...context, actor: { ...context.actor, kind: 'system' } };
}

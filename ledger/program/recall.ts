import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { PROGRAM_STREAM, program } from './program.ts';

/**
 * Looks whether the first version has done a command already, so that a key of that time means the same for ever.
 * Writes nothing.
 * @param input as the first version hashed it
 * @returns `replayed` with the events of that time, or no events and in `after` what the stream holds now
 * @throws IdempotencyKeyReused, LedgerUnavailable
 */
export function recall(handler: CommandHandler, input: object, context: CommandContext) {
  return handler.handle({
    ...context,
    stream: PROGRAM_STREAM,
    decider: program,
    command: { type: 'Recall' },
    input,
  });
}

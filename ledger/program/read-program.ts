import type { CommandHandler } from '../handle-command.ts';
import { PROGRAM_STREAM, type ProgramState, program } from './program.ts';

/**
 * What the first version's stream holds now. The handler keeps the fold and reads only what is new: once no release of
 * that version runs any more, nothing.
 * @throws LedgerUnavailable
 */
export function readProgram(handler: CommandHandler): Promise<ProgramState> {
  return handler.read(PROGRAM_STREAM, program);
}

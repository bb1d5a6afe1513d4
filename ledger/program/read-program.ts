import type { CommandHandler } from '../handle-command.ts';
import { PROGRAM_STREAM, type ProgramState, program } from './program.ts';

/**
 * What the program's own stream says now: the newest seed, the mass act under way, and the tracks.
 * @throws LedgerUnavailable
 */
export function readProgram(handler: CommandHandler): Promise<ProgramState> {
  return handler.read(PROGRAM_STREAM, program);
}

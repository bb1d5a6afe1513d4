import { randomUUID } from 'node:crypto';
import type { ProgramEvent } from '../../contracts/events/program.ts';
import type { Decider } from '../decider.ts';
import type { CommandHandler } from '../handle-command.ts';
import { PROGRAM_STREAM, type ProgramState, program } from './program.ts';

/** Decides nothing: what is left of the handler is its fold, brought up to the ledger's head. */
const onlooker: Decider<ProgramState, undefined, ProgramEvent> = { ...program, decide: () => [] };

/**
 * What the program's own stream says now: the newest seed, the mass act under way, and the tracks.
 * @throws LedgerUnavailable
 */
export async function readProgram(handler: CommandHandler): Promise<ProgramState> {
  const commandId = randomUUID();
  const { after } = await handler.handle({
    stream: PROGRAM_STREAM,
    decider: onlooker,
    command: undefined,
    commandId,
    input: { operation: 'read-program' },
    actor: { kind: 'system' },
    occurredAt: '',
    correlationId: commandId,
    dryRun: true,
  });
  return after;
}

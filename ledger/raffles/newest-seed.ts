import { randomUUID } from 'node:crypto';
import type { ProgramEvent } from '../../contracts/events/program.ts';
import type { Decider } from '../decider.ts';
import type { CommandHandler } from '../handle-command.ts';
import { PROGRAM_STREAM, type ProgramState, program } from '../program/program.ts';

/** Decides nothing, as in `readRaffle`. */
const onlooker: Decider<ProgramState, undefined, ProgramEvent> = { ...program, decide: () => [] };

/**
 * The newest committed seed; its raffle may have been begun. Undefined before the first.
 * @throws LedgerUnavailable
 */
export async function newestSeed(handler: CommandHandler): Promise<ProgramState['seed']> {
  const commandId = randomUUID();
  const { after } = await handler.handle({
    stream: PROGRAM_STREAM,
    decider: onlooker,
    command: undefined,
    commandId,
    input: { operation: 'newest-seed' },
    actor: { kind: 'system' },
    occurredAt: '',
    correlationId: commandId,
    dryRun: true,
  });
  return after.seed;
}

import type { CommandHandler } from '../handle-command.ts';
import { readProgram } from '../program/read-program.ts';
import {
  type EndedMassAct,
  MASS_ACTS_STREAM,
  type MassAct,
  massActs,
  massActsUnderWay,
} from './mass-acts.ts';

/**
 * The mass acts that are under way now, and the one that ended last.
 * @throws LedgerUnavailable
 */
export async function readMassActs(
  handler: CommandHandler,
): Promise<{ readonly underWay: readonly MassAct[]; readonly ended: EndedMassAct | undefined }> {
  const { massActs: before } = await readProgram(handler);
  const own = await handler.read(MASS_ACTS_STREAM, massActs(before));
  return { underWay: massActsUnderWay(before, own), ended: own.ended ?? before.ended };
}

import { NodeBehind } from '../aggregates.ts';
import type { Deadline } from '../deadline.ts';
import type { StoredEvent } from '../envelope.ts';
import type { CommandHandler } from '../handle-command.ts';
import { PROGRAM_STREAM, program } from '../program/program.ts';
import {
  type EndedMassAct,
  MASS_ACTS_STREAM,
  type MassAct,
  massActs,
  massActsUnderWay,
} from './mass-acts.ts';

/**
 * The mass acts that are under way now, and the one that ended last.
 * @param told an event of theirs that the ledger is known to have
 * @throws LedgerUnavailable, also where the node that was asked lacks what was told
 */
export async function readMassActs(
  handler: CommandHandler,
  told?: Pick<StoredEvent, 'stream' | 'revision'>,
  deadline?: Deadline,
): Promise<{ readonly underWay: readonly MassAct[]; readonly ended: EndedMassAct | undefined }> {
  const first = await handler.aggregate(PROGRAM_STREAM, program, deadline);
  const { massActs: before } = first.state;
  const { state: own, revision } = await handler.aggregate(MASS_ACTS_STREAM, massActs(before), deadline);
  const end = told?.stream === PROGRAM_STREAM ? first.revision : revision;
  if (told && (end ?? -1n) < told.revision) throw new NodeBehind(told.stream, told.revision);
  return { underWay: massActsUnderWay(before, own), ended: own.ended ?? before.ended };
}

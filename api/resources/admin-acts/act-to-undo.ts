import { refusals } from '../../../contracts/messages.ts';
import { DomainError } from '../../../ledger/domain-error.ts';
import type { Database } from '../../../projector/database.ts';
import { type AdminAct, findAdminAct } from '../../../projector/read-models/admin-acts/queries.ts';

/**
 * The act of Activity History that an event is of.
 * @throws DomainError `ActNotFound`, also for one that the read models have not reached
 */
export async function actToUndo(db: Database, eventId: string): Promise<AdminAct> {
  const act = await findAdminAct(db, eventId);
  if (!act) throw new DomainError('not_found', 'ActNotFound', refusals.notFound);
  return act;
}

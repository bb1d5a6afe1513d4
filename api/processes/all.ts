import type { Process } from '../../ledger/processes/process.ts';
import { followSignups } from '../integrations/email/follow-signups.ts';
import type { Parts } from '../routes/serve.ts';

/** Everything that follows the ledger and acts on it. The order is the order in which they are told an event. */
export function allProcesses({ pool, vault, clock }: Parts): readonly Process[] {
  return [followSignups(pool, vault, clock)];
}

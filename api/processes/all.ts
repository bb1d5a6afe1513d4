import type { Process } from '../../ledger/processes/process.ts';
import { referralRewards } from '../../ledger/processes/referral-rewards.ts';
import { followSignups } from '../integrations/email/follow-signups.ts';
import type { Parts } from '../routes/serve.ts';

/** Everything that follows the ledger and acts on it. The order is the order in which they are told an event. */
export function allProcesses({ pool, store, handler, vault, clock }: Parts): readonly Process[] {
  return [referralRewards(store, handler), followSignups(pool, vault, clock)];
}

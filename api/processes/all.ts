import { massActProcess } from '../../ledger/processes/mass-acts.ts';
import type { Process } from '../../ledger/processes/process.ts';
import { referralRewards } from '../../ledger/processes/referral-rewards.ts';
import { followSignups } from '../integrations/email/follow-signups.ts';
import type { Parts } from '../routes/serve.ts';
import { indexEmails } from './index-emails.ts';
import { massActPorts } from './mass-act-progress.ts';

/** Everything that follows the ledger and acts on it. The order is the order in which they are told an event. */
export function allProcesses({
  pool,
  store,
  handler,
  vault,
  clock,
  logger,
  raffles,
}: Parts): readonly Process[] {
  return [
    referralRewards(store, handler),
    followSignups(pool, vault, clock),
    indexEmails(pool, vault, logger),
    raffles.prizeNotes,
  ];
}

/** What may take minutes over one event, or wait for what is not the program's own. */
export function longProcesses({ pool, handler, gate, raffles }: Parts): readonly Process[] {
  return [massActProcess(handler, massActPorts(pool, gate)), raffles.process];
}

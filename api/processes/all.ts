import { massActProcess } from '../../ledger/processes/mass-acts.ts';
import type { Process } from '../../ledger/processes/process.ts';
import { referralRewards } from '../../ledger/processes/referral-rewards.ts';
import { rewardRequests } from '../../ledger/rewards-by-hand/pay-approved.ts';
import { friendMailboxes } from '../faucet/friend-mailboxes.ts';
import type { Parts } from '../http/serve.ts';
import { followSignups } from '../integrations/email/follow-signups.ts';
import { dismissalsOf } from './dismiss.ts';
import { endSessions } from './end-sessions.ts';
import { eraseData } from './erase-personal-data.ts';
import { indexEmails } from './index-emails.ts';
import { massActPorts } from './mass-act-progress.ts';
import { reserveMailboxes } from './reserve-mailboxes.ts';

/** Everything that follows the ledger and acts on it. */
export function allProcesses({
  pool,
  store,
  handler,
  vault,
  clock,
  logger,
  raffles,
  gate,
  policies,
  config,
}: Parts): readonly Process[] {
  return [
    referralRewards(store, handler, friendMailboxes(handler, pool, vault, logger)),
    followSignups(pool, vault, clock),
    eraseData(pool, store),
    endSessions(pool, handler),
    indexEmails(pool, vault, logger),
    reserveMailboxes(handler, vault, logger),
    raffles.prizeNotes,
    raffles.process,
    rewardRequests(handler, {
      most: config.rewardLimits.account,
      dismissals: dismissalsOf({ pool, policies }),
    }),
    massActProcess(store, handler, massActPorts(pool, gate)),
  ];
}

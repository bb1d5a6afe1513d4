import type * as z from 'zod/mini';
import type { activityType } from '../../../contracts/api/admin-users.ts';
import { formatEvo, parseEvo } from '../../../contracts/money.ts';
import { UNDO_REF } from '../../../ledger/accounts/undo-ref.ts';
import { REQUEST_REF } from '../../../ledger/rewards-by-hand/request-ref.ts';
import { sqlText } from '../../database.ts';
import { accountOf, type RecordedEvent } from '../read-model.ts';

export type ActType = z.infer<typeof activityType>;

/** The columns of `admin_acts` that depend on what was done. */
type Act = {
  readonly type: ActType;
  readonly act_key?: string;
  readonly undoes?: string;
  readonly wallet?: string;
  readonly user_id?: string;
  readonly subject?: string;
  readonly amount?: string;
  readonly reason?: string;
  readonly count?: number;
  readonly number?: number;
  readonly completed?: boolean;
};

/**
 * What an event means as an act of an admin; undefined for all that users and the program itself do. What a mass act
 * does to single accounts is the program's doing: the request is the act.
 */
export function actOf(event: RecordedEvent): Act | undefined {
  const user_id = accountOf(event);
  if (user_id !== undefined) {
    return event.metadata.actor.kind === 'admin' || isApproved(event)
      ? actOnAccount(event, user_id)
      : undefined;
  }
  switch (event.type) {
    case 'AdminAdded':
      return { type: 'admin_added', wallet: event.data.addedBy, subject: event.data.wallet };
    case 'AdminRemoved':
      return { type: 'admin_removed', wallet: event.data.removedBy, subject: event.data.wallet };
    case 'AuditorAdded':
      return { type: 'auditor_added', wallet: event.data.addedBy, subject: event.data.wallet };
    case 'AuditorRemoved':
      return { type: 'auditor_removed', wallet: event.data.removedBy, subject: event.data.wallet };
    case 'MassClearRequested':
      return { type: 'balance_cleared', ...massAct(event.data) };
    case 'MassResetRequested':
      return { type: 'rewards_reset_all', ...massAct(event.data) };
    case 'MassRestoreRequested':
      return { type: 'act_undone', undoes: `mass/${event.data.resetId}`, ...massAct(event.data) };
    case 'RewardRequested': {
      const { userId, amount, reason, above } = event.data;
      const about = { user_id: userId, subject: above, amount, reason: sqlText(reason) };
      return { type: 'reward_requested', act_key: event.stream, ...about };
    }
    case 'RewardApproved':
      return { type: 'reward_approved', user_id: event.data.userId, amount: event.data.amount };
    case 'RewardDeclined': {
      const { userId, amount, reason } = event.data;
      return { type: 'reward_declined', user_id: userId, amount, reason: sqlText(reason) };
    }
    case 'RaffleCommitted': {
      const { number, amounts } = event.data;
      const total = amounts.reduce((sum, prize) => sum + parseEvo(prize), 0n);
      return {
        type: 'raffle_run',
        act_key: event.stream,
        number,
        count: amounts.length,
        amount: formatEvo(total),
        completed: false,
      };
    }
    case 'DataExported':
      return { type: 'data_exported', subject: event.data.kind, count: event.data.count };
    case 'MusicTrackAdded':
      // The samples of a local trial are the program's own doing.
      if (event.metadata.actor.kind === 'system') return undefined;
      return { type: 'music_added', subject: event.data.trackId };
    case 'MusicTrackRemoved':
      return { type: 'music_removed', subject: event.data.trackId };
    case 'AccessDenied':
      return { type: 'access_denied', subject: sqlText(event.data.action) };
    case 'DenialsCounted': {
      const { count, wallets, most } = event.data;
      const reason = most.map((one) => `${one.wallet}: ${one.count}`).join(', ');
      return { type: 'access_denied', count, number: wallets, reason };
    }
    default:
      return undefined;
  }
}

/** Granted by the program, because a second admin has approved it. */
function isApproved(event: RecordedEvent): boolean {
  return event.type === 'RewardGranted' && event.data.ref?.startsWith(REQUEST_REF) === true;
}

function actOnAccount(event: RecordedEvent, user_id: string): Act | undefined {
  switch (event.type) {
    case 'RewardGranted': {
      const { grantId, amount, source, ref } = event.data;
      const reason = sqlText(event.data.reason);
      if (ref?.startsWith(UNDO_REF)) {
        const undoes = `event/${sqlText(ref.slice(UNDO_REF.length))}`;
        return { type: 'act_undone', user_id, amount, reason, undoes };
      }
      if (source !== 'admin' && source !== 'raffle') return undefined;
      return { type: 'reward_sent', act_key: `grant/${grantId}`, user_id, subject: source, amount, reason };
    }
    case 'RewardRevoked': {
      const { grantId, amount, reason } = event.data;
      return { type: 'act_undone', undoes: `grant/${grantId}`, user_id, amount, reason: sqlText(reason) };
    }
    case 'BalanceCleared':
      return {
        type: 'balance_cleared',
        user_id,
        amount: event.data.amount,
        reason: sqlText(event.data.reason),
      };
    case 'ClaimsHeld': {
      const { holdId, reason, again } = event.data;
      const undoes = again !== undefined && { undoes: `release/${again}` };
      return { type: 'claims_held', act_key: `hold/${holdId}`, user_id, reason: sqlText(reason), ...undoes };
    }
    case 'ClaimsReleased': {
      const { holdId, reason } = event.data;
      const [act_key, undoes] = [`release/${holdId}`, `hold/${holdId}`];
      return { type: 'claims_released', act_key, undoes, user_id, reason: sqlText(reason) };
    }
    case 'AccountRemoved':
      return { type: 'user_removed', user_id, reason: sqlText(event.data.reason) };
    case 'AccountReinstated':
      return { type: 'act_undone', user_id };
    default:
      return undefined;
  }
}

function massAct({ requestId, reason }: { readonly requestId: string; readonly reason: string }) {
  return { act_key: `mass/${requestId}`, subject: 'all', reason: sqlText(reason), completed: false };
}

import { activityTexts } from '../../../contracts/admin-messages.ts';
import type { activityHistory } from '../../../contracts/api/admin-users.ts';
import type { ResponseOf } from '../../../contracts/api/endpoint.ts';
import { exactEvo, formatEvo } from '../../../contracts/money.ts';
import type { AdminAct } from '../../../projector/read-models/admin-acts/queries.ts';

type Activity = ResponseOf<typeof activityHistory>['activities'][number];

/** A line of Activity History. */
export function presentAdminAct(act: AdminAct): Activity {
  return {
    id: act.eventId,
    created_at: act.createdAt.toISOString(),
    action_type: act.type,
    performed_by_wallet: act.wallet,
    description: describeAct(act),
    details: detailsOf(act),
    undoable: act.undoable,
  };
}

function describeAct(act: AdminAct): string {
  const { type, subject, actKey } = act;
  const amount = exactEvo(act.amount ?? 0n);
  const name = act.user?.username ?? activityTexts.unknownUser;
  const [number, count] = [act.number ?? 0, act.count ?? 0];
  switch (type) {
    case 'admin_added':
      return activityTexts.adminAdded(subject ?? '');
    case 'admin_removed':
      return activityTexts.adminRemoved(subject ?? '');
    case 'auditor_added':
      return activityTexts.auditorAdded(subject ?? '');
    case 'auditor_removed':
      return activityTexts.auditorRemoved(subject ?? '');
    case 'reward_sent':
      return subject === 'raffle'
        ? activityTexts.prizeSent(amount, name)
        : activityTexts.rewardSent(amount, name);
    case 'reward_requested':
      return activityTexts.rewardRequested(amount, name);
    case 'reward_approved':
      return activityTexts.rewardApproved(amount, name);
    case 'reward_declined':
      return activityTexts.rewardDeclined(amount, name);
    case 'raffle_run':
      // Nothing but its failure gives it a reason.
      return act.reason === null
        ? activityTexts.raffleRun(number, count, amount)
        : activityTexts.raffleFailed(number);
    case 'user_removed':
      return activityTexts.userRemoved(name);
    case 'personal_data_erased':
      return activityTexts.personalDataErased(name);
    case 'balance_cleared':
      return act.user ? activityTexts.balanceCleared(amount, name) : activityTexts.allCleared();
    case 'claims_held':
      return activityTexts.claimsHeld(name);
    case 'claims_released':
      return activityTexts.claimsReleased(name);
    case 'rewards_reset_all':
      return activityTexts.resetAll();
    case 'data_exported':
      return activityTexts.exported(subject ?? '', count);
    case 'access_denied':
      return subject === null ? activityTexts.deniedMore(count, number) : activityTexts.denied(subject);
    case 'music_added':
      return activityTexts.musicAdded(...track(act));
    case 'music_removed':
      return activityTexts.musicRemoved(...track(act));
    case 'act_undone':
      if (actKey.startsWith('mass/')) return activityTexts.resetUndone();
      if (act.undoes === null) return activityTexts.userReinstated(name);
      return act.undoes.startsWith('grant/')
        ? activityTexts.rewardRevoked(amount, name)
        : activityTexts.clearUndone(amount, name);
  }
}

function track({ track }: AdminAct): [title: string, artist: string] {
  return [track?.title ?? activityTexts.unknownTrack, track?.artist ?? ''];
}

/** What is known beside the sentence; nothing that is not there. */
function detailsOf(act: AdminAct): Record<string, unknown> {
  const { user, subject, amount, reason, count, number, completed, undone } = act;
  const all = {
    userId: user?.userId,
    username: user?.username,
    walletAddress: user?.walletAddress,
    filename: act.track?.filename,
    [SUBJECTS[act.type] ?? 'subject']: subject,
    amount: amount === null ? null : formatEvo(amount),
    reason,
    count,
    number,
    completed,
    undone: undone || null,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined));
}

const SUBJECTS: Partial<Record<AdminAct['type'], string>> = {
  admin_added: 'adminWallet',
  admin_removed: 'adminWallet',
  auditor_added: 'auditorWallet',
  auditor_removed: 'auditorWallet',
  reward_sent: 'source',
  reward_requested: 'above',
  data_exported: 'kind',
  access_denied: 'action',
  music_added: 'trackId',
  music_removed: 'trackId',
};

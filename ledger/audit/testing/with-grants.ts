import {
  EMAIL_SIGNUP_REWARD,
  EMAIL_VERIFICATION_REWARD,
  SOCIAL_CONNECTION_REWARDS,
  STREAK_DAY_REWARD,
  STREAK_WEEK_REWARD,
  TASK_REWARDS,
} from '../../../contracts/constants.ts';
import type { Appended } from './append-events.ts';

type Data = Readonly<Record<string, unknown>>;
/** `isAdded`: it was not given. */
type Given = Appended & { readonly isAdded?: true };

/**
 * The events, and behind each for which its account is paid at once what the same decision grants for it, by the same
 * command. Grants that are given there are taken as they are.
 */
export function withGrants(appended: readonly Appended[]): Given[] {
  const withWallet = new Set<string>();
  /** Accounts and mailboxes. */
  const rewarded = new Set<unknown>();
  const all: Given[] = [];
  const waiting = [...appended];
  for (let one = waiting.shift(); one; one = waiting.shift()) {
    const { stream, type } = one;
    const data = one.data as Data;
    if ((type === 'AccountOpened' || type === 'WalletLinked') && data.walletAddress) withWallet.add(stream);
    const isMailboxPaid = withWallet.has(stream) && !rewarded.has(stream) && !rewarded.has(data.emailHash);
    const dues = duesOf(one, isMailboxPaid);
    const { commandId = crypto.randomUUID() } = one;
    all.push(dues.length > 0 ? { ...one, commandId } : one);
    for (const due of dues) {
      if (due.source === 'email_verification') rewarded.add(stream).add(data.emailHash);
      const isGiven = waiting[0]?.stream === stream && (waiting[0].data as Data).source === due.source;
      const grant = isGiven ? waiting.shift() : undefined;
      const { actor, occurredAt } = one;
      const as = { commandId, ...(actor && { actor }), ...(occurredAt && { occurredAt }) };
      if (grant) {
        const { isAdded: _, ...given } = grant as Given;
        all.push({ ...as, ...given });
      } else {
        const more = { grantId: crypto.randomUUID(), reason: 'For something', ...due };
        all.push({ stream, type: 'RewardGranted', data: more, ...as, isAdded: true });
      }
    }
  }
  return all;
}

function duesOf({ type, data: given }: Appended, isMailboxPaid: boolean) {
  const { platform, taskType, platformUserId, streak, day } = given as Data;
  const [on, task] = [String(platform), String(taskType)];
  if (type === 'EmailVerified' && isMailboxPaid) {
    return [
      { source: 'email_signup', amount: EMAIL_SIGNUP_REWARD },
      { source: 'email_verification', amount: EMAIL_VERIFICATION_REWARD },
    ];
  }
  if (type === 'SocialConnected' && platformUserId !== undefined)
    return [{ source: 'social_connection', amount: rewardOf(SOCIAL_CONNECTION_REWARDS, on), ref: on }];
  if (type === 'TaskVerified') {
    const amount = rewardOf(Reflect.get(TASK_REWARDS, on) ?? {}, task);
    return [{ source: 'social_task', amount, ref: `${on}:${task}` }];
  }
  if (type !== 'CheckedIn') return [];
  const amount = Number(streak) % 7 === 0 ? STREAK_WEEK_REWARD : STREAK_DAY_REWARD;
  return [{ source: 'streak', amount, ref: String(day) }];
}

const rewardOf = (rewards: object, name: string) => String(Reflect.get(rewards, name) ?? '1');

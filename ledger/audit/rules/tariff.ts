import {
  EMAIL_SIGNUP_REWARD,
  EMAIL_VERIFICATION_REWARD,
  REFERRAL_COMMISSION_PERCENT,
  REFERRAL_FRIEND_BONUS,
  REFERRAL_REWARD,
  REFERRAL_WEEKLY_BONUS,
  SOCIAL_CONNECTION_REWARDS,
  STREAK_DAY_REWARD,
  STREAK_WEEK_REWARD,
  WELCOME_BONUS,
} from '../../../contracts/constants.ts';
import type { AccountEvent, RewardSource } from '../../../contracts/events/account.ts';
import { formatEvo, parseSum } from '../../../contracts/money.ts';
import { lowerCase } from '../../../contracts/wallet-address.ts';
import { confirmedActKey } from '../../accounts/confirmed-act.ts';
import { taskReward } from '../../accounts/social.ts';
import { type AccountState, taskKey } from '../../accounts/state.ts';
import { UNDO_REF } from '../../accounts/undo-ref.ts';
import { MASS_ACTS_STREAM } from '../../mass-acts/mass-acts.ts';
import { isoWeek } from '../../processes/iso-week.ts';
import { ownText } from '../../proof/audit/stream-numbers.ts';
import type { Accounts } from './accounts.ts';
import { ActiveWeeks } from './active-weeks.ts';
import { type AccountChange, type AuditedEvent, named, type Rule } from './rule.ts';
import { Shelf } from './shelf.ts';
import { TextSet } from './text-set.ts';
import { must } from './violation.ts';

type Grant = Extract<AccountEvent, { type: 'RewardGranted' }>['data'];

/** The grants of which a referrer gets a share. */
export const COMMISSIONED: readonly RewardSource[] = [
  'social_connection',
  'social_task',
  'email_signup',
  'email_verification',
  'streak',
];

/** What a clear took, until it is undone, and which resets had come to its account and to everybody then. */
type Cleared = {
  readonly userId: string;
  readonly amount: string;
  readonly resets: number;
  readonly lastReset: string | undefined;
  /** How many of everybody were over. */
  readonly over: number;
};

/** What an event makes due in the append that it came with. */
type Due = { readonly by: AccountChange['event']; readonly sources: readonly RewardSource[] };

/**
 * Every grant is for something that the ledger holds, and pays what that pays: the welcome of an account and of a
 * wallet, a connection, a task, a mailbox, a day, a friend, a share of what a friend was paid, a clear that is undone.
 * What a person does who is paid for it at once is paid at once. Raffles and what admins send have rules of their own.
 */
export function tariff(accounts: Accounts, atHand?: number): Rule {
  /** By the number of the account's stream, what its next event has to grant. */
  const dues = new Map<number, Due>();
  /** The stream of the last event. */
  let last: number | undefined;
  const welcomed = new TextSet();
  /** Mailboxes that were paid for. */
  const verified = new TextSet();
  const active = new ActiveWeeks();
  /** By the grant's id: the share of it that its account's referrer has not been paid. */
  const shares = new Shelf<string, { readonly referrerId: string; readonly amount: bigint }>({ atHand });
  /** By its id. */
  const cleared = new Shelf<string, Cleared>({ atHand });
  /** Resets of everybody, by the ids of their requests: those that are over, and the one that is under way. */
  const over: string[] = [];
  let underWay: string | undefined;

  /** What the first version asks for elsewhere is asked for beside undos. */
  const followReset = ({ type, data, stream }: AuditedEvent) => {
    if (stream !== MASS_ACTS_STREAM) return;
    if (type === 'MassResetRequested') underWay = data.requestId;
    if (type !== 'MassResetCompleted' || data.requestId !== underWay) return;
    over.push(data.requestId);
    underWay = undefined;
  };

  /** A reset takes what a clear before it has left, also where that was nothing: none is undone beside it or behind it. */
  const isOvertaken = (taken: Cleared, { resets }: AccountState): boolean =>
    taken.resets !== resets ||
    underWay !== undefined ||
    over.slice(taken.over).some((resetId) => resetId !== taken.lastReset);

  const due = ({ userId, event, before }: AccountChange, grant: Grant): string | undefined => {
    const { source, ref } = grant;
    if (source === 'referral') {
      const friend = ref === undefined ? undefined : accounts.stateOf(ref);
      return friend?.referrerId === userId && friend.firstAct !== undefined ? REFERRAL_REWARD : undefined;
    }
    if (source === 'referral_weekly') {
      // The process pays at the time of what earned it. The first version paid for friends without a confirmed act, too.
      const { occurredAt, schemaVersion } = event.metadata;
      const isEarned = ref === isoWeek(occurredAt) && active.hold(userId, occurredAt, schemaVersion >= 2);
      return isEarned ? REFERRAL_WEEKLY_BONUS : undefined;
    }
    if (source === 'referral_commission') {
      const share = shares.get(ref ?? '');
      shares.delete(ref ?? '');
      return share?.referrerId === userId ? formatEvo(share.amount) : undefined;
    }
    if (source === 'welcome') {
      if (ref !== undefined) return undefined;
      const wallet = before.walletAddress && lowerCase(before.walletAddress);
      const isFirst = wallet !== undefined && !before.welcomed && welcomed.add(wallet);
      return isFirst ? WELCOME_BONUS : undefined;
    }
    if (source === 'admin' && ref?.startsWith(UNDO_REF)) {
      const taken = cleared.get(ref.slice(UNDO_REF.length));
      cleared.delete(ref.slice(UNDO_REF.length));
      if (taken?.userId !== userId) return undefined;
      return event.metadata.schemaVersion >= 2 && isOvertaken(taken, before) ? undefined : taken.amount;
    }
    if (source === 'email_signup' || source === 'email_verification') {
      // Nothing is granted to an account that has no wallet.
      const { email, walletAddress } = before;
      if (!email?.verified || walletAddress === undefined || ref !== undefined) return undefined;
      if (!verified.add(`${source} ${email.emailHash}`)) return undefined;
      return source === 'email_signup' ? EMAIL_SIGNUP_REWARD : EMAIL_VERIFICATION_REWARD;
    }
    return source === 'admin' || source === 'raffle' ? grant.amount : ownDue(event.data as Grant, before);
  };

  /** An append is whole or not there. */
  const pay = ({ stream, event, before }: AccountChange) => {
    const open = dues.get(stream);
    dues.delete(stream);
    const isPaid = (emailHash: string) => verified.has(`email_signup ${emailHash}`);
    const [next, ...left] = open?.sources ?? dueAtOnce(event, before, isPaid);
    if (next === undefined) return;
    if (!open) {
      dues.set(stream, { by: event, sources: [next, ...left] });
      return;
    }
    if (left.length > 0) dues.set(stream, { by: open.by, sources: left });
    must(
      isGrantOf(next, event, open),
      () => `${named(open.by)} is not paid for, as ${next}: ${named(event)} follows`,
    );
  };

  return {
    name: 'tariff',
    add(told, change, stream) {
      last = stream;
      shares.trim();
      cleared.trim();
      followReset(told);
      if (!change) return;
      pay(change);
      const { userId, event, before } = change;
      const { referrerId } = before;
      if (referrerId !== undefined && isActivity(event)) {
        active.add(referrerId, event.metadata.occurredAt, change.after.firstAct !== undefined);
      }
      if (event.type === 'BalanceCleared') {
        const { resets, lastReset } = before;
        const then = { resets, lastReset: lastReset?.resetId, over: over.length };
        cleared.set(ownText(event.id), { userId, amount: event.data.amount, ...then });
      }
      if (event.type !== 'RewardGranted') return;
      const { source, amount, ref = 'nothing' } = event.data;
      const expected = due(change, event.data);
      must(
        expected === amount,
        () =>
          `${named(event)} grants ${amount} for ${source} (${ref}), and what is due is ${expected ?? 'nothing'}`,
      );
      if (referrerId === undefined || !COMMISSIONED.includes(source)) return;
      const share = (parseSum(amount) * REFERRAL_COMMISSION_PERCENT) / 100n;
      if (share > 0n) shares.set(ownText(event.id), { referrerId, amount: share });
    },
    end() {
      for (const [stream, { by, sources }] of dues) {
        // A part of a ledger may end within an append.
        must(stream === last, () => `${named(by)} is not paid for, as ${sources[0]}`);
      }
    },
  };
}

/** Since the first version a decision on any of these has its grants behind it. */
function dueAtOnce(
  event: AccountEvent,
  before: AccountState,
  isPaid: (emailHash: string) => boolean,
): readonly RewardSource[] {
  switch (event.type) {
    case 'CheckedIn':
      return ['streak'];
    case 'TaskVerified':
      return ['social_task'];
    case 'SocialConnected':
      return event.data.platformUserId === undefined ? [] : ['social_connection'];
    case 'EmailVerified':
      // Nothing is granted to an account that has no wallet, and nothing for a mailbox once more.
      return before.walletAddress === undefined || before.emailRewarded || isPaid(event.data.emailHash)
        ? []
        : ['email_signup', 'email_verification'];
    default:
      return [];
  }
}

/** The same command has made it: `commands` holds its events to one person and one time. */
function isGrantOf(
  source: RewardSource,
  { type, data, metadata }: AccountChange['event'],
  { by }: Due,
): boolean {
  const { commandId } = by.metadata;
  return type === 'RewardGranted' && data.source === source && metadata.commandId === commandId;
}

/** What a friend does for which a referrer may be paid the week. */
export const isActivity = (event: AccountEvent) =>
  event.type === 'CheckedIn' || confirmedActKey(event) !== undefined;

/** What an account's own events make due; undefined for nothing. */
function ownDue({ source, ref: whatFor }: Grant, state: AccountState): string | undefined {
  const ref = whatFor ?? '';
  const { socials, tasks, checkIn, firstAct, referrerId } = state;
  switch (source) {
    case 'social_connection': {
      const [platform, reward] =
        Object.entries(SOCIAL_CONNECTION_REWARDS).find(([name]) => name === ref) ?? [];
      const isConfirmed = Object.entries(socials).some(
        ([name, social]) => name === platform && social.platformUserId !== undefined,
      );
      return isConfirmed ? reward : undefined;
    }
    case 'social_task': {
      const [platform, task] = ref.split(':');
      if (!tasks.has(ref)) return undefined;
      // Only what an event of the account said is among its tasks.
      type Asked = Parameters<typeof taskReward>;
      const asked = [platform, task] as Asked;
      return taskKey(...asked) === ref ? taskReward(...asked) : undefined;
    }
    case 'streak':
      if (checkIn?.day !== ref) return undefined;
      return checkIn.streak % 7 === 0 ? STREAK_WEEK_REWARD : STREAK_DAY_REWARD;
    case 'referral_friend':
      return firstAct !== undefined && referrerId === ref ? REFERRAL_FRIEND_BONUS : undefined;
    default:
      return undefined;
  }
}

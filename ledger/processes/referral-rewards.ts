import { v5 as uuidv5 } from 'uuid';
import {
  REFERRAL_COMMISSION_PERCENT,
  REFERRAL_FRIEND_BONUS,
  REFERRAL_REWARD,
  REFERRAL_WEEKLY_BONUS,
} from '../../contracts/constants.ts';
import type { AccountEvent, RewardSource } from '../../contracts/events/account.ts';
import { parseStream, streamOf } from '../../contracts/events/ledger-event.ts';
import { parseEvo } from '../../contracts/money.ts';
import { account } from '../accounts/account.ts';
import { AccountNotFound } from '../accounts/errors.ts';
import { DomainError, LedgerCorrupt, LedgerUnavailable } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import type { CommandHandler } from '../handle-command.ts';
import { isoWeek } from './iso-week.ts';
import type { Process } from './process.ts';
import { RecentMap } from './recent-map.ts';

/** Of the ids of this process's commands; never changed, or everything would be paid once more. */
const NAMESPACE = 'b7f0a1de-54d2-4f0c-9a51-6d7f4c6a3e11';

/** The grants of which a referrer gets a share. */
const COMMISSIONED: readonly RewardSource[] = [
  'social_connection',
  'social_task',
  'email_signup',
  'email_verification',
  'streak',
];

/** What the process has to know of an account that may have been referred. */
type Friend = {
  readonly referrerId: string | undefined;
  /** The event of the first act that a platform or the mailbox has confirmed. */
  readonly firstAct: string | undefined;
};

/** A grant, named by what it is for: the same key is the same grant, however often it is asked for. */
type Payment = {
  readonly key: string;
  readonly to: string;
  /** Base units. */
  readonly amount: bigint;
  readonly source: RewardSource;
  readonly reason: string;
  readonly ref: string;
};

const REMEMBERED = 50_000;

/**
 * Pays for referrals: to both sides for a friend's first confirmed act, to the referrer once a week in which a
 * friend was active, and a share of what a friend earns. Every payment has an id made from what it is for, so it
 * is paid once, whatever is told twice. It carries the time of what caused it. Removed accounts are passed over.
 */
export function referralRewards(store: EventStore, handler: CommandHandler): Process {
  const friends = new RecentMap<string, Friend>(REMEMBERED);
  /** The last week paid to a referrer: asking for it again would do nothing, at the price of reading a stream. */
  const weeks = new RecentMap<string, string>(REMEMBERED);

  return {
    name: 'referral-rewards',
    async handle(stored) {
      const userId = accountOf(stored);
      if (userId === undefined) return;
      // An account's stream holds account events only.
      const event = stored as unknown as StoredEvent<AccountEvent>;
      if (event.type === 'AccountOpened') {
        friends.set(userId, { referrerId: event.data.referrerId, firstAct: undefined });
        return;
      }
      const isAct = isConfirmedAct(event);
      const commission = commissionOn(event);
      if (!isAct && event.type !== 'CheckedIn' && commission === 0n) return;

      let friend = friends.get(userId) ?? (await readFriend(store, userId, event.revision));
      if (isAct) friend = { ...friend, firstAct: friend.firstAct ?? event.id };
      friends.set(userId, friend);
      const { referrerId, firstAct } = friend;
      if (referrerId === undefined) return;

      if (commission > 0n) await pay(handler, event, commissionOf(referrerId, event, commission));
      if (isAct && event.id === firstAct) {
        const welcomed = await pay(handler, event, friendBonus(referrerId, userId));
        if (welcomed) await pay(handler, event, referralReward(referrerId, userId));
      }
      if (isAct || event.type === 'CheckedIn') {
        const week = isoWeek(event.metadata.occurredAt);
        if (weeks.get(referrerId) === week) return;
        if (await pay(handler, event, weeklyBonus(referrerId, week))) weeks.set(referrerId, week);
      }
    },
  };
}

function accountOf({ stream }: StoredEvent): string | undefined {
  const parsed = parseStream(stream);
  return parsed?.category === 'account' ? parsed.id : undefined;
}

/** Whether somebody else than the user says that the user did something. */
function isConfirmedAct({ type, data }: AccountEvent): boolean {
  if (type === 'SocialConnected') return data.platformUserId !== undefined;
  return type === 'TaskVerified' || type === 'EmailVerified';
}

/** Base units, cut to 18 decimals; 0 when nothing is due. */
function commissionOn({ type, data }: AccountEvent): bigint {
  if (type !== 'RewardGranted' || !COMMISSIONED.includes(data.source)) return 0n;
  return (parseEvo(data.amount) * REFERRAL_COMMISSION_PERCENT) / 100n;
}

function commissionOf(referrerId: string, { id }: StoredEvent, amount: bigint): Payment {
  return {
    key: `referral_commission/${id}`,
    to: referrerId,
    amount,
    source: 'referral_commission',
    reason: `Referral commission, ${REFERRAL_COMMISSION_PERCENT} %`,
    ref: id,
  };
}

function friendBonus(referrerId: string, friendId: string): Payment {
  return {
    key: `referral_friend/${friendId}`,
    to: friendId,
    amount: parseEvo(REFERRAL_FRIEND_BONUS),
    source: 'referral_friend',
    reason: 'Referral bonus for a friend',
    ref: referrerId,
  };
}

function referralReward(referrerId: string, friendId: string): Payment {
  return {
    key: `referral/${friendId}`,
    to: referrerId,
    amount: parseEvo(REFERRAL_REWARD),
    source: 'referral',
    reason: 'Successful referral',
    ref: friendId,
  };
}

function weeklyBonus(referrerId: string, week: string): Payment {
  return {
    key: `referral_weekly/${referrerId}/${week}`,
    to: referrerId,
    amount: parseEvo(REFERRAL_WEEKLY_BONUS),
    source: 'referral_weekly',
    reason: `Active referrals, week ${week}`,
    ref: week,
  };
}

/**
 * False when the account cannot be paid: it was removed, or can hold no more.
 * @throws LedgerUnavailable
 */
async function pay(handler: CommandHandler, cause: StoredEvent, payment: Payment): Promise<boolean> {
  const { key, to, amount, source, reason, ref } = payment;
  const commandId = uuidv5(key, NAMESPACE);
  try {
    await handler.handle({
      stream: streamOf('account', to),
      decider: account,
      command: { type: 'GrantReward', grantId: commandId, amount, source, reason, ref },
      commandId,
      input: { operation: 'pay-referral', key },
      actor: { kind: 'system' },
      occurredAt: cause.metadata.occurredAt,
      correlationId: cause.metadata.correlationId,
    });
    return true;
  } catch (refusal) {
    // Whoever refers or was referred has an account: the node that was asked does not have it yet.
    if (refusal instanceof AccountNotFound) throw new LedgerUnavailable(refusal);
    if (refusal instanceof DomainError) return false;
    throw refusal;
  }
}

/**
 * @param known revision that the stream has, since the process was told of it
 * @throws LedgerUnavailable also when the node that was asked does not have it yet: a referrer would go unpaid
 */
async function readFriend(store: EventStore, userId: string, known: bigint): Promise<Friend> {
  let last = -1n;
  let referrerId: string | undefined;
  let firstAct: string | undefined;
  try {
    for await (const stored of store.readStream(streamOf('account', userId), 0n)) {
      // As above.
      const event = stored as unknown as StoredEvent<AccountEvent>;
      if (event.type === 'AccountOpened') referrerId = event.data.referrerId;
      if (isConfirmedAct(event)) firstAct ??= event.id;
      last = event.revision;
    }
    if (last < known)
      throw new Error(`the node that was asked does not have revision ${known} of ${userId} yet`);
  } catch (error) {
    if (error instanceof LedgerCorrupt) throw error;
    throw new LedgerUnavailable(error);
  }
  return { referrerId, firstAct };
}

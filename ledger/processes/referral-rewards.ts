import { v5 as uuidv5 } from 'uuid';
import {
  REFERRAL_COMMISSION_PERCENT,
  REFERRAL_FRIEND_BONUS,
  REFERRAL_REWARD,
  REFERRAL_WEEKLY_BONUS,
} from '../../contracts/constants.ts';
import type { AccountEvent, RewardSource } from '../../contracts/events/account.ts';
import { CAUSED_BY } from '../../contracts/events/caused-by.ts';
import { parseStream, streamOf } from '../../contracts/events/ledger-event.ts';
import { parseEvo, parseSum } from '../../contracts/money.ts';
import { account } from '../accounts/account.ts';
import { confirmedActKey } from '../accounts/confirmed-act.ts';
import { AccountNotFound } from '../accounts/errors.ts';
import { payableSince } from '../accounts/payable-since.ts';
import { sumOfUses } from '../cache-use.ts';
import { DomainError, LedgerUnavailable } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import type { CommandHandler } from '../handle-command.ts';
import type { Cause } from '../known-commands.ts';
import { Friends } from './friends.ts';
import { isoWeek } from './iso-week.ts';
import { causeOf, type Process } from './process.ts';
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

/** Whether friends who proved nothing but a mailbox are paid for. */
export type FriendMailboxes = {
  /**
   * The same answer however often it is asked. `day` is that of the proof, UTC, `YYYY-MM-DD`, and `emailHash` tells the
   * mailbox that was proved: the account may have named another one since.
   */
  readonly isPaidFor: (friend: {
    readonly friendId: string;
    readonly referrerId: string;
    readonly day: string;
    readonly emailHash: string;
  }) => Promise<boolean>;
};

/** What of a command handler and its event store the process works with. */
type Handler = Pick<CommandHandler, 'handle' | 'aggregate' | 'aggregateFrom' | 'readBefore'>;
type Store = Pick<EventStore, 'readPage'>;
type Means = { readonly store: Store; readonly handler: Handler };

const REMEMBERED = 50_000;
/** More than are read ahead and under way. */
const DONE_REMEMBERED = 20_000;

/**
 * Pays for referrals: to both sides for a friend's first confirmed act, to the referrer once a week in which a
 * friend with a confirmed act (of that week or before) was active, and a share of what a friend earns. A lane is a
 * referrer, so that whoever is paid is paid in the order of the ledger, and what was paid is known by how far that got.
 * Each payment carries the time of what caused it. An account that was removed, or could hold no more, at any moment
 * since then is passed over, for good. Where many friends of one referrer have mailboxes at one domain, the bonus and
 * the reward for those beyond the first few of a day are not paid.
 * @param mailboxes every friend's is believed if not given
 */
export function referralRewards(store: Store, handler: Handler, mailboxes?: FriendMailboxes): Process {
  let friends = new Friends(handler);
  /** The last week paid to a referrer: asking for it again would do nothing, at the price of reading a stream. */
  let weeks = new RecentMap<string, string>(REMEMBERED);
  /** Commands whose events have come: what the ledger holds is not asked for once more. */
  let done = new RecentMap<string, true>(DONE_REMEMBERED);
  const payOnce = (event: StoredEvent, cause: Cause, payment: Payment): true | Promise<boolean> => {
    const commandId = uuidv5(payment.key, NAMESPACE);
    return done.get(commandId) ?? pay({ store, handler }, event, cause, payment, commandId);
  };

  return {
    name: CAUSED_BY.referrals,
    laneOf(stored) {
      const userId = accountOf(stored);
      if (userId === undefined) return undefined;
      const event = accountEvent(stored);
      friends.told(userId, event);
      return isPaidFor(event) ? friends.referrerOf(userId, stored) : undefined;
    },
    foresee({ metadata: { actor, commandId } }) {
      if (actor.kind === 'system') done.set(commandId, true);
    },
    forget() {
      friends = new Friends(handler);
      weeks = new RecentMap(REMEMBERED);
      done = new RecentMap(DONE_REMEMBERED);
    },
    memory: () => sumOfUses([friends.memory(), weeks.use(), done.use()]),
    async handle(stored, _stopping, cause = causeOf(CAUSED_BY.referrals, stored)) {
      const userId = accountOf(stored);
      const event = accountEvent(stored);
      if (userId === undefined || !isPaidFor(event)) return;
      const referrerId = await friends.referrerOf(userId, stored);
      if (referrerId === undefined) return;

      const commission = commissionOn(event);
      if (commission > 0n) await payOnce(event, cause, commissionOf(referrerId, event, commission));
      const act = confirmedActKey(event);
      const isFirst = await friends.isFirstAct(event, userId);
      const day = event.metadata.occurredAt.slice(0, 10);
      const isSlowed =
        event.type === 'EmailVerified' &&
        isFirst &&
        (await mailboxes?.isPaidFor({
          friendId: userId,
          referrerId,
          day,
          emailHash: event.data.emailHash,
        })) === false;
      if (isFirst && !isSlowed) {
        const toFriend = { ...cause, process: CAUSED_BY.friends };
        const welcomed = await payOnce(event, toFriend, friendBonus(referrerId, userId));
        if (welcomed) await payOnce(event, cause, referralReward(referrerId, userId));
      }
      if (act !== undefined || event.type === 'CheckedIn') {
        const week = isoWeek(event.metadata.occurredAt);
        // Of the ledger that is asked now, should another come meanwhile.
        const paidWeeks = weeks;
        if (paidWeeks.get(referrerId) === week || !(await friends.isOfConfirmed(event, userId))) return;
        if (await payOnce(event, cause, weeklyBonus(referrerId, week))) paidWeeks.set(referrerId, week);
      }
    },
  };
}

function accountOf({ stream }: StoredEvent): string | undefined {
  const parsed = parseStream(stream);
  return parsed?.category === 'account' ? parsed.id : undefined;
}

/** An account's stream holds account events only. */
const accountEvent = (stored: StoredEvent) => stored as unknown as StoredEvent<AccountEvent>;

function isPaidFor(event: AccountEvent): boolean {
  return event.type === 'CheckedIn' || confirmedActKey(event) !== undefined || commissionOn(event) > 0n;
}

/** Base units, cut to 18 decimals; 0 when nothing is due. */
function commissionOn({ type, data }: AccountEvent): bigint {
  if (type !== 'RewardGranted' || !COMMISSIONED.includes(data.source)) return 0n;
  return (parseSum(data.amount) * REFERRAL_COMMISSION_PERCENT) / 100n;
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
 * False when the account cannot be paid: it was removed, or could hold no more, whenever since what the payment is for.
 * That is for good, so it is said by a node that has that: one that is behind may not know yet that the account was let in
 * again.
 * @throws LedgerUnavailable
 */
async function pay(
  means: Means,
  event: StoredEvent,
  cause: Cause,
  payment: Payment,
  commandId: string,
): Promise<boolean> {
  if (await grant(means, event, cause, payment, commandId)) return true;
  await means.handler.readBefore(event.stream, account, event.revision + 1n);
  return grant(means, event, cause, payment, commandId);
}

/** @throws LedgerUnavailable */
async function grant(
  { store, handler }: Means,
  { metadata, position: at }: StoredEvent,
  cause: Cause,
  payment: Payment,
  commandId: string,
): Promise<boolean> {
  const { key, to, amount, source, reason, ref } = payment;
  try {
    await handler.handle({
      stream: streamOf('account', to),
      decider: account,
      command: { type: 'GrantReward', grantId: commandId, amount, source, reason, ref },
      commandId,
      input: { operation: 'pay-referral', key },
      actor: { kind: 'system' },
      occurredAt: metadata.occurredAt,
      correlationId: metadata.correlationId,
      cause,
      authorize: (use) => payableSince(store, handler, { at, amount }, use),
    });
    return true;
  } catch (refusal) {
    // Whoever refers or was referred has an account: the node that was asked does not have it yet.
    if (refusal instanceof AccountNotFound) throw new LedgerUnavailable(refusal);
    if (refusal instanceof DomainError) return false;
    throw refusal;
  }
}

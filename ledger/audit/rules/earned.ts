import type { RewardSource } from '../../../contracts/events/account.ts';
import { formatPosition, parsePosition } from '../../../contracts/ledger-position.ts';
import { confirmedActKey } from '../../accounts/confirmed-act.ts';
import { ownText } from '../../proof/audit/stream-numbers.ts';
import type { Accounts } from './accounts.ts';
import { type AccountChange, type AuditedEvent, named, type Rule } from './rule.ts';
import { Shelf } from './shelf.ts';
import { COMMISSIONED, isActivity } from './tariff.ts';
import { must } from './violation.ts';

/** What a friend did or was granted, for which somebody may be paid. */
type Earning = {
  readonly friendId: string;
  readonly occurredAt: string;
  readonly correlationId: string;
  /** The id of a grant; of an act, whether it was confirmed, the first such, or at least the friend's by then. */
  readonly what: string;
};
const [FIRST, CONFIRMED, ACTIVE] = ['first', 'confirmed', 'active'];

/**
 * Who is paid for a friend, or as one, is paid for the event that the payment names as its cause, and at its time: how far
 * the process has come with an account is known by these causes, and a later one would take what is between as paid. What
 * names none is held to less.
 * @param hasOwnPositions whether the positions that events name are this ledger's
 * @param atHand as of an audit
 */
export function earned(accounts: Accounts, hasOwnPositions: boolean, atHand?: number): Rule {
  /** By where it stands. */
  const earnings = new Shelf<string, Earning>({ pack, unpack, atHand });
  const pays = ({ userId, event }: AccountChange, { source, ref }: Payment, { friendId, what }: Earning) => {
    switch (source) {
      case 'referral_commission':
        return what === ref;
      case 'referral_friend':
        return what === FIRST && friendId === userId;
      case 'referral':
        return what === FIRST && friendId === ref;
      default: {
        // The first version paid for friends without a confirmed act, too.
        const isActive = what === FIRST || what === CONFIRMED;
        const isOne = isActive || (what === ACTIVE && event.metadata.schemaVersion < 2);
        return isOne && accounts.stateOf(friendId)?.referrerId === userId;
      }
    }
  };
  return {
    name: 'causes',
    add(event, change) {
      earnings.trim();
      if (!hasOwnPositions || !change) return;
      const earning = earningOf(change);
      if (earning) earnings.set(formatPosition(event.position), earning);
      const payment = paymentOf(event);
      const { cause, occurredAt, correlationId } = event.metadata;
      if (!payment || !cause) return;
      const at = parsePosition(cause.position);
      const by = at && earnings.get(formatPosition(at));
      must(
        by !== undefined && pays(change, payment, by),
        () => `${named(event)} names a cause, at ${cause.position}, that has not earned it`,
      );
      must(
        by.occurredAt === occurredAt && by.correlationId === correlationId,
        () => `${named(event)} is of another time or request than its cause, at ${cause.position}`,
      );
    },
  };
}

/** As a text, which takes half the time of an object: a ledger has many. */
const pack = ({ friendId, occurredAt, correlationId, what }: Earning) =>
  [friendId, occurredAt, correlationId, what].join(' ');

function unpack(packed: string): Earning {
  const [friendId = '', occurredAt = '', correlationId = '', what = ''] = packed.split(' ');
  return { friendId, occurredAt, correlationId, what };
}

type Payment = { readonly source: RewardSource; readonly ref?: string | undefined };

function paymentOf({ type, data }: AuditedEvent): Payment | undefined {
  return type === 'RewardGranted' && data.source.startsWith('referral') ? data : undefined;
}

function earningOf({ userId, event, before, after }: AccountChange): Earning | undefined {
  const what = before.referrerId === undefined ? undefined : whatFor(event, after.firstAct);
  if (what === undefined) return undefined;
  const { occurredAt, correlationId } = event.metadata;
  return {
    ...{ friendId: userId, what },
    ...{ occurredAt: ownText(occurredAt), correlationId: ownText(correlationId) },
  };
}

function whatFor(event: AccountChange['event'], firstAct: string | undefined): string | undefined {
  if (event.type === 'RewardGranted')
    return COMMISSIONED.includes(event.data.source) ? ownText(event.id) : undefined;
  if (!isActivity(event)) return undefined;
  if (firstAct === undefined) return ACTIVE;
  // A mailbox that is proved again is the same act: releases of before paid for it where they had not paid for the first.
  return confirmedActKey(event) === firstAct ? FIRST : CONFIRMED;
}

import { v5 as uuidv5 } from 'uuid';
import type { AccountEvent } from '../../../contracts/events/account.ts';
import { formatEvo, parseSum } from '../../../contracts/money.ts';
import { sharedOut, shareOf } from '../../accounts/share.ts';
import type { AccountState } from '../../accounts/state.ts';
import type { Accounts } from './accounts.ts';
import { type AccountChange, type AuditedEvent, named, type Rule } from './rule.ts';
import { must } from './violation.ts';

type Kind = 'Clear' | 'Reset' | 'Restore';

type Act = {
  readonly kind: Kind;
  readonly requestId: string;
  /** The reset that is done, or given back; means nothing of a clear. */
  readonly resetId: string;
};

/** A mass act that was requested and is not over. */
type OpenAct = Act & {
  /** Accounts that have changed since: how they stood at the request, and what came since. */
  readonly since: Map<string, { readonly atRequest: AccountState; readonly events: AccountEvent[] }>;
  readonly touched: Set<string>;
  total: bigint;
};

const REQUESTED = /^Mass(Clear|Reset|Restore)Requested$/;
const COMPLETED = /^Mass(Clear|Reset|Restore)Completed$/;

type Completed = Extract<
  AuditedEvent,
  { type: 'MassClearCompleted' | 'MassResetCompleted' | 'MassRestoreCompleted' }
>;

/**
 * An act on all accounts takes from each exactly what stood there when it was requested and is left of it, touches each
 * once and leaves none out, and says of itself what it did. Nothing is reset or restored but in such an act, and the
 * program clears no balance by itself.
 */
export function massActs(accounts: Accounts): Rule {
  const open = new Map<string, OpenAct>();
  const over: Act[] = [];
  return {
    name: 'mass-acts',
    add(event, change) {
      if (change) {
        let isOfOne = false;
        for (const act of open.values()) if (follow(act, change)) isOfOne = true;
        if (!isOfOne && isOfActsAlone(change)) mustBeLate(change, over);
      }
      if (!event.type.startsWith('Mass')) return;
      const kind = kindOf(REQUESTED, event.type);
      if (kind && 'requestId' in event.data) {
        const { requestId } = event.data;
        must(!open.has(requestId), () => `${named(event)} asks for the same act again`);
        const resetId = 'resetId' in event.data ? event.data.resetId : requestId;
        open.set(requestId, { kind, requestId, resetId, since: new Map(), touched: new Set(), total: 0n });
      }
      if (isCompleted(event)) over.push(complete(event, open, accounts));
    },
  };
}

function isCompleted(event: AuditedEvent): event is Completed {
  return COMPLETED.test(event.type);
}

function kindOf(pattern: RegExp, type: string): Kind | undefined {
  // The pattern names no other.
  return pattern.exec(type)?.[1] as Kind | undefined;
}

function isOfActsAlone({ event: { type, metadata } }: AccountChange): boolean {
  if (type === 'BalanceCleared') return metadata.actor.kind === 'system';
  return type === 'RewardsReset' || type === 'RewardsRestored';
}

/** A replica that stood still may come to an account when the act is over. */
function mustBeLate(change: AccountChange, over: readonly Act[]): void {
  const isLate = over.some((act) => isEffectOf(act, change));
  must(isLate, () => `${named(change.event)} is of no act on all accounts`);
}

/** Each account is touched by a command of its own. */
function isEffectOf({ kind, requestId, resetId }: Act, { userId, event }: AccountChange): boolean {
  if (TOUCHES[kind] !== event.type || event.metadata.commandId !== uuidv5(userId, requestId)) return false;
  return !('resetId' in event.data) || event.data.resetId === resetId;
}

/** Whether the event is an effect of the act. */
function follow(act: OpenAct, change: AccountChange): boolean {
  const { userId, event, before } = change;
  const known = act.since.get(userId);
  const isOfIt = isEffectOf(act, change);
  if (isOfIt) {
    must(!act.touched.has(userId), () => `${named(event)} is the act's second effect on one account`);
    act.touched.add(userId);
    act.total += movedBy(event);
    // Acts of before named no cause, and took what they found.
    if (event.metadata.cause) requireExact(act, event, known ?? { atRequest: before, events: [] }, before);
  }
  if (known) known.events.push(event);
  else act.since.set(userId, { atRequest: before, events: [event] });
  return isOfIt;
}

const TOUCHES: Readonly<Record<Kind, AccountEvent['type']>> = {
  Clear: 'BalanceCleared',
  Reset: 'RewardsReset',
  Restore: 'RewardsRestored',
};

function requireExact(
  { kind }: OpenAct,
  event: AccountChange['event'],
  { atRequest, events }: { readonly atRequest: AccountState; readonly events: readonly AccountEvent[] },
  before: AccountState,
): void {
  if (kind === 'Restore') return;
  const { total, claimed } = sharedOut(shareOf(atRequest, events, before), before);
  const due =
    kind === 'Clear'
      ? event.type === 'BalanceCleared' && parseSum(event.data.amount) === total - claimed
      : event.type === 'RewardsReset' &&
        parseSum(event.data.total) === total &&
        parseSum(event.data.claimed) === claimed;
  must(
    due,
    () =>
      `${named(event)} does not take what stood there when the act was requested: ${formatEvo(total)} in total, ${formatEvo(claimed)} of it claimed`,
  );
}

function complete(event: Completed, open: Map<string, OpenAct>, accounts: Accounts): Act {
  const { requestId, count, total } = event.data;
  const act = open.get(requestId);
  const isOfIt = act && act.kind === kindOf(COMPLETED, event.type);
  must(isOfIt === true, () => `${named(event)} completes an act that is not under way`);
  open.delete(requestId);
  must(
    count === act.touched.size && parseSum(total) === act.total,
    () =>
      `${named(event)} says ${count} accounts and ${total} EVO, and the act did ${act.touched.size} and ${formatEvo(act.total)}`,
  );
  const { kind, resetId } = act;
  if (event.metadata.cause === undefined) return { kind, requestId, resetId };
  for (const [userId, now] of accounts.states) {
    if (act.touched.has(userId)) continue;
    must(!isLeftOut(act, userId, now), () => `${named(event)}: the act has left out the account ${userId}`);
  }
  return { kind, requestId, resetId };
}

/** Whether something was to be taken from the account, or given back, all the while. */
function isLeftOut({ kind, resetId, since }: OpenAct, userId: string, now: AccountState): boolean {
  const { atRequest = now, events = [] } = since.get(userId) ?? {};
  // Opened or removed meanwhile: at the moment when its turn came it may have had none.
  if (
    !atRequest.opened ||
    events.some(({ type }) => type === 'AccountRemoved' || type === 'AccountReinstated')
  ) {
    return false;
  }
  if (kind === 'Restore') return now.lastReset !== undefined && now.lastReset.resetId === resetId;
  if (kind === 'Clear' && now.removed) return false;
  const { total, claimed } = sharedOut(shareOf(atRequest, events, now), now);
  return kind === 'Clear' ? total - claimed > 0n : total > 0n || claimed > 0n;
}

function movedBy(event: AccountEvent): bigint {
  if (event.type === 'BalanceCleared') return parseSum(event.data.amount);
  return event.type === 'RewardsReset' || event.type === 'RewardsRestored' ? parseSum(event.data.total) : 0n;
}

import type { AccountEvent } from '../../../contracts/events/account.ts';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { formatEvo, parseSum } from '../../../contracts/money.ts';
import { lowerCase } from '../../../contracts/wallet-address.ts';
import { sharedOut, shareOf } from '../../accounts/share.ts';
import type { AccountState } from '../../accounts/state.ts';
import { effectIds } from '../../mass-acts/effect-ids.ts';
import { MASS_ACTS_STREAM } from '../../mass-acts/mass-acts.ts';
import { PROGRAM_STREAM } from '../../program/program.ts';
import type { Accounts } from './accounts.ts';
import { NumberSet } from './number-set.ts';
import { type AccountChange, type AuditedEvent, dated, named, type Rule } from './rule.ts';
import { must } from './violation.ts';

type Kind = 'Clear' | 'Reset' | 'Restore';

type Act = {
  readonly kind: Kind;
  readonly requestId: string;
  /** The reset that is done, or given back; means nothing of a clear. */
  readonly resetId: string;
  /** Whether the first version may carry it out, which takes what it finds and may leave accounts out. */
  readonly isOfFirst: boolean;
  readonly reason: string;
  /** In lower case, of who has asked for it. */
  readonly askedBy: string;
  /** The request's own. */
  readonly occurredAt: string;
  readonly correlationId: string;
  /** Of the request; undefined where what events say of positions is of the store before. */
  readonly position: string | undefined;
};

/** An act that was asked for and is not said to be over: who carries it out may have left it at some of all accounts. */
export type ActUnderWay = {
  readonly kind: Kind;
  /** How many accounts it has come to. */
  readonly touched: number;
  /** The request in words. */
  readonly asked: string;
};

/** How an account stood at the request of an act, and what came since. */
type Since = { readonly atRequest: AccountState; readonly events: AccountEvent[] };

/**
 * One that is over. `left` are accounts that a clear may have found removed when their turn came, and that may be back when
 * a replica comes to them that stood still; undefined where the first version has ended it.
 */
type EndedAct = Act & { readonly left: ReadonlyMap<string, Since> | undefined };

/** A mass act that was requested and is not over. */
type OpenAct = Act & {
  /** Of accounts that have changed since, and that it has not touched. */
  readonly since: Map<string, Since>;
  /** The numbers of their streams. */
  readonly touched: NumberSet;
  /** The request in words. */
  readonly asked: string;
  total: bigint;
  /** Of what it has cleared, the amounts of who was away before: whoever came to them then has found them removed. */
  readonly late: bigint[];
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
 * @param hasOwnPositions whether the positions that events name are this ledger's
 */
export function massActs(
  accounts: Accounts,
  hasOwnPositions: boolean,
): Rule & { readonly underWay: () => readonly ActUnderWay[] } {
  const open = new Map<string, OpenAct>();
  const over: EndedAct[] = [];
  /** By account, what is known of it since the requests of acts that are over and have left it. */
  const left = new Map<string, Since[]>();
  /** The last reset that took anything, of those that ended where requests stand now. */
  let lastReset: string | undefined;
  return {
    name: 'mass-acts',
    underWay: () =>
      [...open.values()].map(({ kind, touched, asked }) => ({ kind, touched: touched.size, asked })),
    add(event, change) {
      if (change) {
        let isOfOne = false;
        for (const act of open.values()) if (follow(act, change)) isOfOne = true;
        if (!isOfOne && isOfActsAlone(change)) mustBeLate(change, over);
        for (const { events } of left.get(change.userId) ?? []) events.push(change.event);
      }
      if (!event.type.startsWith('Mass')) return;
      const kind = kindOf(REQUESTED, event.type);
      if (kind && 'requestId' in event.data && 'reason' in event.data) {
        const { requestId, reason } = event.data;
        const isNew = !open.has(requestId) && over.every((one) => one.requestId !== requestId);
        must(isNew, () => `${named(event)} asks for the same act again`);
        const resetId = 'resetId' in event.data ? event.data.resetId : requestId;
        // The first version does not know of what was requested elsewhere.
        const isOfFirst = event.stream === PROGRAM_STREAM;
        const isAlone = open.values().every((other) => other.isOfFirst !== isOfFirst);
        must(isAlone, () => `${named(event)} asks for an act while another one is under way`);
        const isOvertaken =
          kind === 'Restore' && !isOfFirst && lastReset !== undefined && lastReset !== resetId;
        must(!isOvertaken, () => `${named(event)} gives back another reset than the last one`);
        const askedBy = actorOf(event);
        const { occurredAt, correlationId } = event.metadata;
        const position = hasOwnPositions ? formatPosition(event.position) : undefined;
        const by = { reason, askedBy, occurredAt, correlationId, position };
        const act = { kind, requestId, resetId, isOfFirst, ...by };
        const asked = dated(event);
        const done = { since: new Map(), touched: new NumberSet(), total: 0n, late: [] };
        open.set(requestId, { ...act, ...done, asked });
      }
      if (!isCompleted(event)) return;
      const ended = complete(event, open, accounts);
      over.push(ended);
      if (ended.kind === 'Reset' && event.data.count > 0 && event.stream === MASS_ACTS_STREAM)
        lastReset = ended.requestId;
      for (const [userId, since] of ended.left ?? []) left.set(userId, [...(left.get(userId) ?? []), since]);
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

/** A replica that stood still may come to an account when a clear is over: to one that was removed meanwhile. */
function mustBeLate(change: AccountChange, over: readonly EndedAct[]): void {
  const { event, userId, before } = change;
  const act = over.find((ended) => isEffectOf(ended, change));
  must(act !== undefined, () => `${named(event)} is of no act on all accounts`);
  mustSayWhoAsked(act, event);
  if (!act.left || isOfFirst(act, event)) return;
  const since = act.left.get(userId);
  must(since !== undefined, () => `${named(event)} is of an act that is over, and has left nothing there`);
  requireExact(act, event, since, before);
}

/** Of what was requested where the first version looks, what has its form is its doing. */
function isOfFirst(act: Act, { metadata }: Pick<AuditedEvent, 'metadata'>): boolean {
  return act.isOfFirst && metadata.schemaVersion === 1;
}

/** Each account is touched by a command of its own, and by the program. */
function isEffectOf(act: Act, { userId, event }: AccountChange): boolean {
  const { kind, requestId, resetId } = act;
  const { actor, commandId } = event.metadata;
  // The first version did it in the name of who had asked.
  if (TOUCHES[kind] !== event.type || (actor.kind !== 'system' && !act.isOfFirst)) return false;
  if (!effectIds(userId, requestId).includes(commandId)) return false;
  return !('resetId' in event.data) || event.data.resetId === resetId;
}

/** Whether the event is an effect of the act. */
function follow(act: OpenAct, change: AccountChange): boolean {
  const { userId, stream, event, before } = change;
  const known = act.since.get(userId);
  const isOfIt = isEffectOf(act, change);
  if (isOfIt) {
    must(act.touched.add(stream), () => `${named(event)} is the act's second effect on one account`);
    mustSayWhoAsked(act, event);
    act.total += movedBy(event);
    if (act.kind === 'Clear' && hasBeenAway(known?.events ?? [])) act.late.push(movedBy(event));
    if (!isOfFirst(act, event)) requireExact(act, event, known ?? { atRequest: before, events: [] }, before);
    // It comes to each once: what else happens to this one is no matter of the act.
    act.since.delete(userId);
  } else if (act.touched.has(stream)) return false;
  else if (known) known.events.push(event);
  else act.since.set(userId, { atRequest: before, events: [event] });
  return isOfIt;
}

/** What happens to each account is the program's doing; it says who has asked for it, and a clear says why. */
function mustSayWhoAsked(act: Act, event: Told): void {
  const { askedBy, reason } = act;
  must(
    actorOf(event) === askedBy,
    () => `${named(event)} names ${event.metadata.actor.wallet ?? 'nobody'}, and ${askedBy} has asked for it`,
  );
  must(
    event.type !== 'BalanceCleared' || event.data.reason === reason,
    () => `${named(event)} gives another reason than was asked`,
  );
  if (!isOfFirst(act, event)) mustBeCausedBy(act, event);
}

/** The process acts at the time of the request, and names it. */
function mustBeCausedBy({ position, occurredAt, correlationId }: Act, event: Told): void {
  const { metadata } = event;
  must(
    position === undefined || metadata.cause?.position === position,
    () => `${named(event)} names another cause than the request of its act, at ${position}`,
  );
  must(
    metadata.occurredAt === occurredAt && metadata.correlationId === correlationId,
    () => `${named(event)} is of another time or request than its act`,
  );
}

type Told = AuditedEvent | AccountChange['event'];

const actorOf = ({ metadata: { actor } }: Pick<AuditedEvent, 'metadata'>) => lowerCase(actor.wallet ?? '');

const TOUCHES: Readonly<Record<Kind, AccountEvent['type']>> = {
  Clear: 'BalanceCleared',
  Reset: 'RewardsReset',
  Restore: 'RewardsRestored',
};

function requireExact(
  { kind }: Act,
  event: AccountChange['event'],
  { atRequest, events }: Since,
  before: AccountState,
): void {
  if (kind === 'Restore') return;
  const { total, claimed } = sharedOut(shareOf(atRequest, events), before);
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

function complete(event: Completed, open: Map<string, OpenAct>, accounts: Accounts): EndedAct {
  const { requestId, count, total } = event.data;
  const act = open.get(requestId);
  const isOfIt = act && act.kind === kindOf(COMPLETED, event.type);
  must(isOfIt === true, () => `${named(event)} completes an act that is not under way`);
  mustSayWhoAsked(act, event);
  open.delete(requestId);
  must(
    isDone(act, count, parseSum(total)),
    () =>
      `${named(event)} says ${count} accounts and ${total} EVO, and the act did ${act.touched.size} and ${formatEvo(act.total)}`,
  );
  const { kind, resetId, reason, askedBy, occurredAt, correlationId, position } = act;
  const by = { reason, askedBy, occurredAt, correlationId, position };
  const ended = { kind, requestId, resetId, isOfFirst: act.isOfFirst, ...by };
  if (isOfFirst(act, event)) return { ...ended, left: undefined };
  const left = new Map<string, Since>();
  for (const { userId, stream, state: now } of accounts.all()) {
    if (act.touched.has(stream)) continue;
    const since = act.since.get(userId) ?? { atRequest: now, events: [] };
    if (mayBePassedOver(act, since, now)) left.set(userId, since);
    else
      must(!isLeftOut(act, since, now), () => `${named(event)}: the act has left out the account ${userId}`);
  }
  return { ...ended, left };
}

/**
 * Whether the act has done so much. A replica that stood still may come late to who was away meanwhile: the one that goes on
 * in its place has passed them over, and does not hear of it.
 */
function isDone({ touched, total, late }: OpenAct, count: number, told: bigint): boolean {
  const [unheard, amount] = [touched.size - count, total - told];
  if (unheard < 0 || unheard > late.length) return false;
  const ascending = late.toSorted((a, b) => (a < b ? -1 : 1));
  const least = sumOf(ascending.slice(0, unheard));
  return least <= amount && amount <= sumOf(ascending.slice(ascending.length - unheard));
}

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

const hasBeenAway = (events: readonly AccountEvent[]) =>
  events.some(({ type }) => type === 'AccountRemoved' || type === 'AccountReinstated');

/** At the moment when its turn came it may have been removed, and a clear takes nothing from who is: a reset comes to all. */
const mayBePassedOver = ({ kind }: Act, { events }: Since, now: AccountState): boolean =>
  kind === 'Clear' && (now.removed || hasBeenAway(events));

/** Whether something was to be taken from the account, or given back. */
function isLeftOut({ kind, resetId }: Act, { atRequest, events }: Since, now: AccountState): boolean {
  if (kind === 'Restore') return now.lastReset?.resetId === resetId;
  const { total, claimed } = sharedOut(shareOf(atRequest, events), now);
  return kind === 'Clear' ? total - claimed > 0n : total > 0n || claimed > 0n;
}

function movedBy(event: AccountEvent): bigint {
  if (event.type === 'BalanceCleared') return parseSum(event.data.amount);
  return event.type === 'RewardsReset' || event.type === 'RewardsRestored' ? parseSum(event.data.total) : 0n;
}

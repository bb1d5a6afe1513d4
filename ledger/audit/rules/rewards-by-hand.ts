import { REWARD_REQUEST_LIFE_MS } from '../../../contracts/constants.ts';
import { parseStream } from '../../../contracts/events/ledger-event.ts';
import { parseSum } from '../../../contracts/money.ts';
import { lowerCase } from '../../../contracts/wallet-address.ts';
import { UNDO_REF } from '../../accounts/undo-ref.ts';
import { REQUEST_REF } from '../../rewards-by-hand/request-ref.ts';
import type { Hands } from './rights.ts';
import { type AccountChange, type AuditedEvent, dated, named, type Rule } from './rule.ts';
import { TextSet } from './text-set.ts';
import { must } from './violation.ts';

type Place = { readonly userId: string; readonly amount: string };
type Request = Place & {
  stage: 'open' | 'approved' | 'declined';
  approvedBy?: string;
  /** The approval in words, while nothing was granted under its id. */
  due?: string | undefined;
  readonly reason: string;
  readonly requestedBy: string;
  readonly namedBySuperAdmin: string;
  readonly expiresAt: string;
};

/**
 * What an admin sends alone has its place in the day's limit before it is granted, and what is above it was approved by
 * an admin who is another hand than the one who asked, and is granted once, by the program. Ledgers of before hold rewards by hand without either: there the rule
 * begins with the first place or request.
 */
export function rewardsByHand(hands: Hands): Rule & {
  /** The least and the greatest limit of a day that an event names, in base units: a setting, which no event bears out. */
  readonly limits: () => { readonly least: bigint; readonly most: bigint } | undefined;
  /** What stands before the first place and request, which a ledger of before may hold and nothing limits. Base units. */
  readonly unlimited: () => { readonly count: number; readonly sum: bigint };
  /** What was approved and is not granted. Base units. */
  readonly ungranted: () =>
    | { readonly count: number; readonly sum: bigint; readonly first: string }
    | undefined;
} {
  const totals = new Map<string, bigint>();
  /** By day and grant: what was prepared on many days is not sent on one. */
  const places = new Map<string, Place>();
  const requests = new Map<string, Request>();
  const granted = new TextSet();
  let hasBegun = false;
  let unlimited = { count: 0, sum: 0n };
  let limits: { readonly least: bigint; readonly most: bigint } | undefined;

  const grant = ({ event, userId }: AccountChange) => {
    if (event.type !== 'RewardGranted' || event.data.source !== 'admin') return;
    const { grantId, amount, ref } = event.data;
    const request = requests.get(grantId);
    const approved = request?.stage === 'approved' ? request : undefined;
    const { actor, occurredAt } = event.metadata;
    const { kind } = actor;
    must(
      kind === 'admin' || (kind === 'system' && approved !== undefined),
      () => `${named(event)} is the doing of no admin, and nobody has approved it`,
    );
    if (kind === 'system' && approved) mustSayWhoApproved(event, approved);
    if (ref?.startsWith(UNDO_REF)) return;
    if (!hasBegun) {
      unlimited = { count: unlimited.count + 1, sum: unlimited.sum + parseSum(amount) };
      return;
    }
    const place = placeKey(occurredAt.slice(0, 'yyyy-mm-dd'.length), grantId);
    // What was approved is granted by the program alone; an admin who sends the same has a place for it.
    const allowed = kind === 'system' ? approved : places.get(place);
    must(
      allowed !== undefined,
      () => `${named(event)} grants what has no place in the limit of its day and was approved by nobody`,
    );
    must(
      allowed.userId === userId && allowed.amount === amount,
      () => `${named(event)} grants ${amount}, and ${allowed.amount} to ${allowed.userId} was allowed`,
    );
    // A place may be taken on two days, by two sendings of one reward; an account is granted for an id once.
    must(granted.add(`${userId} ${grantId}`), () => `${named(event)} grants the same reward again`);
    if (request) request.due = undefined;
    places.delete(place);
  };

  return {
    name: 'rewards-by-hand',
    limits: () => limits,
    unlimited: () => unlimited,
    ungranted() {
      const due = [...requests.values()].filter((request) => request.due !== undefined);
      const [{ due: first } = {}] = due;
      const sum = due.reduce((all, { amount }) => all + parseSum(amount), 0n);
      return first === undefined ? undefined : { count: due.length, sum, first };
    },
    add(event, change) {
      if (change) grant(change);
      if (event.type === 'RewardReserved') {
        hasBegun = true;
        const { grantId, userId, amount, limit } = event.data;
        const total = (totals.get(event.stream) ?? 0n) + parseSum(amount);
        totals.set(event.stream, total);
        const most = parseSum(limit);
        limits = {
          least: limits && limits.least < most ? limits.least : most,
          most: limits && limits.most > most ? limits.most : most,
        };
        must(total <= most, () => `${named(event)} is beyond the limit of its day, ${limit} EVO`);
        // Each place stands in the stream of its day.
        places.set(placeKey(parseStream(event.stream)?.id ?? '', grantId), { userId, amount });
      }
      if (isOfRequest(event)) {
        hasBegun = true;
        decide(event, requests, hands);
      }
    },
  };
}

/** The history of admins says whose doing it was, and its account why; by the command's id it is granted to nobody again. */
function mustSayWhoApproved(
  event: Extract<AccountChange['event'], { type: 'RewardGranted' }>,
  { approvedBy = '', reason }: Request,
): void {
  const { data, metadata } = event;
  const { wallet = '' } = metadata.actor;
  must(
    lowerCase(wallet) === lowerCase(approvedBy),
    () => `${named(event)} names ${wallet || 'nobody'}, and ${approvedBy} has approved it`,
  );
  must(data.reason === reason, () => `${named(event)} gives another reason than was asked and approved`);
  must(
    metadata.commandId === data.grantId && data.ref === `${REQUEST_REF}${data.grantId}`,
    () => `${named(event)} does not say of which request it is`,
  );
}

const placeKey = (day: string, grantId: string) => `${day} ${grantId}`;

type OfRequest = Extract<AuditedEvent, { type: 'RewardRequested' | 'RewardApproved' | 'RewardDeclined' }>;

function isOfRequest(event: AuditedEvent): event is OfRequest {
  return (
    event.type === 'RewardRequested' || event.type === 'RewardApproved' || event.type === 'RewardDeclined'
  );
}

function decide(event: OfRequest, requests: Map<string, Request>, hands: Hands): void {
  const requestId = parseStream(event.stream)?.id ?? '';
  const known = requests.get(requestId);
  if (event.type === 'RewardRequested') {
    must(known === undefined, () => `${named(event)} asks again`);
    const { userId, amount, reason, requestedBy, namedBySuperAdmin, expiresAt } = event.data;
    // First: one that was judged before, under another super admin, may be decided yet.
    const asked = { userId, amount, reason, requestedBy, namedBySuperAdmin, expiresAt };
    requests.set(requestId, { stage: 'open', ...asked });
    mustBeBy(event, requestedBy);
    const seen = hands(event);
    const isHand = seen.some((handOf) => handOf(requestedBy) === lowerCase(namedBySuperAdmin));
    must(isHand || seen.length === 0, () => `${named(event)} says that ${namedBySuperAdmin} asks for it`);
    const life = Date.parse(expiresAt) - Date.parse(event.metadata.occurredAt);
    must(
      life <= REWARD_REQUEST_LIFE_MS,
      () => `${named(event)} waits until ${expiresAt}, and that is too long`,
    );
    return;
  }
  must(known?.stage === 'open', () => `${named(event)} decides what nobody asked for, or what is decided`);
  const { userId, amount } = event.data;
  must(userId === known.userId && amount === known.amount, () => `${named(event)} decides another reward`);
  known.stage = event.type === 'RewardApproved' ? 'approved' : 'declined';
  mustBeBy(event, event.type === 'RewardApproved' ? event.data.approvedBy : event.data.declinedBy);
  if (event.type !== 'RewardApproved') return;
  const { approvedBy } = event.data;
  known.approvedBy = approvedBy;
  known.due = dated(event);
  must(
    lowerCase(approvedBy) !== lowerCase(known.requestedBy),
    () => `${named(event)} is approved by who asked for it`,
  );
  must(
    isOtherHand(event, known, hands),
    () => `${named(event)} is approved by who owes the right to who asked, or by whom that is owed`,
  );
  must(
    Date.parse(event.metadata.occurredAt) < Date.parse(known.expiresAt),
    () => `${named(event)} stands behind the end of the request`,
  );
}

/** The super admin, who owes the right to nobody, is another hand than every other admin. */
function isOtherHand(event: OfRequest, { requestedBy, namedBySuperAdmin }: Request, hands: Hands): boolean {
  if (event.metadata.right?.role === 'superAdmin') return true;
  const seen = hands(event);
  if (seen.length === 0) return true;
  return seen.some((handOf) => {
    const [hand, asker] = [handOf(event.metadata.actor.wallet ?? ''), handOf(requestedBy)];
    return hand !== undefined && asker !== undefined && ![asker, lowerCase(namedBySuperAdmin)].includes(hand);
  });
}

/** Who is named is who acted. */
function mustBeBy(event: OfRequest, wallet: string): void {
  const { actor } = event.metadata;
  const isBy = actor.kind === 'admin' && lowerCase(actor.wallet ?? '') === lowerCase(wallet);
  must(isBy, () => `${named(event)} names ${wallet}, who did not do it`);
}

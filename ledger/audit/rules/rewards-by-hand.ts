import { REWARD_REQUEST_LIFE_MS } from '../../../contracts/constants.ts';
import { parseStream } from '../../../contracts/events/ledger-event.ts';
import { parseSum } from '../../../contracts/money.ts';
import { lowerCase } from '../../../contracts/wallet-address.ts';
import { UNDO_REF } from '../../accounts/undo-ref.ts';
import { type AccountChange, type AuditedEvent, named, type Rule } from './rule.ts';
import { must } from './violation.ts';

type Place = { readonly userId: string; readonly amount: string };
type Request = Place & {
  stage: 'open' | 'approved' | 'declined';
  isPaid: boolean;
  readonly requestedBy: string;
  readonly expiresAt: string;
};

/**
 * What an admin sends alone has its place in the day's limit before it is granted, and what is above it was approved by
 * another admin and is granted once, by the program. Ledgers of before hold rewards by hand without either: there the rule
 * begins with the first place or request.
 */
export function rewardsByHand(): Rule {
  const totals = new Map<string, bigint>();
  const places = new Map<string, Place>();
  const requests = new Map<string, Request>();
  let hasBegun = false;

  const granted = ({ event, userId }: AccountChange) => {
    if (event.type !== 'RewardGranted' || event.data.source !== 'admin') return;
    const { grantId, amount, ref } = event.data;
    const request = requests.get(grantId);
    const approved = request?.stage === 'approved' && !request.isPaid ? request : undefined;
    const { kind } = event.metadata.actor;
    must(
      kind === 'admin' || (kind === 'system' && approved !== undefined),
      () => `${named(event)} is the doing of no admin, and nobody has approved it`,
    );
    if (!hasBegun || ref?.startsWith(UNDO_REF)) return;
    const allowed = approved ?? places.get(grantId);
    must(
      allowed !== undefined,
      () => `${named(event)} grants what has no place in a day's limit and was approved by nobody`,
    );
    must(
      allowed.userId === userId && allowed.amount === amount,
      () => `${named(event)} grants ${amount}, and ${allowed.amount} to ${allowed.userId} was allowed`,
    );
    places.delete(grantId);
    if (request) request.isPaid = true;
  };

  return {
    name: 'rewards-by-hand',
    add(event, change) {
      if (change) granted(change);
      if (event.type === 'RewardReserved') {
        hasBegun = true;
        const { grantId, userId, amount, limit } = event.data;
        const total = (totals.get(event.stream) ?? 0n) + parseSum(amount);
        totals.set(event.stream, total);
        must(total <= parseSum(limit), () => `${named(event)} is beyond the limit of its day, ${limit} EVO`);
        places.set(grantId, { userId, amount });
      }
      if (isOfRequest(event)) {
        hasBegun = true;
        decide(event, requests);
      }
    },
  };
}

type OfRequest = Extract<AuditedEvent, { type: 'RewardRequested' | 'RewardApproved' | 'RewardDeclined' }>;

function isOfRequest(event: AuditedEvent): event is OfRequest {
  return (
    event.type === 'RewardRequested' || event.type === 'RewardApproved' || event.type === 'RewardDeclined'
  );
}

function decide(event: OfRequest, requests: Map<string, Request>): void {
  const requestId = parseStream(event.stream)?.id ?? '';
  const known = requests.get(requestId);
  if (event.type === 'RewardRequested') {
    must(known === undefined, () => `${named(event)} asks again`);
    const { userId, amount, requestedBy, expiresAt } = event.data;
    mustBeBy(event, requestedBy);
    const life = Date.parse(expiresAt) - Date.parse(event.metadata.occurredAt);
    must(
      life <= REWARD_REQUEST_LIFE_MS,
      () => `${named(event)} waits until ${expiresAt}, and that is too long`,
    );
    requests.set(requestId, { stage: 'open', isPaid: false, userId, amount, requestedBy, expiresAt });
    return;
  }
  must(known?.stage === 'open', () => `${named(event)} decides what nobody asked for, or what is decided`);
  const { userId, amount } = event.data;
  must(userId === known.userId && amount === known.amount, () => `${named(event)} decides another reward`);
  known.stage = event.type === 'RewardApproved' ? 'approved' : 'declined';
  mustBeBy(event, event.type === 'RewardApproved' ? event.data.approvedBy : event.data.declinedBy);
  if (event.type !== 'RewardApproved') return;
  const { approvedBy } = event.data;
  must(
    lowerCase(approvedBy) !== lowerCase(known.requestedBy),
    () => `${named(event)} is approved by who asked for it`,
  );
  must(
    event.metadata.occurredAt < known.expiresAt,
    () => `${named(event)} stands behind the end of the request`,
  );
}

/** Who is named is who acted. */
function mustBeBy(event: OfRequest, wallet: string): void {
  const { actor } = event.metadata;
  const isBy = actor.kind === 'admin' && lowerCase(actor.wallet ?? '') === lowerCase(wallet);
  must(isBy, () => `${named(event)} names ${wallet}, who did not do it`);
}

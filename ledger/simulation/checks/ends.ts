import type { AccountEvent } from '../../../contracts/events/account.ts';
import type { LedgerEvent } from '../../../contracts/events/ledger-event.ts';
import { parseStream } from '../../../contracts/events/ledger-event.ts';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { formatEvo, parseEvo } from '../../../contracts/money.ts';
import { must } from '../../audit/rules/violation.ts';
import { type StoredEvent, storedHash } from '../../envelope.ts';
import { effectIds } from '../../mass-acts/effect-ids.ts';
import { raffleIdOf } from '../../proof/raffle-id.ts';
import { rafflePositionsHash, verifyRaffleProof } from '../../proof/raffle-proof.ts';
import { recomputeRaffle } from '../../raffles/testing/audit-raffle.ts';
import type { MemoryLog } from '../world/memory-log.ts';

/** Once all is quiet: raffles verify, and every process has finished what it began. */
export function checkEnds(log: MemoryLog): void {
  // The log holds what `upcast` gave.
  const events = log.landed.map(({ event }) => event) as unknown as readonly StoredEvent<LedgerEvent>[];
  checkRaffles(events);
  checkMassActs(events);
  checkReferrals(events);
  checkApproved(events);
}

function checkRaffles(events: readonly StoredEvent<LedgerEvent>[]): void {
  for (const committed of events) {
    if (committed.type !== 'RaffleCommitted') continue;
    const { number } = committed.data;
    const raffleId = raffleIdOf(number);
    const own = events.filter(({ stream }) => stream === `raffle-${raffleId}`);
    const isOver = own.some(({ type }) => type === 'RaffleDrawn' || type === 'RaffleFailed');
    must(isOver, `raffle ${number} was begun and never drawn`);
    const next = events.some(
      ({ type, data }) => type === 'SeedCommitted' && 'number' in data && data.number === number + 1,
    );
    must(next, `no seed was committed behind raffle ${number}`);
    const drawn = own.find((event) => event.type === 'RaffleDrawn');
    if (drawn?.type !== 'RaffleDrawn') continue;
    const seed = events.find(
      ({ type, data }) => type === 'SeedCommitted' && 'number' in data && data.number === number,
    );
    must(seed !== undefined, `no seed was committed for raffle ${number}`);
    const published = [seed, ...own].map((event) => ({
      id: event.id,
      type: event.type,
      stream: event.stream,
      revision: Number(event.revision),
      position: formatPosition(event.position),
      data: event.data,
      metadata: event.metadata,
      hash: storedHash(event),
    }));
    const proof = { events: published, positionsHash: rafflePositionsHash(published) };
    for (const { name, fault } of verifyRaffleProof(proof)) {
      must(fault === undefined, `raffle ${number}: ${name}: ${fault}`);
    }
    const { winners } = recomputeRaffle(events, raffleId);
    const named = drawn.data.winners.map(({ userId }) => userId);
    must(winners.join() === named.join(), `raffle ${number} was won by others than the ledger gives`);
    checkPrizes(events, number, raffleId, own, named);
  }
}

function checkPrizes(
  events: readonly StoredEvent<LedgerEvent>[],
  number: number,
  raffleId: string,
  own: readonly LedgerEvent[],
  winners: readonly string[],
): void {
  for (const event of events) {
    if (event.type !== 'RewardGranted' || event.data.source !== 'raffle') continue;
    const [raffle, place] = event.data.ref?.split(':') ?? [];
    if (raffle !== raffleId) continue;
    const isWinners = event.stream === `account-${winners[Number(place) - 1]}`;
    must(isWinners, `place ${place} of raffle ${number} was paid to somebody else`);
    const notes = own.filter((note) => note.type === 'PrizePaid' && note.data.place === Number(place));
    must(
      notes.length === 1,
      `the prize of place ${place} of raffle ${number} is noted ${notes.length} times`,
    );
  }
  for (const note of own) {
    if (note.type !== 'PrizePaid') continue;
    const { grantId, userId, amount } = note.data;
    const grants = events.filter(
      ({ type, data, stream }) =>
        type === 'RewardGranted' &&
        'grantId' in data &&
        data.grantId === grantId &&
        'amount' in data &&
        data.amount === amount &&
        stream === `account-${userId}`,
    );
    must(grants.length === 1, `a prize of raffle ${number} is noted and was granted ${grants.length} times`);
  }
}

const REQUESTED = /^Mass(Clear|Reset|Restore)Requested$/;

function checkMassActs(events: readonly StoredEvent<LedgerEvent>[]): void {
  for (const { type, data } of events) {
    if (!REQUESTED.test(type) || !('requestId' in data)) continue;
    const { requestId } = data;
    const completed = events.filter(
      (event) =>
        event.type === type.replace('Requested', 'Completed') &&
        'requestId' in event.data &&
        event.data.requestId === requestId,
    );
    must(completed.length === 1, `${type} ${requestId} was completed ${completed.length} times`);
    const touched = events.filter(({ stream, metadata }) => {
      const parsed = parseStream(stream);
      if (parsed?.category !== 'account' || metadata.actor.kind !== 'system') return false;
      return effectIds(parsed.id, requestId).includes(metadata.commandId);
    });
    const total = touched.reduce((sum, event) => sum + movedBy(event), 0n);
    const [end] = completed;
    must(
      end !== undefined &&
        'count' in end.data &&
        'total' in end.data &&
        end.data.count === touched.length &&
        end.data.total === formatEvo(total),
      `${type} ${requestId} says another count or total than its events: ${touched.length}, ${formatEvo(total)}`,
    );
  }
}

function movedBy({ type, data }: LedgerEvent): bigint {
  if (type === 'BalanceCleared') return parseEvo(data.amount);
  return type === 'RewardsReset' || type === 'RewardsRestored' ? parseEvo(data.total) : 0n;
}

/** That nothing is granted without an approval, or twice, is checked with every event. */
function checkApproved(events: readonly StoredEvent<LedgerEvent>[]): void {
  for (const { type, data, stream } of events) {
    if (type !== 'RewardApproved') continue;
    const own = events.filter((event) => event.stream === `account-${data.userId}`);
    const isGranted = own.some(
      (event) => event.type === 'RewardGranted' && stream === `reward-request-${event.data.grantId}`,
    );
    // One whose account was removed meanwhile waits for an admin.
    const wasRemoved = own.some((event) => event.type === 'AccountRemoved');
    must(isGranted || wasRemoved, `what ${stream} approved was never granted`);
  }
}

const COMMISSIONED: readonly string[] = [
  'social_connection',
  'social_task',
  'email_signup',
  'email_verification',
  'streak',
];

/** What was due is there; that nothing is there twice is checked with every event. */
function checkReferrals(events: readonly StoredEvent<LedgerEvent>[]): void {
  const everRemoved = new Set(
    events.filter(({ type }) => type === 'AccountRemoved').map(({ stream }) => stream),
  );
  const paid = new Set<string>();
  const referrers = new Map<string, string>();
  for (const { type, data, stream } of events) {
    if (type === 'AccountOpened' && data.referrerId) referrers.set(stream, data.referrerId);
    if (type === 'RewardGranted') paid.add(`${stream} ${data.source} ${data.ref}`);
  }
  for (const event of events) {
    const referrerId = referrers.get(event.stream);
    if (referrerId === undefined || everRemoved.has(`account-${referrerId}`)) continue;
    const friendId = event.stream.replace(/^account-/, '');
    const named = `${event.type} at ${event.stream}:${event.revision}`;
    if (event.type === 'RewardGranted' && COMMISSIONED.includes(event.data.source)) {
      must(
        paid.has(`account-${referrerId} referral_commission ${event.id}`),
        `${named} paid the referrer no share`,
      );
    }
    // Who was removed meanwhile gets no bonus, and then the referrer none either.
    if (!isConfirmedAct(event) || everRemoved.has(event.stream)) continue;
    must(paid.has(`${event.stream} referral_friend ${referrerId}`), `${named} paid the friend no bonus`);
    must(paid.has(`account-${referrerId} referral ${friendId}`), `${named} paid the referrer nothing`);
  }
}

function isConfirmedAct({ type, data }: AccountEvent | LedgerEvent): boolean {
  if (type === 'SocialConnected') return data.platformUserId !== undefined;
  return type === 'TaskVerified' || type === 'EmailVerified';
}

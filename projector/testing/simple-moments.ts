import { formatEvo, parseSum } from '../../contracts/money.ts';
import type { RecordedEvent } from '../read-models/read-model.ts';
import type { Row, Tables } from './simple-fold.ts';

type Member = { wallet: boolean; removed: boolean; total: bigint; claimed: bigint };
type Sums = Record<'issued' | 'cleared' | 'revoked' | 'reset' | 'claimable' | 'claimed', bigint>;

/**
 * What the read models of moments and of times must hold: after each event that moved EVO, or an account onto the
 * leaderboard or off it, everything is counted anew from the accounts. @param events all of the ledger's
 */
export function simpleMoments(
  events: readonly RecordedEvent[],
): Pick<Tables, 'moments' | 'boards' | 'boardPlaces' | 'clockMarks'> {
  const members = new Map<string, Member>();
  const sums: Sums = { issued: 0n, cleared: 0n, revoked: 0n, reset: 0n, claimable: 0n, claimed: 0n };
  const counts = { users: 0, participants: 0, withClaimable: 0, withClaimed: 0 };
  const moments: Row[] = [];
  const boards: Row[] = [];
  const boardPlaces: Row[] = [];
  let lastBoard = 0;
  for (const event of events) {
    const userId = /^account-(.+)/.exec(event.stream)?.[1];
    if (userId === undefined) continue;
    const member = members.get(userId);
    // The first place of a stream that never held an account.
    if (!member && event.type === 'RevisionTaken') continue;
    const before = standing(member);
    const own = member ?? { wallet: false, removed: false, total: 0n, claimed: 0n };
    members.set(userId, own);
    const hasMoved = move(event, own, sums);
    const after = standing(own);
    for (const name of ['users', 'participants', 'withClaimable', 'withClaimed'] as const)
      counts[name] += after[name] - before[name];
    if (!hasMoved && before.users === after.users && before.board === after.board) continue;
    const number = moments.length + 1;
    const place = [String(event.position.commit), String(event.position.prepare)];
    moments.push([
      ...place,
      String(number),
      userId,
      before.board,
      after.board,
      String(counts.users),
      String(counts.participants),
      ...[sums.issued, sums.cleared, sums.revoked, sums.reset, sums.claimable, sums.claimed].map(formatEvo),
      String(counts.withClaimable),
      String(counts.withClaimed),
    ]);
    // A copy of the whole board once as many changes have come as it has places, and 32 at the least.
    if (number - lastBoard < Math.max(32, counts.participants)) continue;
    lastBoard = number;
    boards.push([String(number), ...place]);
    for (const [id, one] of members) {
      const { board } = standing(one);
      if (board !== null) boardPlaces.push([String(number), board, id]);
    }
  }
  return { moments, boards, boardPlaces, clockMarks: marks(events) };
}

/** What an account adds to the counts, and its total where it has a place on the board. */
function standing(member: Member | undefined) {
  if (!member) return { users: 0, participants: 0, withClaimable: 0, withClaimed: 0, board: null };
  const { wallet, removed, total, claimed } = member;
  const isOnBoard = wallet && !removed;
  return {
    users: removed ? 0 : 1,
    participants: isOnBoard ? 1 : 0,
    withClaimable: total === claimed ? 0 : 1,
    withClaimed: claimed === 0n ? 0 : 1,
    board: isOnBoard ? formatEvo(total) : null,
  };
}

/** @returns whether EVO were moved, be it none of them */
function move(event: RecordedEvent, own: Member, sums: Sums): boolean {
  const by = (total: bigint, claimed: bigint, from?: 'issued' | 'cleared' | 'revoked' | 'reset') => {
    own.total += total;
    own.claimed += claimed;
    sums.claimable += total - claimed;
    sums.claimed += claimed;
    if (from) sums[from] -= total;
    return true;
  };
  switch (event.type) {
    case 'AccountOpened':
      own.wallet = event.data.walletAddress !== undefined;
      return false;
    case 'WalletLinked':
      own.wallet = true;
      return false;
    case 'AccountRemoved':
      own.removed = true;
      return false;
    case 'AccountReinstated':
      own.removed = false;
      return false;
    case 'RewardGranted':
      return by(parseSum(event.data.amount), 0n, 'issued');
    case 'RewardsClaimed':
      return by(0n, parseSum(event.data.amount));
    case 'BalanceCleared':
      return by(-parseSum(event.data.amount), 0n, 'cleared');
    case 'RewardRevoked':
      return by(-parseSum(event.data.amount), 0n, 'revoked');
    case 'RewardsReset':
      return by(-parseSum(event.data.total), -parseSum(event.data.claimed), 'reset');
    case 'RewardsRestored':
      return by(parseSum(event.data.total), parseSum(event.data.claimed), 'reset');
    default:
      return false;
  }
}

/** The latest time up to each 256th event. */
function marks(events: readonly RecordedEvent[]): Row[] {
  let latest = '';
  return events.flatMap(({ position, metadata: { occurredAt } }, index) => {
    if (occurredAt > latest) latest = occurredAt;
    return (index + 1) % 256 === 0 ? [[String(position.commit), String(position.prepare), latest]] : [];
  });
}

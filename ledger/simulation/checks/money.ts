import { v5 as uuidv5 } from 'uuid';
import type { AccountEvent } from '../../../contracts/events/account.ts';
import { parseStream } from '../../../contracts/events/ledger-event.ts';
import { parseEvo } from '../../../contracts/money.ts';
import { postingsOf } from '../../accounts/postings.ts';
import type { StoredEvent } from '../../envelope.ts';
import type { Landed } from '../world/memory-log.ts';
import { must, type Strictness } from './violation.ts';

type Books = {
  claimable: bigint;
  claimed: bigint;
  /** By grant id, what admins granted by hand and nothing has taken since. */
  readonly whole: Map<string, bigint>;
  /** What was paid that can be paid once. */
  readonly paid: Set<string>;
  /** What could be claimed when each mass act was asked for that is not over here. */
  readonly atRequest: Map<string, bigint>;
};

/** Postings sum to zero, nothing is negative, and what can be paid once is paid once. */
export function moneyCheck({
  massActsTakeNothingLater,
  undoTakesOnlyItsOwn,
}: Strictness): (landed: Landed) => void {
  const books = new Map<string, Books>();
  return ({ event: stored }) => {
    if (stored.type === 'MassClearRequested' || stored.type === 'MassResetRequested') {
      for (const [userId, { atRequest, claimable }] of books) {
        atRequest.set(uuidv5(userId, stored.metadata.commandId), claimable);
      }
    }
    const parsed = parseStream(stored.stream);
    if (parsed?.category !== 'account' || stored.type === 'RevisionTaken') return;
    const userId = parsed.id;
    // An account's stream holds account events only.
    const event = stored as unknown as StoredEvent<AccountEvent>;
    const named = `${event.type} at ${stored.stream}:${stored.revision}`;
    const own = books.get(userId) ?? emptyBooks();
    books.set(userId, own);

    const postings = postingsOf(event, userId);
    must(postings.reduce((sum, { amount }) => sum + amount, 0n) === 0n, `${named} makes or loses EVO`);
    for (const { account, amount } of postings) {
      if (account === `user:${userId}:claimable`) own.claimable += amount;
      if (account === `user:${userId}:claimed`) own.claimed += amount;
    }
    must(own.claimable >= 0n, `${named} takes more than can be claimed`);
    must(own.claimed >= 0n, `${named} takes more than was claimed`);

    if (event.type === 'RewardGranted') {
      const { source, ref, grantId, amount } = event.data;
      const key = paidOnceKey(source, ref);
      must(key === undefined || !own.paid.has(key), `${named} pays ${key} twice`);
      if (key !== undefined) own.paid.add(key);
      if (source === 'admin') own.whole.set(grantId, parseEvo(amount));
    }
    if (event.type === 'RewardRevoked') {
      const isWhole = own.whole.get(event.data.grantId) === parseEvo(event.data.amount);
      must(isWhole || !undoTakesOnlyItsOwn, `${named} takes back what was claimed or cleared before`);
      own.whole.delete(event.data.grantId);
    }
    // Where nothing can be claimed, nothing of any grant is left.
    if (own.claimable === 0n) own.whole.clear();
    const atRequest = own.atRequest.get(event.metadata.commandId);
    const taken = event.type === 'BalanceCleared' || event.type === 'RewardsReset' ? takenBy(event) : 0n;
    must(
      atRequest === undefined || taken <= atRequest || !massActsTakeNothingLater,
      `${named} takes what was earned after the mass act was asked for`,
    );
  };
}

function emptyBooks(): Books {
  return { claimable: 0n, claimed: 0n, whole: new Map(), paid: new Set(), atRequest: new Map() };
}

function takenBy({ type, data }: AccountEvent): bigint {
  if (type === 'BalanceCleared') return parseEvo(data.amount);
  return type === 'RewardsReset' ? parseEvo(data.total) - parseEvo(data.claimed) : 0n;
}

/** Undefined for what an admin may grant as often as they like. */
function paidOnceKey(source: string, ref: string | undefined): string | undefined {
  if (source === 'admin' && !ref?.startsWith('undo:')) return undefined;
  return ref === undefined ? source : `${source} ${ref}`;
}

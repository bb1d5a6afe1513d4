import { formatEvo, parseEvo } from '../../contracts/money.ts';
import { defaultUsername } from '../../contracts/username.ts';
import type { RecordedEvent } from '../read-models/read-model.ts';

/** Columns as text, null where there is nothing. */
export type Row = readonly (string | null)[];

/** What each read model must hold. `ranks` is the rank of each user, counted, and `nodes`
 * the digit pairs behind it. */
export type Tables = Readonly<
  Record<
    | 'checkpoint'
    | 'streams'
    | 'users'
    | 'postings'
    | 'balances'
    | 'transactions'
    | 'activities'
    | 'standings'
    | 'ranks'
    | 'nodes'
    | 'stats',
    readonly Row[]
  >
>;

type Account = {
  revision: bigint;
  username: string;
  wallet: string | null;
  referrer: string | null;
  total: bigint;
  claimed: bigint;
  openedAt: string;
};

/**
 * The read models by the shortest way there is: one event after the other, in memory. It shares nothing with the
 * projections, so that both being wrong in the same way is unlikely.
 */
export function foldAll(events: readonly RecordedEvent[]): Tables {
  const streams = new Map<string, string>();
  const accounts = new Map<string, Account>();
  const balances = new Map<string, bigint>();
  const postings: Row[] = [];
  const transactions: Row[] = [];
  const activities: Row[] = [];
  let granted = 0n;

  const account = (userId: string): Account => {
    const known = accounts.get(userId);
    if (!known) throw new Error(`the ledger uses the account ${userId} before it is opened`);
    return known;
  };
  const post = (event: RecordedEvent, index: number, name: string, amount: bigint) => {
    postings.push([...place(event), String(index), event.id, name, formatEvo(amount)]);
    balances.set(name, (balances.get(name) ?? 0n) + amount);
  };

  for (const event of events) {
    streams.set(event.stream, String(event.revision));
    const userId = event.stream.slice('account-'.length);
    const { occurredAt } = event.metadata;
    switch (event.type) {
      case 'AccountOpened':
        accounts.set(userId, {
          revision: event.revision,
          username: defaultUsername(userId),
          wallet: event.data.walletAddress ?? null,
          referrer: event.data.referrerId ?? null,
          total: 0n,
          claimed: 0n,
          openedAt: occurredAt,
        });
        break;
      case 'WalletLinked':
        account(userId).wallet = event.data.walletAddress;
        break;
      case 'UsernameChanged':
        account(userId).username = event.data.username;
        break;
      case 'BalanceCleared':
        account(userId).total -= parseEvo(event.data.amount);
        post(event, 0, `user:${userId}:claimable`, -parseEvo(event.data.amount));
        post(event, 1, 'program:cleared', parseEvo(event.data.amount));
        break;
      case 'RewardsReset': {
        const { total, claimed } = account(userId);
        Object.assign(account(userId), { total: 0n, claimed: 0n });
        post(event, 0, `user:${userId}:claimable`, claimed - total);
        post(event, 1, `user:${userId}:claimed`, -claimed);
        post(event, 2, 'program:reset', total);
        break;
      }
      case 'RewardGranted': {
        const { amount, reason, source, ref } = event.data;
        const text = reason.replaceAll('\0', '\u{fffd}');
        const isReferral = source.startsWith('referral');
        account(userId).total += parseEvo(amount);
        granted += parseEvo(amount);
        post(event, 0, 'program:issued', -parseEvo(amount));
        post(event, 1, `user:${userId}:claimable`, parseEvo(amount));
        const row = [userId, ...place(event), event.id];
        const final = ['completed', null, null, null, occurredAt];
        transactions.push([...row, isReferral ? 'referral' : 'reward', text, amount, ...final]);
        activities.push([...row, activityType(isReferral, source, ref), text, amount, occurredAt]);
        break;
      }
      case 'RewardsClaimed': {
        const { amount } = event.data;
        account(userId).claimed += parseEvo(amount);
        post(event, 0, `user:${userId}:claimable`, -parseEvo(amount));
        post(event, 1, `user:${userId}:claimed`, parseEvo(amount));
        const final = ['completed', null, null, null, occurredAt];
        transactions.push([userId, ...place(event), event.id, 'claim', 'Claimed rewards', amount, ...final]);
        break;
      }
      // No read model shows these yet.
      case 'AccountReinstated':
      case 'AccountRemoved':
      case 'CheckedIn':
      case 'EmailSignedUp':
      case 'EmailVerified':
      case 'SocialConnected':
      case 'TaskVerified':
      case 'WhitelistJoined':
      case 'Reserved':
      case 'Released':
        break;
      default:
        throw new Error(`the plain fold does not know ${JSON.stringify(event)}`);
    }
    if (event.stream.startsWith('account-')) account(userId).revision = event.revision;
  }

  const last = events.at(-1);
  return {
    checkpoint: last ? [place(last)] : [],
    streams: [...streams],
    users: [...accounts].map(([userId, user]) => userRow(userId, user)),
    postings,
    balances: [...balances].map(([name, balance]) => [name, formatEvo(balance)]),
    transactions,
    activities,
    standings: [...accounts].map(([userId, { total }]) => [userId, formatEvo(total)]),
    ranks: countedRanks(accounts),
    nodes: countedPairs(accounts),
    stats: [[String(accounts.size), '0', '0', formatEvo(granted)]],
  };
}

function place({ position }: RecordedEvent): [string, string] {
  return [String(position.commit), String(position.prepare)];
}

function activityType(isReferral: boolean, source: string, ref: string | undefined): string {
  if (isReferral) return 'referral';
  if (source === 'social_task' && /^twitter:retweet(:|$)/.test(ref ?? '')) return 'twitter_retweet';
  if (source === 'social_task' && /^twitter:like(:|$)/.test(ref ?? '')) return 'twitter_like';
  return 'other';
}

function userRow(userId: string, user: Account): Row {
  const { revision, username, wallet, referrer, total, claimed, openedAt } = user;
  const level = 1n + total / parseEvo('100');
  const amounts = [total, claimed, total - claimed].map(formatEvo);
  return [userId, String(revision), username, wallet, referrer, ...amounts, String(level), openedAt];
}

/** 1 + the number of users with more: by sorting. */
function countedRanks(accounts: ReadonlyMap<string, Account>): Row[] {
  const sorted = [...accounts].sort(([, a], [, b]) => (a.total < b.total ? 1 : a.total > b.total ? -1 : 0));
  let rank = 0;
  let before: bigint | undefined;
  return sorted.map(([userId, { total }], index) => {
    if (total !== before) rank = index + 1;
    before = total;
    return [userId, String(rank)];
  });
}

/** For each pair of digits but 00, by what stands before it: how many totals have it there. */
function countedPairs(accounts: ReadonlyMap<string, Account>): Row[] {
  const counts = new Map<string, number>();
  for (const { total } of accounts.values()) {
    const digits = String(total).padStart(38, '0');
    for (let end = 2; end <= 38; end += 2) {
      const path = digits.slice(0, end);
      if (path.slice(-2) !== '00') counts.set(path, (counts.get(path) ?? 0) + 1);
    }
  }
  return [...counts].map(([path, count]) => [
    path.slice(0, -2),
    String(Number(path.slice(-2))),
    String(count),
  ]);
}

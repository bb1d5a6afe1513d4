import { formatEvo, parseSum } from '../../contracts/money.ts';
import type { RecordedEvent } from '../read-models/read-model.ts';
import { listedRow, newAccount, type SimpleAccount, userRow } from './simple-account.ts';
import { SimpleActs } from './simple-acts.ts';
import { simpleLog } from './simple-log.ts';
import { simpleMoments } from './simple-moments.ts';
import { simpleMusic } from './simple-music.ts';
import { simpleRaffles } from './simple-raffles.ts';
import { countedPairs, countedRanks } from './simple-ranks.ts';
import { simpleRewardRequests } from './simple-reward-requests.ts';

/** Columns as text, null where there is nothing. */
export type Row = readonly (string | null)[];

/**
 * What each read model must hold. `ranks` is the rank of each user, counted, and `nodes` the digit pairs behind
 * it; `lines` and `days` are the history, `listed` what the list of users is sorted by, `acts` what admins did.
 */
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
    | 'stats'
    | 'lines'
    | 'days'
    | 'referrers'
    | 'activeFriends'
    | 'listed'
    | 'programDays'
    | 'programGrants'
    | 'acts'
    | 'seeds'
    | 'raffles'
    | 'raffleEvents'
    | 'winners'
    | 'tracks'
    | 'rewardRequests'
    | 'logEvents'
    | 'logTiles'
    | 'logSeals'
    | 'notaryKeys'
    | 'moments'
    | 'boards'
    | 'boardPlaces'
    | 'clockMarks',
    readonly Row[]
  >
>;

/**
 * The read models by the shortest way there is: one event after the other, in memory. It shares nothing with the
 * projections, so that both being wrong in the same way is unlikely.
 */
export function foldAll(events: readonly RecordedEvent[]): Tables {
  const streams = new Map<string, string>();
  const accounts = new Map<string, SimpleAccount>();
  const balances = new Map<string, bigint>();
  const postings: Row[] = [];
  const transactions: Row[] = [];
  const activities: (string | null)[][] = [];
  /** By the grant: its activity, its day and its source. */
  const sent = new Map<string, { activity: (string | null)[]; key: string }>();
  const lines: Row[] = [];
  const days = new Map<string, Row>();
  const program = new Map<string, { users: number; claimed: bigint }>();
  const programGrants = new Map<string, bigint>();
  const acts = new SimpleActs();

  const post = (event: RecordedEvent, ...entries: [name: string, amount: bigint][]) => {
    for (const [index, [name, amount]] of entries.entries()) {
      postings.push([...place(event), String(index), event.id, name, formatEvo(amount)]);
      balances.set(name, (balances.get(name) ?? 0n) + amount);
    }
  };

  for (const event of events) {
    streams.set(event.stream, String(event.revision));
    acts.add(event);
    if (!event.stream.startsWith('account-')) continue;
    const userId = event.stream.slice('account-'.length);
    const { occurredAt } = event.metadata;
    if (event.type === 'AccountOpened') accounts.set(userId, newAccount(event.data, occurredAt, event));
    const account = accounts.get(userId);
    // The first place of a stream that never held an account.
    if (!account && event.type === 'RevisionTaken') continue;
    if (!account) throw new Error(`the ledger uses the account ${userId} before it is opened`);
    account.revision = event.revision;

    const today = occurredAt.slice(0, 10);
    const onDay = program.get(today) ?? { users: 0, claimed: 0n };
    if (event.type === 'AccountOpened' || event.type === 'RewardsClaimed') program.set(today, onDay);

    const row = [userId, ...place(event), event.id];
    const final = ['completed', null, null, null, occurredAt];
    const claimable = `user:${userId}:claimable`;
    const claimed = `user:${userId}:claimed`;
    /** A change of the two figures, in words. */
    const move = (total: bigint, claim: bigint, words: string) => {
      account.total += total;
      account.claimed += claim;
      const figures = [total, claim, account.total, account.claimed].map(formatEvo);
      lines.push([...row, event.type, words, ...figures, occurredAt]);
      const day = occurredAt.slice(0, 10);
      if (account.changedOn === null || day > account.changedOn) account.changedOn = day;
      const end = [formatEvo(account.total), formatEvo(account.claimed)];
      days.set(`${userId} ${account.changedOn}`, [userId, account.changedOn, ...end]);
    };
    /** The platform or the mailbox has confirmed something. */
    const act = () => {
      account.succeededAt ??= occurredAt;
      account.activeAt = occurredAt;
    };

    switch (event.type) {
      case 'AccountOpened':
        onDay.users += 1;
        break;
      case 'WalletLinked':
        account.wallet = event.data.walletAddress;
        break;
      case 'UsernameChanged':
        account.name = event.data.username;
        break;
      case 'RewardGranted': {
        const { amount, reason, source, ref } = event.data;
        const units = parseSum(amount);
        const words = printable(reason);
        const isReferral = source.startsWith('referral');
        move(units, 0n, words);
        post(event, ['program:issued', -units], [claimable, units]);
        transactions.push([...row, isReferral ? 'referral' : 'reward', words, amount, ...final]);
        if (!(source === 'admin' && ref?.startsWith('undo:'))) {
          const kind = activityType(isReferral, source, ref);
          const activity = [...row, source, kind, words, amount, occurredAt, 'false'];
          activities.push(activity);
          const key = `${today} ${source}`;
          sent.set(event.data.grantId, { activity, key });
          programGrants.set(key, (programGrants.get(key) ?? 0n) + units);
        }
        if (source === 'welcome') account.welcomed = true;
        if (source === 'email_verification') account.emailRewarded = true;
        if (isReferral && source !== 'referral_friend') account.earnedByFriends += units;
        break;
      }
      case 'RewardsClaimed': {
        const { amount } = event.data;
        const units = parseSum(amount);
        onDay.claimed += units;
        move(0n, units, 'Claimed rewards');
        post(event, [claimable, -units], [claimed, units]);
        transactions.push([...row, 'claim', 'Claimed rewards', amount, ...final]);
        break;
      }
      case 'BalanceCleared': {
        const { amount, reason } = event.data;
        const words = `Cleared: ${printable(reason)}`;
        move(-parseSum(amount), 0n, words);
        post(event, [claimable, -parseSum(amount)], ['program:cleared', parseSum(amount)]);
        transactions.push([...row, 'adjustment', words, amount, ...final]);
        break;
      }
      case 'RewardsReset': {
        const words = 'All rewards were reset';
        const [total, paid] = [parseSum(event.data.total), parseSum(event.data.claimed)];
        move(-total, -paid, words);
        post(event, [claimable, paid - total], [claimed, -paid], ['program:reset', total]);
        transactions.push([...row, 'adjustment', words, event.data.total, ...final]);
        break;
      }
      case 'RewardRevoked': {
        const { amount, reason } = event.data;
        const words = `Taken back: ${printable(reason)}`;
        const grant = sent.get(event.data.grantId);
        if (grant) {
          grant.activity.splice(-1, 1, 'true');
          programGrants.set(grant.key, (programGrants.get(grant.key) ?? 0n) - parseSum(amount));
        }
        move(-parseSum(amount), 0n, words);
        post(event, [claimable, -parseSum(amount)], ['program:revoked', parseSum(amount)]);
        transactions.push([...row, 'adjustment', words, amount, ...final]);
        break;
      }
      case 'RewardsRestored': {
        const words = 'A reset of all rewards was undone';
        const [total, paid] = [parseSum(event.data.total), parseSum(event.data.claimed)];
        move(total, paid, words);
        post(event, ['program:reset', -total], [claimable, total - paid], [claimed, paid]);
        transactions.push([...row, 'reward', words, event.data.total, ...final]);
        break;
      }
      case 'SocialConnected': {
        const { platform, handle, sealedHandle, platformUserId } = event.data;
        account.platforms[platform] = {
          handle: handle === undefined ? null : printable(handle),
          sealed: sealedHandle === undefined ? null : printable(sealedHandle),
          confirmed: String(platformUserId !== undefined),
        };
        if (platformUserId !== undefined) act();
        break;
      }
      case 'TaskVerified':
        account.tasks.add(`${event.data.platform} ${event.data.taskType}`);
        act();
        break;
      case 'EmailSignedUp':
        account.email = { ...event.data, verified: false };
        break;
      case 'EmailVerified':
        if (account.email) account.email.verified = true;
        act();
        break;
      case 'CheckedIn':
        account.checkIn = event.data;
        account.activeAt = occurredAt;
        break;
      case 'WhitelistJoined':
        account.whitelistedAt = occurredAt;
        break;
      case 'ClaimsHeld':
        account.held = printable(event.data.reason);
        break;
      case 'ClaimsReleased':
        account.held = null;
        break;
      case 'PersonalDataErased':
        account.name = undefined;
        account.email = undefined;
        for (const platform of Object.values(account.platforms)) {
          platform.handle = null;
          platform.sealed = null;
        }
        break;
      case 'AccountRemoved':
        account.removed = true;
        break;
      case 'AccountReinstated':
        account.removed = false;
        break;
      // It only stands where an act was to stand.
      case 'RevisionTaken':
      case 'PrizeForgone':
        break;
      default:
        throw new Error(`the plain fold does not know ${event.type} of ${event.stream}`);
    }
  }

  const last = events.at(-1);
  const there = [...accounts.values()].filter(({ removed }) => !removed);
  const board = new Map(
    [...accounts].flatMap(([userId, { removed, wallet, total }]) =>
      removed || wallet === null ? [] : [[userId, total]],
    ),
  );
  return {
    ...simpleRaffles(events),
    ...simpleLog(events),
    ...simpleMoments(events),
    tracks: simpleMusic(events),
    checkpoint: last ? [place(last)] : [],
    streams: [...streams],
    users: [...accounts].map(([userId, account]) => userRow(userId, account)),
    postings,
    balances: [...balances].map(([name, balance]) => [name, formatEvo(balance)]),
    transactions,
    activities,
    standings: [...board].map(([userId, total]) => [userId, formatEvo(total)]),
    ranks: countedRanks(board),
    nodes: countedPairs(board),
    stats: [
      [
        String(there.length),
        String(board.size),
        String(there.filter(({ email }) => email?.verified).length),
        String(there.filter(({ email }) => email?.marketingOptIn).length),
        String(there.filter(({ total, claimed }) => total > claimed).length),
        formatEvo(there.reduce((sum, { total }) => sum + total, 0n)),
      ],
    ],
    lines,
    days: [...days.values()],
    referrers: [...new Set([...accounts.keys(), ...there.flatMap(({ referrer }) => referrer ?? [])])]
      .map((userId) => {
        const friends = there.filter(({ referrer }) => referrer === userId);
        const successful = friends.filter(({ succeededAt }) => succeededAt !== null);
        const earned = accounts.get(userId)?.earnedByFriends ?? 0n;
        return [userId, String(friends.length), String(successful.length), formatEvo(earned)];
      })
      .filter(([, ...figures]) => figures.some((figure) => figure !== '0')),
    activeFriends: [...accounts].flatMap(([userId, { removed, referrer, activeAt }]) =>
      removed || referrer === null || activeAt === null ? [] : [[userId, referrer, activeAt]],
    ),
    listed: [...accounts].map(([userId, account]) => listedRow(userId, account)),
    programDays: [...program].map(([day, { users, claimed }]) => [day, String(users), formatEvo(claimed)]),
    programGrants: [...programGrants].map(([key, sum]) => [...key.split(' '), formatEvo(sum)]),
    acts: acts.rows,
    rewardRequests: simpleRewardRequests(events),
  };
}

function place({ position }: RecordedEvent): [string, string] {
  return [String(position.commit), String(position.prepare)];
}

function printable(text: string): string {
  return text.replaceAll('\0', '\u{fffd}');
}

function activityType(isReferral: boolean, source: string, ref: string | undefined): string {
  if (isReferral) return 'referral';
  if (source === 'social_task' && /^twitter:retweet(:|$)/.test(ref ?? '')) return 'twitter_retweet';
  if (source === 'social_task' && /^twitter:like(:|$)/.test(ref ?? '')) return 'twitter_like';
  return 'other';
}

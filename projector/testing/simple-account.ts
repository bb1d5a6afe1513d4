import { formatEvo, levelOf } from '../../contracts/money.ts';
import { defaultUsername } from '../../contracts/username.ts';
import type { RecordedEvent } from '../read-models/read-model.ts';
import type { Row } from './simple-fold.ts';

/** One account of the plain fold. Amounts are base units. */
export type SimpleAccount = {
  revision: bigint;
  /** Undefined: the default one. */
  name: string | undefined;
  wallet: string | null;
  readonly referrer: string | null;
  readonly openedAt: string;
  readonly opening: RecordedEvent;
  total: bigint;
  claimed: bigint;
  earnedByFriends: bigint;
  removed: boolean;
  welcomed: boolean;
  emailRewarded: boolean;
  /** Why its claims are held. */
  held: string | null;
  email: { emailHash: string; sealedEmail: string; marketingOptIn: boolean; verified: boolean } | undefined;
  readonly platforms: Record<string, { handle: string | null; sealed: string | null; confirmed: string }>;
  readonly tasks: Set<string>;
  checkIn: { day: string; streak: number } | undefined;
  whitelistedAt: string | null;
  succeededAt: string | null;
  activeAt: string | null;
  changedOn: string | null;
};

export function newAccount(
  { walletAddress, referrerId }: { walletAddress?: string | undefined; referrerId?: string | undefined },
  openedAt: string,
  opening: RecordedEvent,
): SimpleAccount {
  return {
    revision: 0n,
    name: undefined,
    wallet: walletAddress ?? null,
    referrer: referrerId ?? null,
    openedAt,
    opening,
    total: 0n,
    claimed: 0n,
    earnedByFriends: 0n,
    removed: false,
    welcomed: false,
    emailRewarded: false,
    held: null,
    email: undefined,
    platforms: {},
    tasks: new Set(),
    checkIn: undefined,
    whitelistedAt: null,
    succeededAt: null,
    activeAt: null,
    changedOn: null,
  };
}

/** In the order of the oracle's columns. */
export function userRow(userId: string, account: SimpleAccount): Row {
  const { total, claimed, email, platforms, tasks, checkIn } = account;
  return [
    userId,
    String(account.revision),
    account.name ?? defaultUsername(userId),
    account.wallet,
    account.referrer,
    ...[total, claimed, total - claimed].map(formatEvo),
    String(levelOf(total)),
    account.openedAt,
    String(account.removed),
    String(account.welcomed),
    account.held,
    email?.emailHash ?? null,
    email?.sealedEmail.replaceAll('\0', '\u{fffd}') ?? null,
    String(email?.verified ?? false),
    String(email?.marketingOptIn ?? false),
    String(account.emailRewarded),
    ...['twitter', 'instagram', 'youtube'].flatMap((name) => [
      platforms[name]?.handle ?? null,
      platforms[name]?.sealed ?? null,
      platforms[name]?.confirmed ?? 'false',
    ]),
    ...['twitter follow', 'twitter like', 'twitter retweet', 'instagram follow', 'youtube subscribe'].map(
      (task) => String(tasks.has(task)),
    ),
    checkIn?.day ?? null,
    String(checkIn?.streak ?? 0),
    account.whitelistedAt,
    account.succeededAt,
    account.activeAt,
    account.changedOn,
  ];
}

export function listedRow(userId: string, account: SimpleAccount): Row {
  const { opening, total, claimed, wallet, email, removed } = account;
  const { commit, prepare } = opening.position;
  return [
    userId,
    String(commit),
    String(prepare),
    formatEvo(total - claimed),
    String(wallet !== null),
    String(email?.verified ?? false),
    String(email?.marketingOptIn ?? false),
    String(removed),
  ];
}

/** The business constants of the product. Amounts are EVO in normal form; times are milliseconds. */

export const PRODUCT_NAME = 'EvoRewards';

export const CHAIN_ID = 0xd60;
export const CHAIN_ID_HEX = '0xd60';
export const CHAIN_NAME = 'EVO';
export const NATIVE_CURRENCY = { name: 'EVO', symbol: 'EVO', decimals: 18 } as const;

export const PLATFORMS = ['twitter', 'instagram', 'youtube'] as const;
export type Platform = (typeof PLATFORMS)[number];

export const TASK_TYPES = ['follow', 'like', 'retweet', 'subscribe'] as const;
export type TaskType = (typeof TASK_TYPES)[number];

/**
 * The most that one grant pays, whatever it is for, and the most that an account is ever granted in total since the
 * last reset. Both are far below what events and columns hold, so that no legal grant makes a figure that something
 * downstream cannot. What gives back what was there (undoing a clear or a reset) is not bound by them.
 */
export const MAX_GRANT = '1000000';
export const MAX_ACCOUNT_TOTAL = '1000000000';

/** Milliseconds for which a reward that needs a second admin waits for one. */
export const REWARD_REQUEST_LIFE_MS = 7 * 24 * 3_600_000;

export const WELCOME_BONUS = '100';

/** What a claim asks for: nothing, or one proven identity (a verified mailbox, or a platform account it has confirmed). */
export const CLAIM_NEEDS = ['nothing', 'identity'] as const;
export type ClaimNeeds = (typeof CLAIM_NEEDS)[number];

export const SOCIAL_CONNECTION_REWARDS: Record<Platform, string> = {
  twitter: '50',
  instagram: '75',
  youtube: '100',
};

/** The tasks that exist, by platform, and what each pays once. */
export const TASK_REWARDS = {
  twitter: { follow: '50', like: '25', retweet: '35' },
  instagram: { follow: '75' },
  youtube: { subscribe: '100' },
} as const satisfies Record<Platform, Partial<Record<TaskType, string>>>;

export const EMAIL_SIGNUP_REWARD = '2';
export const EMAIL_VERIFICATION_REWARD = '3';
/** What the verified page shows: both email rewards are granted when the address is verified. */
export const EMAIL_VERIFIED_TOTAL = '5';

export const REFERRAL_REWARD = '200';
export const REFERRAL_FRIEND_BONUS = '100';
export const REFERRAL_WEEKLY_BONUS = '50';
export const REFERRAL_COMMISSION_PERCENT = 10n;
/** Friends of one referrer on one UTC day whose proof is a mailbox at one domain that is no public provider's. */
export const REFERRAL_FRIENDS_A_DOMAIN = 3;
export const REFERRAL_TIERS = ['Bronze', 'Silver', 'Gold', 'Diamond'] as const;

/** For a check-in, and for every seventh in a row instead. */
export const STREAK_DAY_REWARD = '1';
export const STREAK_WEEK_REWARD = '5';

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 20;
export const WALLET_ADDRESS_LENGTH = 42;

/** Decimals that each place shows. */
export const DECIMALS = {
  walletBalance: 4,
  claimButton: 2,
  appRewards: 8,
  pendingBalance: 8,
  trackerLine: 8,
  raffleTotal: 2,
  leaderboardTotal: 0,
} as const;

export const POST_TEXT_MAX = 200;
export const TASK_TWEET_TEXT_MAX = 50;
export const POSTS_PER_PLATFORM = 2;
export const REWARD_USER_SEARCH_MAX = 10;

export const RECEIPT_POLL_MS = 1_000;
export const AUTOPLAY_DELAY_MS = 1_000;
export const REDIRECT_AFTER_CONNECT_MS = 2_000;
export const ADMIN_LIST_POLL_MS = 30_000;
export const ALL_PLATFORMS_REFRESH_MS = 5 * 60_000;
export const PUBLIC_FIGURES_REFRESH_MS = 60_000;
/** For which a code is good that is sent to a platform as a message. */
export const MESSAGE_CODE_MS = 15 * 60_000;
export const TWITTER_POSTS_REFRESH_MS = 2 * 60_000;
export const INSTAGRAM_POSTS_REFRESH_MS = 10 * 60_000;
export const MUSIC_TRACKS_FRESH_MS = 5 * 60_000;
export const MUSIC_TRACKS_KEPT_MS = 10 * 60_000;
export const UNKNOWN_TRACK_RESET_MS = 3_000;

export const RAFFLE = {
  /** The draw is one event with a path for each winner, and an event store takes 1 MiB at once. */
  maxWinners: 500,
  shuffleTicks: 30,
  shuffleTickMs: 100,
  shuffleNames: 5,
  shufflePauseMs: 500,
  adminRevealMs: 1_500,
  replayRevealMs: 2_000,
  completeDelayMs: 1_000,
  replaySpinMs: 3_000,
  replayWheelNames: 3,
  placeholderPrizes: ['500', '300', '200'],
  placeholderPrizeAfter: '100',
} as const;

export const TOAST = {
  maxVisible: 1,
  durationMs: 5_000,
  removeAfterDismissMs: 1_000_000,
  swipeThresholdPx: 50,
  hotkey: 'F8',
  maxWidthPx: 420,
} as const;

export const TOOLTIP = { openDelayMs: 700, skipDelayMs: 300 } as const;
export const CAROUSEL_STEPS_PX = [320, 500] as const;
export const VOLUME = { musicWidget: 0.05, socialsPage: 0.7, step: 0.1 } as const;

/** Names of the browser storage entries. They are written for other tools to read and are never trusted. */
export const STORAGE_KEYS = {
  connectedWallet: 'connectedWallet',
  isAdmin: 'isAdmin',
  adminWallet: 'adminWallet',
} as const;

/** Wallets that a count of refusals names: those that were refused most. */
export const MOST_DENIED = 10;

/** HTTP headers that the API and its clients agree on. */
export const HEADERS = {
  idempotencyKey: 'idempotency-key',
  idempotencyReplayed: 'idempotency-replayed',
  ledgerPosition: 'x-ledger-position',
  ledgerLag: 'x-ledger-lag',
  walletAddress: 'x-wallet-address',
  requestId: 'x-request-id',
  /** A page that was left alone asks by itself: the session is not used by it. */
  unattended: 'x-unattended',
  /** The number that the next raffle was shown to get. */
  raffleNumber: 'x-raffle-number',
  /** The act on all accounts that a dry run named as the last one, or `none`. */
  lastMassAct: 'x-last-mass-act',
  /** What a dry run named as what would be taken, EVO in normal form. */
  shownAmount: 'x-shown-amount',
  /** The equal reward that a dry run named, or `none`. */
  equalReward: 'x-equal-reward',
  /** Of the act that a wallet signed: the nonce of its text, and the signature. */
  actNonce: 'x-act-nonce',
  actSignature: 'x-act-signature',
} as const;

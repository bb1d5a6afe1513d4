import type { Page } from 'playwright-core';
import type { Activity, Dashboard, LeaderboardEntry, Transaction } from '../../contracts/api/dashboard.ts';
import type { ResponseOf } from '../../contracts/api/endpoint.ts';
import type { explainFigure, getHistory } from '../../contracts/api/ledger.ts';
import type { Referrals } from '../../contracts/api/referrals.ts';
import type { getSocial, SocialConnection } from '../../contracts/api/social.ts';
import type { User } from '../../contracts/api/user.ts';

/**
 * Answers for states that a fresh ledger does not have: the account of somebody who has been here for a year,
 * with long names and long numbers. Typed by the contracts, put in front of the real server.
 */
const OWN_ID = '5f0c2f0e-1111-4222-8333-944445555666';
const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const NOW = Date.now();
const DAY_MS = 24 * 3_600_000;
const ago = (days: number): string => new Date(NOW - days * DAY_MS).toISOString();
const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const user: User = {
  id: OWN_ID,
  username: 'a_name_of_twenty_chs',
  walletAddress: WALLET,
  evoBalance: '1234567.890123456789012345',
  level: 12346,
  rank: 1042,
  pendingRewards: '1234.567890123456789012',
  totalRewards: '1234567.890123456789012345',
  claimedRewards: '1233333.322233',
  email: 'somebody.with.a.long.name@mail.an-example-domain.org',
  isEmailVerified: false,
  emailMarketingOptIn: true,
  isEmailRewarded: false,
  isTwitterConnected: true,
  isInstagramConnected: false,
  isYoutubeConnected: false,
  twitterHandle: 'evo_fan',
  instagramHandle: 'evo.fan',
  youtubeHandle: null,
  twitterFollowCompleted: true,
  twitterLikeCompleted: false,
  twitterRetweetCompleted: false,
  instagramFollowCompleted: false,
  youtubeSubscribeCompleted: false,
  streak: 12,
  checkedInToday: false,
  isWhitelisted: false,
  createdAt: ago(365),
};

const entry = (position: number, totalEvo: string, n: number, username = `user_${n}`): LeaderboardEntry => ({
  id: id(n),
  userId: id(n),
  position,
  totalEvo,
  user: { username, level: Math.max(1, 1200 - position) },
});

const own: LeaderboardEntry = {
  ...entry(1042, user.totalRewards, 0, user.username),
  id: OWN_ID,
  userId: OWN_ID,
};

const transactions: readonly Transaction[] = [
  {
    id: id(901),
    eventHash: '5f1c9a3e7d18b620'.repeat(4),
    ledgerPosition: 'C:184213/P:184213',
    type: 'claim',
    description: 'Claimed rewards',
    amount: '250.5',
    status: 'pending',
    txHash: `0x${'ab12cd34'.repeat(8)}`,
    blockNumber: null,
    gasUsed: null,
    createdAt: ago(0.01),
  },
  {
    id: id(902),
    eventHash: 'a07b9a3e7d18b620'.repeat(4),
    ledgerPosition: 'C:368426/P:368426',
    type: 'adjustment',
    description: 'Cleared by an admin: counted twice',
    amount: '12',
    status: 'completed',
    txHash: null,
    blockNumber: null,
    gasUsed: null,
    createdAt: ago(0.4),
  },
  {
    id: id(903),
    eventHash: '03de9a3e7d18b620'.repeat(4),
    ledgerPosition: 'C:552639/P:552639',
    type: 'referral',
    description: 'A friend joined and did a first task',
    amount: '200',
    status: 'completed',
    txHash: null,
    blockNumber: null,
    gasUsed: null,
    createdAt: ago(3),
  },
  {
    id: id(904),
    eventHash: 'c4b29a3e7d18b620'.repeat(4),
    ledgerPosition: 'C:736852/P:736852',
    type: 'reward',
    description: 'A_long_reason_without_any_space_in_it_that_has_to_break_somewhere_on_a_phone',
    amount: '1000000',
    status: 'failed',
    txHash: `0x${'99'.repeat(32)}`,
    blockNumber: '4211',
    gasUsed: '21000',
    createdAt: ago(40),
  },
];

const activities: readonly Activity[] = (
  ['twitter_like', 'twitter_retweet', 'referral', 'discord_message', 'other', 'other'] as const
).map((type, n) => ({
  id: id(800 + n),
  type,
  description:
    n === 4 ? 'Manual admin reward: thank you for the translation of the guide' : `Earned by ${type}`,
  reward: n === 5 ? '1234567.5' : '35',
  createdAt: ago(n * 2.2),
}));

const fullDashboard: Dashboard = {
  user,
  claimRules: { needs: 'nothing', hasProvenIdentity: true, isHeld: false, welcomeWaits: false },
  leaderboard: Array.from({ length: 10 }, (_, n) =>
    entry(n === 2 ? 2 : n + 1, n === 1 || n === 2 ? '8000000' : String(9_000_000 - n * 400_000), n + 1),
  ),
  standing: {
    entry: own,
    participants: 104_233,
    above: [entry(1040, '1240000', 51), entry(1041, '1236000', 52)],
    below: [entry(1043, '1230000', 53), entry(1043, '1230000', 54)],
    toNextPlace: '1432.109876543210987655',
  },
  transactions: [...transactions],
  recentActivities: [...activities],
  weekRewards: '385.25',
};

const connection = (
  platform: SocialConnection['platform'],
  rest: Partial<SocialConnection>,
): SocialConnection => ({
  platform,
  handle: null,
  status: 'none',
  reward: '50',
  verifier: 'oauth',
  ...rest,
});

const fullSocial: ResponseOf<typeof getSocial> = {
  connections: [
    connection('twitter', { handle: 'evo_fan', status: 'confirmed' }),
    connection('instagram', {
      handle: 'evo.fan',
      status: 'unproven',
      reward: '75',
      verifier: 'message_code',
    }),
    connection('youtube', { reward: '100', verifier: 'none' }),
  ],
  tasks: [
    { platform: 'twitter', taskType: 'follow', reward: '50', completed: true, post: null },
    {
      platform: 'twitter',
      taskType: 'like',
      reward: '25',
      completed: false,
      post: {
        id: '1',
        text: 'The block explorer is open: every balance, every draw, every claim.',
        url: 'https://x.com/evo/status/1',
      },
    },
    {
      platform: 'twitter',
      taskType: 'retweet',
      reward: '35',
      completed: false,
      post: { id: '2', text: 'Raffle on Friday 🎉', url: 'https://x.com/evo/status/2' },
    },
    { platform: 'instagram', taskType: 'follow', reward: '75', completed: false, post: null },
    { platform: 'youtube', taskType: 'subscribe', reward: '100', completed: false, post: null },
  ].map((task) => ({ ...task, actionUrl: task.post?.url ?? 'https://example.org/evo' })) as ResponseOf<
    typeof getSocial
  >['tasks'], // the literals above, whose enums TypeScript widens in the map
};

const fullReferrals: Referrals = {
  link: `https://rewards.example.org/ref/${OWN_ID}`,
  total: 31,
  successful: 12,
  active: 8,
  earned: '2450.75',
  earnedThisWeek: '350',
  tier: 'Silver',
  next: { tier: 'Gold', needed: 18 },
};

/** A year in which every sixth day changed something. */
const fullHistory: ResponseOf<typeof getHistory> = {
  days: Array.from({ length: 60 }, (_, n) => {
    const total = 100 + n * n * 12;
    const claimed = Math.floor(n / 10) * 6_000;
    return {
      day: ago(365 - n * 6).slice(0, 10),
      totalRewards: String(total),
      claimedRewards: String(Math.min(claimed, total)),
      pendingRewards: String(Math.max(0, total - claimed)),
    };
  }),
};

const fullExplanation: ResponseOf<typeof explainFigure> = {
  figure: 'pendingRewards',
  total: user.pendingRewards,
  lines: ['RewardGranted', 'RewardsClaimed', 'RewardGranted', 'BalanceCleared', 'RewardGranted'].map(
    (eventType, n) => ({
      eventId: id(700 + n),
      ledgerPosition: `${918_273 - n}-${918_273 - n}`,
      eventType,
      description: n === 0 ? 'Task verified: follow on X' : `Event ${n} of this account`,
      change: eventType === 'RewardGranted' ? '50.25' : '-12.000000000000000001',
      after: String(1234 - n),
      createdAt: ago(n),
    }),
  ),
  nextCursor: 'more',
};

const emptyDashboard: Dashboard = {
  claimRules: { needs: 'nothing', hasProvenIdentity: true, isHeld: false, welcomeWaits: false },
  user: {
    ...user,
    username: 'evo_5f0c2f0e11',
    evoBalance: '0',
    level: 1,
    rank: null,
    pendingRewards: '0',
    totalRewards: '0',
    claimedRewards: '0',
    email: null,
    streak: 0,
    isTwitterConnected: false,
    twitterHandle: null,
    instagramHandle: null,
  },
  leaderboard: [],
  standing: { entry: { ...own, totalEvo: '0' }, participants: 0, above: [], below: [], toNextPlace: null },
  transactions: [],
  recentActivities: [],
  weekRewards: '0',
};

/** The body is made when it is asked for, so that what happens "just now" does, however late the page opens. */
type Answer = { readonly path: string; readonly body: () => unknown };

const dashboardOfNow = (): Dashboard => {
  const [newest, ...older] = activities;
  if (newest === undefined) throw new Error('somebody who has been here for long has activities');
  return {
    ...fullDashboard,
    recentActivities: [{ ...newest, createdAt: new Date().toISOString() }, ...older],
  };
};

const emptyReads: readonly Answer[] = [
  { path: '**/api/dashboard/*', body: () => emptyDashboard },
  { path: '**/api/social', body: () => ({ ...fullSocial, tasks: [] }) },
  {
    path: '**/api/referrals',
    body: () => ({
      ...fullReferrals,
      total: 0,
      successful: 0,
      active: 0,
      earned: '0',
      earnedThisWeek: '0',
      next: null,
    }),
  },
  { path: '**/api/ledger/history', body: () => ({ days: [] }) },
];

const fullReads: readonly Answer[] = [
  { path: '**/api/dashboard/*', body: dashboardOfNow },
  { path: '**/api/social', body: () => fullSocial },
  { path: '**/api/referrals', body: () => fullReferrals },
  { path: '**/api/ledger/history', body: () => fullHistory },
  { path: '**/api/ledger/explain?*', body: () => fullExplanation },
  {
    path: '**/api/leaderboard?*',
    body: () => ({
      entries: Array.from({ length: 50 }, (_, n) => entry(n + 1, String(9_000_000 - n), n + 1)),
      nextCursor: 'more',
    }),
  },
];

const READS = '**/api/{dashboard/*,social,referrals,ledger/history}';

/** How the reads of the account are answered instead of by the server. */
export type Answering = (page: Page) => Promise<unknown>;

/** Somebody who has been here for long. */
export const answerInFull: Answering = (page) => answer(page, fullReads);

/** Somebody of whom nothing is known yet. */
export const answerEmpty: Answering = (page) => answer(page, emptyReads);

/** Every read fails. */
export const answerNothing: Answering = (page) => page.route(READS, (route) => route.fulfill(restarting));

/**
 * The reads of these addresses fail until the outage is ended. The page stays routed, so that nothing changes in the
 * browser while the files of a part are on their way.
 * @param retryAfter seconds for which the page is to ask nothing by itself
 * @returns ends it
 */
export async function answerOutage(
  page: Page,
  addresses: string = READS,
  retryAfter = 600,
): Promise<() => void> {
  let isOut = true;
  const headers = { 'retry-after': String(retryAfter) };
  await page.route(addresses, (route) =>
    isOut ? route.fulfill({ ...restarting, headers }) : route.continue(),
  );
  return () => {
    isOut = false;
  };
}

const restarting = {
  status: 503,
  json: { error: 'LedgerUnavailable', message: 'The service is restarting.' },
};

/** Every way to earn that there is was done. */
export const answerAllEarned: Answering = (page) =>
  answer(page, [
    {
      path: '**/api/dashboard/*',
      body: () => {
        const of = dashboardOfNow();
        return { ...of, user: { ...of.user, isEmailVerified: true } };
      },
    },
    {
      path: '**/api/social',
      body: () => ({
        connections: fullSocial.connections.map((one) => ({ ...one, status: 'confirmed' as const })),
        tasks: fullSocial.tasks.map((one) => ({ ...one, completed: true })),
      }),
    },
  ]);

/** Every read stays without an answer. */
export const answerNever: Answering = (page) => page.route(READS, () => {});

async function answer(page: Page, answers: readonly Answer[]): Promise<void> {
  for (const { path, body } of answers) await page.route(path, (route) => route.fulfill({ json: body() }));
}

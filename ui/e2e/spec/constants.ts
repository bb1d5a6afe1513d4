import type { Sentence } from './sentence.ts';

const constants = 'ui/e2e/spec-constants.test.ts';
const dashboard = 'ui/e2e/dashboard.screens.e2e.ts';
const referrals = 'ledger/processes/referral-rewards.test.ts';
const shown = [dashboard, 'each figure stands in the form that its place asks for'] as const;

/** What is paid, how it is shown, and how long things take. */
export const constantSentences: readonly Sentence[] = [
  [
    'tasks pay 50, 25, 35, 75 and 100; connections 50, 75 and 100',
    [50, 25, 35, 75, 100, 'TASK_REWARDS', 'SOCIAL_CONNECTION_REWARDS'],
    [constants, 'rewards of tasks and connections'],
    ['ledger/accounts/social.test.ts', '%s %s pays %s once'],
    ['api/resources/social/social.int.test.ts', '%s pays once and says that it is a demo'],
  ],
  [
    'email: 2 for the signup, and +5 on the verified page',
    [2, 3, 5],
    [constants, 'rewards of an email'],
    ['ledger/accounts/email.test.ts', 'verifying pays both rewards at once'],
    ['ui/e2e/email.screens.e2e.ts', 'signup, the wait for the link, the link, and 5 EVO for it'],
  ],
  [
    'a new user starts with 100',
    ['WELCOME_BONUS', 100],
    [constants, 'rewards for joining and for friends'],
    ['ledger/accounts/lifecycle.test.ts', 'pays the welcome bonus in the same append'],
  ],
  [
    'referrals: 200, 100, 50 a week, 10 % commission',
    [200, 100, 50, 10, 'referral 200', 'referral_friend 100', 'referral_weekly 50'],
    [constants, 'rewards for joining and for friends'],
    [referrals, "the friend's first confirmed act pays both, and every reward its share"],
    [referrals, 'the weekly bonus comes once a week, however many friends are active'],
  ],
  [
    'tiers Bronze, Silver, Gold, Diamond',
    ['Bronze', 'Silver', 'Gold', 'Diamond'],
    [constants, 'rewards for joining and for friends'],
    [constants, 'tiers of referrals'],
  ],
  [
    'decimals: wallet 4, claim 2, App Rewards, pending and tracker 8, leaderboard 0',
    [
      'walletBalance',
      4,
      'claimButton',
      2,
      'appRewards',
      8,
      'pendingBalance',
      'trackerLine',
      'leaderboardTotal',
      0,
      '1,234.56789012',
    ],
    [constants, 'decimals of each place'],
    shown,
  ],
  [
    'wallets as 6 and 4, the profile as 8 and 6, hashes as 12 and 8',
    ['0x7099…79C8', '0x709979…dc79C8', '0xababababab…abababab', '0xab12cd34ab…ab12cd34'],
    [constants, 'shortened addresses'],
    shown,
    [dashboard, 'activities and transactions say what, how much, when, and the hash shortened'],
  ],
  [
    'a task quotes 50 characters',
    [50],
    [constants, 'limits of texts'],
    ['ui/src/lib/cut-text.test.ts', 'a tweet of a task is cut at 50 characters'],
  ],
  [
    'ages in minutes under 60, hours under a day, otherwise days',
    ['59m ago', '1h ago', '23h ago', '1d ago'],
    ['ui/src/lib/format-age.test.ts', '%d ms is %s'],
  ],
  [
    'a receipt is polled every 1000 ms',
    ['RECEIPT_POLL_MS', 1000, 3],
    [constants, 'times'],
    ['ui/src/lib/wallet/wait-for-receipt.test.ts', 'a receipt is asked for every 1000 ms until there is one'],
  ],
  [
    'the rewards open 2 s after a connect',
    ['REDIRECT_AFTER_CONNECT_MS', 2000, 1200],
    [constants, 'times'],
    [dashboard, 'after connecting elsewhere the rewards open, two seconds later'],
  ],
  [
    'the posts of X are refreshed every 2 min',
    ['TWITTER_POSTS_REFRESH_MS', 120000, '/api/twitter/posts'],
    [constants, 'times'],
    [
      'api/resources/social/x-journey.int.test.ts',
      'the posts come from X and are asked for every two minutes',
    ],
  ],
  [
    'one notice, 5000 ms, removed after 1000000 ms, 50 px, F8, 420 px',
    [1, 5000, 1000000, 50, 'F8', 420],
    [constants, 'notices and tooltips'],
    [
      'ui/src/lib/toast/toast-store.test.ts',
      'a dismissed toast closes at once and is removed when its time is due',
    ],
    ['ui/e2e/accessibility.screens.e2e.ts', 'from the first Tab to a claim with the keyboard alone'],
    [dashboard, 'one notice at a time; it can be closed and is at most 420 px wide'],
  ],
  [
    'tooltips after 700 ms, neighbours within 300 ms at once',
    [700, 300],
    [constants, 'notices and tooltips'],
    [
      'ui/src/components/ui/tooltip-delay.test.ts',
      'the first tooltip waits 700 ms, a neighbour within 300 ms not at all',
    ],
  ],
  [
    'usernames of 3 to 20, wallets of 42, chain 0xD60 with 18 decimals',
    [3, 20, 42, '0xd60', 3424, 18],
    [constants, 'the network and the forms of names'],
    ['ui/src/lib/wallet/ensure-network.test.ts', '%s is one chain'],
  ],
];

import type { Sentence } from './sentence.ts';

const constants = 'ui/e2e/spec-constants.test.ts';
const dashboard = 'ui/e2e/dashboard.e2e.ts';
const referrals = 'ledger/processes/referral-rewards.int.test.ts';
const shown = [dashboard, 'each figure stands in the form that its place asks for'] as const;

/** What is paid, how it is shown, and how long things take. */
export const constantSentences: readonly Sentence[] = [
  [
    'tasks pay 50, 25, 35, 75 and 100; connections 50, 75 and 100',
    [constants, 'rewards of tasks and connections'],
    ['ledger/accounts/social.test.ts', '%s %s pays %s once'],
    ['api/resources/social/social.int.test.ts', '%s pays once and says that it is a demo'],
  ],
  [
    'email: 2 for the signup, and +5 on the verified page',
    [constants, 'rewards of an email'],
    ['ledger/accounts/email.test.ts', 'verifying pays both rewards at once'],
    ['ui/e2e/email.e2e.ts', 'signup, the wait for the link, the link, and 5 EVO for it'],
  ],
  [
    'a new user starts with 100',
    [constants, 'rewards for joining and for friends'],
    ['ledger/accounts/lifecycle.test.ts', 'pays the welcome bonus in the same append'],
  ],
  [
    'referrals: 200, 100, 50 a week, 10 % commission',
    [constants, 'rewards for joining and for friends'],
    [referrals, "the friend's first confirmed act pays both, and every reward its share"],
    [referrals, 'the weekly bonus comes once a week, however many friends are active'],
  ],
  [
    'tiers Bronze, Silver, Gold, Diamond',
    [constants, 'rewards for joining and for friends'],
    [constants, 'tiers of referrals'],
  ],
  [
    'decimals: wallet 4, claim 2, App Rewards, pending and tracker 8, leaderboard 0',
    [constants, 'decimals of each place'],
    shown,
  ],
  [
    'wallets as 6 and 4, the profile as 8 and 6, hashes as 12 and 8',
    [constants, 'shortened addresses'],
    shown,
    [dashboard, 'activities and transactions say what, how much, when, and the hash shortened'],
  ],
  [
    'a task quotes 50 characters',
    [constants, 'limits of texts'],
    ['ui/src/lib/cut-text.test.ts', 'a tweet of a task is cut at 50 characters'],
  ],
  [
    'ages in minutes under 60, hours under a day, otherwise days',
    ['ui/src/lib/format-age.test.ts', '%d ms is %s'],
  ],
  [
    'receipt polling 1000 ms, redirect after connect 2 s, X posts 2 min',
    [constants, 'times'],
    ['ui/src/lib/wallet/wait-for-receipt.test.ts', 'a receipt is asked for every 1000 ms until there is one'],
    [dashboard, 'after connecting elsewhere the rewards open, two seconds later'],
    [
      'api/resources/social/x-journey.int.test.ts',
      'the posts come from X and are asked for every two minutes',
    ],
  ],
  [
    'one notice, 5000 ms, removed after 1000000 ms, 50 px, F8, 420 px',
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
    [constants, 'notices and tooltips'],
    [
      'ui/src/components/ui/tooltip-delay.test.ts',
      'the first tooltip waits 700 ms, a neighbour within 300 ms not at all',
    ],
  ],
  [
    'usernames of 3 to 20, wallets of 42, chain 0xD60 with 18 decimals',
    [constants, 'the network and the forms of names'],
    ['ui/src/lib/wallet/ensure-network.test.ts', '%s is one chain'],
  ],
];

import type { Sentence } from './sentence.ts';

const dashboard = 'ui/e2e/dashboard.screens.e2e.ts';
const account = 'ui/e2e/account.screens.e2e.ts';
const social = 'ui/e2e/social.screens.e2e.ts';
const email = 'ui/e2e/email.screens.e2e.ts';
const referral = 'ui/e2e/referral.screens.e2e.ts';
const soon = 'ui/e2e/coming-soon.screens.e2e.ts';
const wallet = 'ui/e2e/wallet.screens.e2e.ts';
const claim = 'ui/e2e/first-claim.e2e.ts';
const axe = 'ui/e2e/accessibility.screens.e2e.ts';
const tasks = 'ui/src/features/social/model/tasks.test.ts';

const figures = [dashboard, 'each figure stands in the form that its place asks for'] as const;
const lists = [
  dashboard,
  'activities and transactions say what, how much, when, and the hash shortened',
] as const;
const board = [
  dashboard,
  'the leaderboard names the own row, and the first three places look like themselves',
] as const;
const firstClaim = [claim, 'Demo wallet, welcome bonus, claim, and the same after a reload'] as const;
const disconnects = [
  claim,
  'disconnect leaves nothing of the account behind; connecting again gives no second bonus',
] as const;
const taskStates = [
  social,
  'tasks are closed until their platform is connected; then idle, verifying, completed',
] as const;
const signup = [email, 'signup, the wait for the link, the link, and 5 EVO for it'] as const;
const visitorSoon = [soon, 'a visitor sees what is coming, connects or signs up'] as const;
const userSoon = [
  soon,
  'a connected wallet sees its balance, that it is connected, and the address that waits',
] as const;

/** The screens that a wallet user meets. Socials, music, raffle and admin have their own rooms. */
export const screens: readonly Sentence[] = [
  [
    '/dashboard is the dashboard, and /evo-rewards the same or its coming-soon variant',
    ['Launch into EvoRewards', 'coming-soon', 'Dashboard · EvoRewards', 'Wallet connected'],
    firstClaim,
    [soon, 'the dashboard has a page of its own, whatever the rewards page shows'],
  ],
  ['/verify-email reads a token from its query', ['/verify-email?token='], signup],
  [
    'any other path is the page Page Not Found',
    ['Page Not Found'],
    [axe, 'axe finds nothing before and after connecting in any look'],
  ],

  [
    'the header has a connect-wallet button; connected, a chip with the wallet and a disconnect button',
    ['Disconnect wallet', 'Connected wallet 0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}'],
    disconnects,
  ],
  [
    'an admin button is there for the super admin alone',
    ['Admin', 'Demo admin', 0],
    [claim, 'the admin button is there for the super admin alone'],
  ],
  ['who is not connected sees Launch into EvoRewards', ['Launch into EvoRewards'], firstClaim, disconnects],
  [
    'the claim button is there only while something is unclaimed, and shows two decimals',
    ['Claim 1,234.56 EVO', 'Claim 100.00 EVO', 'claimButtons'],
    figures,
    firstClaim,
  ],
  [
    'App Rewards is total less claimed, with eight decimals',
    ['App Rewards', '1,234.56789012', 'pendingRewards'],
    figures,
    [
      'api/resources/ledger/ledger-view.int.test.ts',
      'every figure of the dashboard is the sum of the events that explain it; days are ends of days',
    ],
  ],
  [
    'connections, tasks, activities, signup, user, referral, total, rank, leaderboard and transactions are on the page',
    [
      'App Rewards',
      'Total Rewards',
      'Global Rank',
      'Recent Activities',
      'Transactions',
      'Referral Program',
      'Profile Settings',
      'total EVO',
    ],
    figures,
    lists,
    board,
  ],
  [
    'two seconds after a connect elsewhere the rewards open',
    ['/verify-email', '**/evo-rewards', 1200],
    [dashboard, 'after connecting elsewhere the rewards open, two seconds later'],
  ],
  [
    'stat cards show title, value, change, its label, and a subtitle',
    ['Total Rewards', '+385.25', 'EVO this week', 'of 104,233 participants'],
    figures,
  ],
  [
    'a stat card may say a USD value in the place of a subtitle',
    ['$12.34', 'of everybody', '+5', 'this week'],
    [
      'ui/src/components/ui/StatCard.test.tsx',
      'a stat card has an icon, title, value and change with its label, and a subtitle or a USD value',
    ],
  ],
  [
    'tasks completed is the tens of EVO earned, rounded down',
    ['Tasks Completed', '123,456', '109.99', 10],
    figures,
    ['contracts/money.test.ts', 'a task counts for every ten EVO'],
  ],
  [
    'the level bar shows the level modulo ten in tenths; the next level is one more',
    ['Level progress', 6, 10, 'Next level 12,347'],
    figures,
  ],

  [
    'the connect dialog has MetaMask, WalletConnect and Coinbase',
    ['MetaMask', 'WalletConnect', 'Coinbase'],
    [wallet, 'WalletConnect and Coinbase are announced'],
  ],
  [
    'while it connects, the options are disabled',
    ['isDisabled', 'WalletConnect', 'Coinbase'],
    ['ui/e2e/chain.screens.e2e.ts', 'a wallet that never answers %s can be left, and asked again'],
  ],

  [
    'a platform is connected by a handle',
    ['Connected!', 'X', 'Instagram', 'YouTube', 325],
    [social, 'a connection is confirmed by the demo verifier, which says that it is one, and pays once'],
  ],
  [
    'each platform has its own pending state',
    ['aria-busy', 'isEnabled'],
    [social, 'each platform has a pending state of its own'],
  ],
  ['tasks have Verify and an action button', ['Verify', 'Follow on X'], taskStates],
  [
    'a task whose follow or subscribe flag is set is hidden',
    ['twitterFollowCompleted', 'instagramFollowCompleted', 'youtubeSubscribeCompleted', 'Follow us on X'],
    [tasks, 'a task whose flag %s is set is hidden'],
    taskStates,
  ],
  [
    'a task quotes its post cut at 50 characters',
    [50, 'Like “'],
    [tasks, 'the text of a task quotes at most 50 characters of its post'],
    ['ui/src/lib/cut-text.test.ts', 'a tweet of a task is cut at 50 characters'],
  ],

  [
    'activities show description, reward and age in minutes, hours or days',
    ['Recent Activities', '+35', 'just now', '59m ago', '23h ago', '2d ago'],
    lists,
    ['ui/src/lib/format-age.test.ts', '%d ms is %s'],
  ],
  [
    'transactions show type, description, amount, status and a hash cut to 12 and 8; View All shows them all',
    ['Claimed rewards', '250.50', 'Pending', 'Completed', 'Failed', '0xab12cd34ab…ab12cd34', 'View All'],
    lists,
  ],

  [
    'the leaderboard shows position, username, level and total without decimals; the own row says You',
    ['1,042', 'You', '158', '1,234,567'],
    board,
  ],
  ['places one, two and three have badges of their own', ['color', 'size', 3], board],
  [
    'the leaderboard is paged, with the own place, its neighbours and the way to the next',
    ['Show more', 'to the next place', '#80', 'above', 'below'],
    [account, 'the leaderboard shows more by pages, the own place, and the way to the next'],
    [
      'api/resources/rewards/engagement.int.test.ts',
      'the own place on the board: neighbours on both sides, and what is missing to the next place',
    ],
  ],

  [
    'the reward tracker shows what is unclaimed with eight decimals, and a claim button',
    ['Reward Tracker', '1,234.56789012', 'Claim'],
    figures,
  ],

  [
    "the referral link is the product's domain, /ref/ and the user's id",
    ['/ref/', 36],
    [referral, 'a friend who comes by the link is counted, and pays both once'],
  ],
  [
    'Share takes the native sheet where there is one, and copies where there is none',
    ['Share', 'shared', 'copied', 'Link Copied!'],
    [referral, 'the link is shared where there is a share sheet, and copied where there is none'],
    ['ui/src/features/referral/model/share-link.test.ts', 'without a share sheet the link is copied'],
  ],
  [
    'the statistics and the tier are the real ones',
    ['Bronze', '10 more for Silver', 255, 'earned', 'earnedThisWeek'],
    [referral, 'a friend who comes by the link is counted, and pays both once'],
    [
      'api/resources/rewards/engagement.int.test.ts',
      'pay both sides in the end, and the statistics are real',
    ],
  ],

  [
    'the signup card has a field and a button, and is idle, successful or in error',
    ['Email address', 'Sign Up', 'Email signup successful!', 'Signup failed'],
    signup,
    [email, 'a signup that fails says why and keeps what was typed'],
  ],
  [
    'it says one signup per wallet address, and that the reward needs a wallet',
    ['One signup per wallet address.', '2 EVO'],
    [email, 'an address is required and has to look like one'],
  ],
  [
    'the profile shows username, wallet as 8 and 6, level, balance, and a form for the name',
    ['Profile Settings', '0x709979…dc79C8', 'Level', 'EVO balance', 'Username Updated'],
    [account, 'the profile shows name, wallet, level and balance, and changes the name'],
    figures,
  ],

  [
    'verification: invalid link without a token',
    ['Invalid Verification Link'],
    [email, 'a link without a token is an invalid one'],
  ],
  [
    'verification: verifying, then failed with the message',
    ['Verifying your email', 'Verification Failed', 'Something went wrong during verification.'],
    [email, 'the page says that it verifies, and what the server answers'],
  ],
  ['verification: success shows +5 EVO', ['Email Verified!', 5], signup],
  [
    'verification: a neutral processing state',
    ['Still processing'],
    [email, 'an answer that never came is neither a yes nor a no, and can be asked for again'],
  ],

  [
    'coming soon: feature list, connect button, 2 EVO Coins for early access, signup panel',
    ['2 EVO Coins', 'features-title', 'Connect Wallet', 'Sign Up'],
    visitorSoon,
  ],
  [
    "coming soon: the balance card's Claim opens an airdrop dialog, where Claim informs and nothing more",
    ['Claim', 'Weekly rewards airdrop', '/api/rewards/claim'],
    visitorSoon,
    userSoon,
  ],
  ['coming soon: a wallet-connected card', ['Wallet connected'], userSoon],
  [
    'coming soon: a pending-verification card with a resend button',
    ['Pending verification', 'Resend email'],
    userSoon,
  ],

  [
    'a notice may have an action, and is default or destructive',
    ['title', 'description', 'action', 'Undo', 'destructive', 'isNotice'],
    [
      'ui/src/lib/toast/toast.test.ts',
      'a notice has a title, a description, and an action where there is something to do',
    ],
    ['ui/src/lib/toast/toast.test.ts', 'what went wrong is destructive, what is only said is neither'],
  ],
  [
    'notices have title, description and a close button; at most one is visible',
    ['No Changes', 'Close notice', 1, 420],
    [dashboard, 'one notice at a time; it can be closed and is at most 420 px wide'],
  ],
  [
    'a claim has a receipt, and each figure the events that make it',
    ['Claim receipt', 'evo-rewards/claim-receipt', 'show the events that make it'],
    [account, 'a claim has a receipt that can be kept'],
    [account, 'every EVO figure of the account opens the events that make it'],
  ],
  [
    'daily streaks and the whitelist',
    ['Checked in today', '+1 EVO', 'You are on the whitelist'],
    [account, 'a check-in counts once a day and is paid'],
    [account, 'the whitelist is joined once'],
  ],
];

import type { Sentence } from './sentence.ts';

const rights = 'api/resources/admin-acts/admin-rights.int.test.ts';
const acts = 'api/resources/admin-acts/admin-acts.int.test.ts';
const massActs = 'api/resources/admin-acts/mass-acts.int.test.ts';
const lists = 'api/resources/admin-users/admin-lists.int.test.ts';
const rewards = 'api/resources/rewards/rewards.int.test.ts';
const raffle = 'api/resources/raffles/raffle.int.test.ts';
const socials = 'api/resources/social/socials.int.test.ts';
const newOne = [rights, 'a new one acts at once, adds others, and cannot remove them'] as const;
const listed = [
  rights,
  'are listed with who added them; the super admin comes first and is the original',
] as const;
const file = [lists, '%s: a file, and a note of it in the history'] as const;

/** What the panel asks of the server, and the calls that only the screens of everybody make. */
export const adminCalls: readonly Sentence[] = [
  [
    'GET /api/admin/admin-wallets: admins with wallet_address, is_active, username, added_by, isOriginal',
    ['/api/admin/admin-wallets', 'wallet_address', 'is_active', 'username', 'added_by', 'isOriginal'],
    listed,
  ],
  [
    'GET /api/admin/users: users',
    ['/api/admin/users?', 'users', 'username', 'email', 'isEmailVerified'],
    [lists, 'are found by %s'],
  ],
  [
    'GET /api/admin/stats: totalUsers, verifiedEmails, totalRewards, marketingOptIns',
    ['/api/admin/stats', 'totalUsers', 'verifiedEmails', 'totalRewards', 'marketingOptIns'],
    [lists, 'the figures and the last ninety days'],
  ],
  [
    'GET /api/admin/activity-history: activities',
    ['/api/admin/activity-history', 'activities', 'action_type'],
    [lists, 'is filtered, and a page after the other is the whole'],
  ],
  [
    'GET /api/admin/export-emails and export-wallets: text files',
    ['export-emails', 'export-wallets', 'text/plain', 200],
    file,
  ],
  [
    'POST /api/admin/send-reward {walletAddress, amount, reason}: success',
    ['/api/admin/send-reward', 'walletAddress', 'amount', 'reason', 200],
    newOne,
    [rewards, 'without %s'],
  ],
  [
    'POST /api/admin/remove-user {userId, username}: success',
    ['/api/admin/remove-user', 'userId', 'username', 200],
    [acts, 'ends the sessions, keeps the history, and can be undone'],
  ],
  [
    'POST /api/admin/clear-balance {userId}: success',
    ['/api/admin/clear-balance', 'userId', 'success'],
    [acts, 'says first what it would take, takes it once for twenty clicks, and stands in the history'],
  ],
  [
    'POST /api/admin/raffle {amount, winnerCount, useTieredRewards, tieredAmounts}: success, winners',
    ['winnerCount', 'useTieredRewards', 'tieredAmounts', 'success', 'winners'],
    [raffle, 'stands complete in the ledger when the answer comes, with the next seed'],
  ],
  [
    'POST /api/admin/reset-rewards: success',
    ['/api/admin/reset-rewards', 200, 'totalRewards', 'claimedRewards', 0],
    [massActs, 'are reset, and get back what the reset took'],
  ],
  [
    'POST /api/admin/remove-admin {adminId}: success',
    ['/api/admin/remove-admin', 'adminId', 403],
    [rights, 'the original admin cannot be removed, nor who is none'],
  ],
  [
    'POST /api/admin/add-admin {adminWallet}: success',
    ['/api/admin/add-admin', 'adminWallet', 409],
    [rights, 'adding one twice is refused, in any case of the address, and so is adding the super admin'],
  ],
  [
    'every admin call without a session is 401, whatever wallet it names',
    [401],
    [rights, 'no session: 401, and nothing happens'],
  ],
  [
    'the history names admin_added, admin_removed, reward_sent, raffle_run, user_removed, balance_cleared, rewards_reset_all',
    ['reward_sent', 'user_removed', 'balance_cleared', 'rewards_reset_all'],
    [acts, 'is taken back while it is pending'],
    [acts, 'ends the sessions, keeps the history, and can be undone'],
    [acts, 'says first what it would take, takes it once for twenty clicks, and stands in the history'],
    [massActs, 'are reset, and get back what the reset took'],
  ],
  [
    'GET /api/users: users',
    ['/api/users', 'users', 'username', 'level', 401],
    [socials, 'is for who is signed in, and shows what the leaderboard shows, page by page'],
  ],
  [
    'GET /api/social/all-platforms: platform data',
    ['/api/social/all-platforms', 'platforms', 'stats', 'followers', 'posts', 'latest'],
    [socials, 'what the platforms say, and the posts that the tasks are about'],
  ],
  [
    'GET /api/instagram/posts/{handle}: posts',
    ['/api/instagram/posts/', 'posts', 404],
    [socials, 'the posts of Instagram are those of its own account and of no other'],
  ],
  [
    'no retries for queries and mutations, no refetch on window focus, no polling, data never stale',
    ['retry', 'refetchOnWindowFocus', 'refetchInterval', 'staleTime', 1, 'POSITIVE_INFINITY'],
    ['ui/src/lib/api/query-client.test.ts', 'nothing is asked for again by itself'],
  ],
  [
    'the network is chain 0xD60 with its own RPC endpoint',
    ['chainId', '0xd60', 'rpcUrls', '/api/network'],
    ['api/http/http.int.test.ts', 'is offered on a local trial, and only under a loopback name'],
  ],
  [
    'the welcome bonus waits for a claim like any other reward',
    [100, 'pendingRewards', 'isNewUser'],
    [
      'api/resources/wallet/sign-in.int.test.ts',
      'a new wallet gets an account with the welcome bonus, a known one its account back',
    ],
  ],
];

import { expect, test } from 'vitest';
import type { Endpoint } from '../../contracts/api/endpoint.ts';
import { endpoints } from './openapi.ts';

/** Every right to call, written out once more: a change of one of them has to be meant. */
const CALLERS = {
  everybody: [
    'POST /api/wallet/challenge',
    'POST /api/wallet/connect',
    'POST /api/wallet/disconnect',
    'GET /api/session',
    'GET /api/network',
    'GET /api/ledger/events',
    'GET /api/ledger/events/:eventId',
    'GET /api/ledger/at',
    'GET /api/ledger/difference',
    'GET /api/ledger/export',
    'GET /api/ledger/checkpoint',
    'GET /api/ledger/seals',
    'GET /api/ledger/receipts/:eventId',
    'GET /api/ledger/consistency',
    'GET /api/ledger/tile/:level/*number',
    'POST /api/email/signup',
    'POST /api/email/resend',
    'POST /api/email/verify',
    'POST /api/email/link',
    'GET /api/twitter/posts',
    'GET /api/social/all-platforms',
    'GET /api/instagram/posts/:handle',
    'GET /api/social/images/:hash',
    'GET /api/public/figures',
    'GET /api/public/latest-raffle',
    'GET /api/public/raffles',
    'GET /api/public/raffles/:raffleId',
    'GET /api/public/raffles/:raffleId/proof',
    'GET /api/public/raffles/:raffleId/names',
    'GET /api/music/tracks',
    'GET /api/music/files/:file',
    'PUT /api/music/uploads/:trackId',
  ],
  users: [
    'GET /api/wallet/sessions',
    'POST /api/wallet/sign-out-everywhere',
    'POST /api/wallet/act-challenge',
    'GET /api/dashboard',
    'GET /api/dashboard/:userId',
    'GET /api/leaderboard',
    'GET /api/transactions',
    'GET /api/users',
    'GET /api/users/:walletAddress',
    'POST /api/rewards/claim',
    'POST /api/rewards/check-in',
    'POST /api/whitelist',
    'PUT /api/users/:walletAddress/username',
    'POST /api/profile/erase-personal-data',
    'GET /api/referrals',
    'GET /api/ledger/explain',
    'GET /api/ledger/history',
    'GET /api/ledger/events/own',
    'GET /api/ledger/balance',
    'GET /api/social',
    'POST /api/social/connect',
    'POST /api/social/verify',
    'GET /api/raffles/:raffleId/entry',
  ],
  'admins and auditors': [
    'GET /api/admin/admin-wallets',
    'GET /api/admin/reward-requests',
    'GET /api/admin/auditors',
    'GET /api/admin/mass-act',
    'GET /api/admin/faucet',
    'GET /api/admin/clusters',
    'GET /api/admin/cluster',
    'GET /api/admin/inbox',
    'GET /api/admin/set-aside',
    'GET /api/admin/users',
    'GET /api/admin/stats',
    'GET /api/admin/events',
    'GET /api/admin/raffles/:raffleId',
    'GET /api/admin/music',
  ],
  admins: [
    'POST /api/admin/erase-personal-data',
    'POST /api/admin/send-reward',
    'POST /api/admin/reward-requests/approve',
    'POST /api/admin/reward-requests/decline',
    'POST /api/admin/add-admin',
    'POST /api/admin/clear-balance',
    'POST /api/admin/remove-user',
    'POST /api/admin/remove-users',
    'POST /api/admin/clear-all-balances',
    'POST /api/admin/reset-rewards',
    'POST /api/admin/undo',
    'POST /api/admin/hold-claims',
    'POST /api/admin/release-claims',
    'POST /api/admin/set-aside/retry',
    'POST /api/admin/set-aside/dismiss',
    'GET /api/admin/export-emails',
    'GET /api/admin/export-wallets',
    'GET /api/admin/export-users',
    'GET /api/admin/export-whitelist',
    'POST /api/admin/raffle',
    'POST /api/admin/raffle/:raffleId/pay',
    'POST /api/music/upload',
    'POST /api/music/remove',
  ],
  'the super admin and auditors': ['GET /api/admin/activity-history'],
  'the super admin': [
    'POST /api/admin/remove-admin',
    'POST /api/admin/auditors/add',
    'POST /api/admin/auditors/remove',
    'GET /api/admin/export-activity',
  ],
} as const;

function callersOf({ access, forAuditors }: Endpoint): keyof typeof CALLERS {
  if (access === 'public') return 'everybody';
  if (access === 'session') return 'users';
  if (access === 'admin') return forAuditors ? 'admins and auditors' : 'admins';
  return forAuditors ? 'the super admin and auditors' : 'the super admin';
}

const named = ({ method, path }: Endpoint) => `${method} ${path}`;

test.each(Object.entries(CALLERS))('what %s may call', (callers, calls) => {
  const theirs = endpoints.filter((endpoint) => callersOf(endpoint) === callers).map(named);
  expect(theirs.sort()).toEqual([...calls].sort());
});

test('an auditor reads, and is never told of a file that leaves', () => {
  const acts = endpoints.filter(
    ({ forAuditors, method, command }) => forAuditors && (method !== 'GET' || command),
  );
  expect(acts.map(named)).toEqual([]);
  const files = endpoints.filter(({ forAuditors, path }) => forAuditors && path.includes('/export-'));
  expect(files.map(named)).toEqual([]);
});

test('what has a right in itself is a sign-in, a mailed link, or an address for one file', () => {
  expect(endpoints.filter(({ carriesRight }) => carriesRight).map(named)).toEqual([
    'POST /api/wallet/challenge',
    'POST /api/wallet/connect',
    'POST /api/email/verify',
    'PUT /api/music/uploads/:trackId',
  ]);
});

test('what appends events for somebody is a command, which takes an Idempotency-Key', () => {
  const others = endpoints.filter(({ method, command }) => method !== 'GET' && !command);
  expect(others.map(named)).toEqual([
    'POST /api/wallet/challenge',
    'POST /api/wallet/disconnect',
    'POST /api/wallet/sign-out-everywhere',
    'POST /api/wallet/act-challenge',
    'POST /api/email/resend',
    'POST /api/email/link',
  ]);
});

import { expect, test } from 'vitest';
import { ONE_EVO } from '../../../contracts/money.ts';
import type { AdminAct } from '../../../projector/read-models/admin-acts/queries.ts';
import { presentAdminAct } from './admin-activity.ts';

const denied: AdminAct = {
  eventId: '00000000-0000-4000-8000-000000000001',
  position: { commit: 1n, prepare: 1n },
  type: 'access_denied',
  wallet: null,
  createdAt: new Date('2026-03-01T10:00:00Z'),
  actKey: 'event/1',
  undoes: null,
  user: null,
  subject: null,
  track: null,
  amount: null,
  reason: null,
  count: null,
  number: null,
  completed: null,
  undone: false,
  undoable: false,
};

test('refusals that were not noted one by one are told with their number and the wallets refused most', () => {
  const reason = `0x${'1'.repeat(40)}: 117`;
  expect(presentAdminAct({ ...denied, count: 120, number: 3, reason })).toMatchObject({
    action_type: 'access_denied',
    description: '120 more refusals of 3 wallets, too many to note each',
    details: { count: 120, number: 3, reason },
  });
});

test('a refusal that was noted names what was asked for', () => {
  expect(presentAdminAct({ ...denied, subject: 'GET /api/admin/users' }).description).toBe(
    'Was refused: GET /api/admin/users',
  );
});

const wallet = `0x${'2'.repeat(40)}`;
const user = { userId: 'an id', username: 'anna', walletAddress: wallet };
const track = { title: 'Dawn', artist: 'Ben', filename: 'dawn.mp3' };
const ofAnna = { user, amount: 5n * ONE_EVO };
const seventh = { number: 7, count: 3, amount: 5n * ONE_EVO };

test.each<[string, Partial<AdminAct> & Pick<AdminAct, 'type'>]>([
  [`Added admin ${wallet}`, { type: 'admin_added', subject: wallet }],
  [`Removed admin ${wallet}`, { type: 'admin_removed', subject: wallet }],
  [`Added auditor ${wallet}`, { type: 'auditor_added', subject: wallet }],
  [`Removed auditor ${wallet}`, { type: 'auditor_removed', subject: wallet }],
  ['Sent 5.00 EVO to anna', { type: 'reward_sent', subject: 'admin', ...ofAnna }],
  ['Sent a raffle prize of 5.00 EVO to anna', { type: 'reward_sent', subject: 'raffle', ...ofAnna }],
  ['Asked to send 5.00 EVO to anna', { type: 'reward_requested', subject: 'day', ...ofAnna }],
  ['Approved 5.00 EVO to anna', { type: 'reward_approved', ...ofAnna }],
  ['Declined 5.00 EVO to anna', { type: 'reward_declined', ...ofAnna }],
  ['Ran raffle 7: 3 winners, 5.00 EVO', { type: 'raffle_run', ...seventh }],
  [
    'Began raffle 7, which failed before its draw',
    { type: 'raffle_run', ...seventh, reason: 'The seed that was committed is lost' },
  ],
  ['Removed user anna', { type: 'user_removed', user }],
  ['Removed user an unknown user', { type: 'user_removed' }],
  ['Erased the personal data of anna', { type: 'personal_data_erased', user }],
  ['Cleared 5.00 EVO of anna', { type: 'balance_cleared', ...ofAnna }],
  ['Cleared all App Rewards', { type: 'balance_cleared', amount: 5n * ONE_EVO }],
  ['Held the claims of anna', { type: 'claims_held', user }],
  ['Released the claims of anna', { type: 'claims_released', user }],
  ['Reset all user rewards', { type: 'rewards_reset_all' }],
  ['Exported wallets (2 rows)', { type: 'data_exported', subject: 'wallets', count: 2 }],
  ['Added the track Dawn by Ben', { type: 'music_added', track }],
  ['Removed the track Dawn by Ben', { type: 'music_removed', track }],
  ['Undo: gave back what a reset took', { type: 'act_undone', actKey: 'mass/1' }],
  ['Undo: let anna in again', { type: 'act_undone', user }],
  ['Undo: took 5.00 EVO back from anna', { type: 'act_undone', undoes: 'grant/1', ...ofAnna }],
  ['Undo: gave 5.00 EVO back to anna', { type: 'act_undone', undoes: 'event/1', ...ofAnna }],
])('a line says what was done, and to whom: %s', (description, act) => {
  expect(presentAdminAct({ ...denied, ...act })).toMatchObject({ description, action_type: act.type });
});

test.each([
  ['admin_added', 'adminWallet'],
  ['admin_removed', 'adminWallet'],
  ['auditor_added', 'auditorWallet'],
  ['auditor_removed', 'auditorWallet'],
  ['reward_sent', 'source'],
  ['reward_requested', 'above'],
  ['data_exported', 'kind'],
  ['access_denied', 'action'],
  ['music_added', 'trackId'],
  ['music_removed', 'trackId'],
] as const)('what a line of the kind %s is about is its %s', (type, name) => {
  expect(presentAdminAct({ ...denied, type, subject: 'what' }).details).toEqual({ [name]: 'what' });
});

test('what is known of an act stands beside its line, and nothing that is not', () => {
  const cleared = { ...denied, ...ofAnna, type: 'balance_cleared', reason: 'By mistake' } as const;
  expect(presentAdminAct({ ...cleared, undone: true }).details).toEqual({
    ...{ userId: 'an id', username: 'anna', walletAddress: wallet },
    ...{ amount: '5', reason: 'By mistake', undone: true },
  });
  expect(presentAdminAct({ ...cleared, completed: false, count: 0 }).details).toMatchObject({
    ...{ completed: false, count: 0 },
  });
  expect(presentAdminAct(cleared).details).not.toHaveProperty('undone');
});

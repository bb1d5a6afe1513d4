import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AccountEvent } from '../../../contracts/events/account.ts';
import type { LedgerEvent } from '../../../contracts/events/ledger-event.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { writtenRows } from '../../testing/written-rows.ts';
import { adminActs } from './project.ts';

const [admin, other] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
const id = 'b3c5e4a0-2d6f-4f4e-8f0a-5d8f5a3b1c01';
const userId = 'c4d6f5b1-3e70-4a5f-9a1b-6e9a6b4c2d12';
const amount = '25';
const reason = 're\0ason';
const stored = 're\u{fffd}ason';

async function written(stream: string, event: LedgerEvent, kind: 'admin' | 'system' = 'admin') {
  const ledger = new TestLedger();
  ledger.actor = kind === 'admin' ? { kind, wallet: admin } : { kind };
  const told = ledger.append(stream, event);
  return { told, rows: await writtenRows(adminActs, ledger.events) };
}

const EMPTY = {
  wallet: admin,
  undoes: null,
  user_id: null,
  subject: null,
  amount: null,
  reason: null,
  count: null,
  number: null,
  completed: null,
};

const track = {
  ...{ trackId: id, title: 'Song', artist: 'Band', filename: 'song.mp3', contentType: 'audio/mpeg' },
  ...{ size: 1, sha256: 'a'.repeat(64) },
};
const raffle = `raffle-${id}`;
const mass = { act_key: `mass/${id}`, subject: 'all', reason: stored, completed: false };

test.each<[stream: string, LedgerEvent, act: object]>([
  [
    'admins',
    { type: 'AdminAdded', data: { wallet: other, addedBy: other } },
    { type: 'admin_added', wallet: other, subject: other },
  ],
  [
    'admins',
    { type: 'AdminRemoved', data: { wallet: admin, removedBy: other } },
    { type: 'admin_removed', wallet: other, subject: admin },
  ],
  [
    'admins',
    { type: 'AuditorAdded', data: { wallet: admin, addedBy: other } },
    { type: 'auditor_added', wallet: other, subject: admin },
  ],
  [
    'admins',
    { type: 'AuditorRemoved', data: { wallet: admin, removedBy: other } },
    { type: 'auditor_removed', wallet: other, subject: admin },
  ],
  [
    'mass-acts',
    { type: 'MassClearRequested', data: { requestId: id, reason } },
    { type: 'balance_cleared', ...mass },
  ],
  [
    'mass-acts',
    { type: 'MassResetRequested', data: { requestId: id, reason } },
    { type: 'rewards_reset_all', ...mass },
  ],
  [
    'mass-acts',
    { type: 'MassRestoreRequested', data: { requestId: id, resetId: userId, reason } },
    { type: 'act_undone', undoes: `mass/${userId}`, ...mass },
  ],
  [
    `reward-request-${id}`,
    {
      type: 'RewardRequested',
      data: {
        ...{ userId, amount, reason, above: 'day', requestedBy: admin, namedBySuperAdmin: admin },
        expiresAt: '2026-01-08T00:00:00.000Z',
      },
    },
    {
      type: 'reward_requested',
      act_key: `reward-request-${id}`,
      ...{ user_id: userId, subject: 'day', amount, reason: stored },
    },
  ],
  [
    `reward-request-${id}`,
    { type: 'RewardApproved', data: { userId, amount, approvedBy: admin } },
    { type: 'reward_approved', user_id: userId, amount },
  ],
  [
    `reward-request-${id}`,
    { type: 'RewardDeclined', data: { userId, amount, reason, declinedBy: admin } },
    { type: 'reward_declined', user_id: userId, amount, reason: stored },
  ],
  [
    raffle,
    {
      type: 'RaffleCommitted',
      data: { number: 7, mode: 'tiered', amounts: ['5', '2.5', '1'], seedHash: 'a'.repeat(64) },
    },
    { type: 'raffle_run', act_key: raffle, number: 7, count: 3, amount: '8.5', completed: false },
  ],
  [
    'access-log-2026-01-01',
    { type: 'DataExported', data: { kind: 'emails', count: 12 } },
    { type: 'data_exported', subject: 'emails', count: 12 },
  ],
  ['playlist', { type: 'MusicTrackAdded', data: track }, { type: 'music_added', subject: id }],
  ['playlist', { type: 'MusicTrackRemoved', data: { trackId: id } }, { type: 'music_removed', subject: id }],
  [
    'access-log-2026-01-01',
    { type: 'AccessDenied', data: { action: reason } },
    { type: 'access_denied', subject: stored },
  ],
  [
    'access-log-2026-01-01',
    {
      type: 'DenialsCounted',
      data: {
        from: '2026-01-01T00:00:00.000Z',
        to: '2026-01-01T00:01:00.000Z',
        ...{ count: 12, wallets: 3 },
        most: [
          { wallet: admin, count: 8 },
          { wallet: other, count: 3 },
        ],
      },
    },
    { type: 'access_denied', count: 12, number: 3, reason: `${admin}: 8, ${other}: 3` },
  ],
])('in %s, %j is an act', async (stream, event, act) => {
  const { told, rows } = await written(stream, event);
  expect(rows.admin_acts?.[0]).toEqual({
    ...EMPTY,
    ...told.position,
    event_id: told.id,
    created_at: '2026-01-01T00:00:00.000Z',
    act_key: `event/${told.id}`,
    ...act,
  });
  expect(rows.admin_acts).toHaveLength(1);
});

const granted = (about: object): AccountEvent => ({
  type: 'RewardGranted',
  data: { grantId: id, amount, source: 'admin', reason, ...about },
});

test.each<[AccountEvent, act: object]>([
  [granted({}), { type: 'reward_sent', act_key: `grant/${id}`, subject: 'admin', amount, reason: stored }],
  [
    granted({ source: 'raffle', ref: 'x' }),
    { type: 'reward_sent', act_key: `grant/${id}`, subject: 'raffle', amount, reason: stored },
  ],
  [granted({ ref: 'undo:a\0b' }), { type: 'act_undone', amount, reason: stored, undoes: 'event/a\u{fffd}b' }],
  [
    { type: 'RewardRevoked', data: { grantId: id, amount, reason } },
    { type: 'act_undone', undoes: `grant/${id}`, amount, reason: stored },
  ],
  [
    { type: 'BalanceCleared', data: { amount, reason } },
    { type: 'balance_cleared', amount, reason: stored },
  ],
  [
    { type: 'ClaimsHeld', data: { holdId: id, reason } },
    { type: 'claims_held', act_key: `hold/${id}`, reason: stored },
  ],
  [
    { type: 'ClaimsHeld', data: { holdId: id, reason, again: userId } },
    { type: 'claims_held', act_key: `hold/${id}`, reason: stored, undoes: `release/${userId}` },
  ],
  [
    { type: 'ClaimsReleased', data: { holdId: id, reason } },
    { type: 'claims_released', act_key: `release/${id}`, undoes: `hold/${id}`, reason: stored },
  ],
  [
    { type: 'PersonalDataErased', data: { reason } },
    { type: 'personal_data_erased', reason: stored },
  ],
  [
    { type: 'PersonalDataErased', data: {} },
    { type: 'personal_data_erased', reason: '' },
  ],
  [
    { type: 'AccountRemoved', data: { reason } },
    { type: 'user_removed', reason: stored },
  ],
  [{ type: 'AccountReinstated', data: {} }, { type: 'act_undone' }],
])('on an account, %j by an admin is an act, by anybody else none', async (event, act) => {
  const stream = `account-${userId}`;
  const { told, rows } = await written(stream, event);
  expect(rows.admin_acts).toEqual([
    {
      ...EMPTY,
      ...told.position,
      event_id: told.id,
      created_at: '2026-01-01T00:00:00.000Z',
      act_key: `event/${told.id}`,
      user_id: userId,
      ...act,
    },
  ]);
  expect((await written(stream, event, 'system')).rows).toEqual({});
});

test('what the program grants because two admins agreed is an act; what it grants of itself is none', async () => {
  const approved = await written(`account-${userId}`, granted({ ref: `request:${id}` }), 'system');
  expect(approved.rows.admin_acts).toMatchObject([{ type: 'reward_sent', wallet: null, user_id: userId }]);
  const welcome = await written(`account-${userId}`, granted({ source: 'welcome' }));
  expect(welcome.rows).toEqual({});
  const claimed = { type: 'RewardsClaimed', data: { claimId: id, amount } } as const;
  expect((await written(`account-${userId}`, claimed)).rows).toEqual({});
});

test('a sample of a local trial is the doing of the program, and a seed is no act', async () => {
  expect((await written('playlist', { type: 'MusicTrackAdded', data: track }, 'system')).rows).toEqual({});
  const seed = { type: 'SeedCommitted', data: { number: 1, hash: 'a'.repeat(64) } } as const;
  expect((await written('raffle-seeds', seed)).rows).toEqual({});
});

test.each<[stream: string, LedgerEvent, outcome: object]>([
  ...(['MassClearCompleted', 'MassResetCompleted', 'MassRestoreCompleted'] as const).map(
    (type) =>
      [
        'mass-acts',
        { type, data: { requestId: id, count: 3, total: '12' } },
        { act_key: `mass/${id}`, count: 3, amount: '12', reason: null },
      ] as [string, LedgerEvent, object],
  ),
  [
    raffle,
    {
      type: 'RaffleDrawn',
      data: { seed: 'a'.repeat(64), algorithm: 'x', publicRandomness: null, winners: [] },
    },
    { act_key: raffle, count: null, amount: null, reason: null },
  ],
  [
    raffle,
    { type: 'RaffleFailed', data: { reason } },
    { act_key: raffle, count: null, amount: null, reason: stored },
  ],
])('in %s, %j says how an act came out', async (stream, event, outcome) => {
  expect((await written(stream, event)).rows).toEqual({ admin_acts: [outcome] });
});

test('the acts of a batch are written before how they came out', async () => {
  const ledger = new TestLedger();
  const requestId = randomUUID();
  ledger.append('mass-acts', { type: 'MassClearCompleted', data: { requestId, count: 0, total: '0' } });
  ledger.append('mass-acts', { type: 'MassClearRequested', data: { requestId, reason: 'x' } });
  expect((await writtenRows(adminActs, ledger.events)).admin_acts).toMatchObject([
    { type: 'balance_cleared' },
    { count: 0, amount: '0' },
  ]);
});

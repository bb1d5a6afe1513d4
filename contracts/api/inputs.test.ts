import { describe, expect, test } from 'vitest';
import { musicTexts } from '../admin-messages.ts';
import { validation } from '../messages.ts';
import { ONE_EVO } from '../money.ts';
import { amountInput, sendReward } from './admin.ts';
import {
  addAdmin,
  clearAllBalances,
  clearBalance,
  removeUser,
  removeUsers,
  resetRewards,
  undoAct,
} from './admin-acts.ts';
import { holdClaims, releaseClaims } from './admin-clusters.ts';
import { dismissSetAside, retrySetAside } from './admin-set-aside.ts';
import { listAdminUsers } from './admin-users.ts';
import { verifyEmail } from './email.ts';
import { beginMusicUpload, removeMusicTrack } from './music.ts';
import { eraseUserData } from './personal-data.ts';
import { changeUsername } from './profile.ts';
import { reasonTexts } from './reason-input.ts';
import { approveReward, declineReward } from './reward-requests.ts';

describe('an amount that an admin types', () => {
  const refusals = (input: unknown) =>
    amountInput.safeParse(input).error?.issues.map(({ message }) => message);
  test.each([
    ['10.50', 105n * 10n ** 17n],
    [' 1 ', ONE_EVO],
    ['0.000000000000000001', 1n],
    ['1000000', 1_000_000n * ONE_EVO],
  ])('%j', (text, amount) => expect(amountInput.parse(text)).toBe(amount));
  test('is asked for where it is missing or empty', () => {
    for (const nothing of [undefined, '', '  ']) {
      expect(refusals(nothing)).toEqual([validation.rewardFieldsRequired]);
    }
  });
  test('is a text', () => {
    for (const other of [5, null, true, {}])
      expect(refusals(other)).toEqual([validation.rewardAmountInvalid]);
  });
  test('is positive, and no more than one grant may be', () => {
    expect(refusals('0')).toEqual([validation.rewardAmountInvalid]);
    expect(refusals('1000000.000000000000000001')).toEqual([validation.grantTooLarge]);
  });
  test('says what is wrong with how it is written', () => {
    expect(refusals('1,5')).toEqual([
      `${validation.rewardAmountInvalid}. Enter the amount in plain digits, for example 10.50.`,
    ]);
    expect(refusals(`0.${'1'.repeat(19)}`)).toEqual([
      `${validation.rewardAmountInvalid}. An EVO amount has at most 18 decimals.`,
    ]);
  });
});

describe('what an admin uploads', () => {
  const refusals = (more: object) =>
    beginMusicUpload.request
      .safeParse({ filename: 'a.mp3', title: 'Song', artist: 'Band', ...more })
      .error?.issues.map(({ message }) => message);
  test.each(['a.mp3', 'a b (1).mp3', '.hidden.mp3', 'Ünïcode 歌.mp3', 'a..mp3', 'x'.repeat(200)])(
    'a file may be called %s',
    (filename) => expect(refusals({ filename })).toBeUndefined(),
  );
  test.each([
    ...['', ' ', '.', '..', '...', 'a/b.mp3', String.raw`a\b.mp3`, '/', 'x'.repeat(201)],
    ...['a\nb.mp3', 'a\u202Eb.mp3', 'a\u2028b.mp3', 'a\u2029b.mp3', 'a\uD800.mp3', 'a\0.mp3', 7],
  ])('and not %j', (filename) => expect(refusals({ filename })).toEqual([musicTexts.filenameInvalid]));
  test.each(['Song', ' Song ', 'x'.repeat(100), '歌 & Übung / Live'])('a title may be %s', (title) =>
    expect(refusals({ title })).toBeUndefined(),
  );
  test.each(['', ' ', 'x'.repeat(101), 'a\nb', 'a\u202Eb', 7])('and not %j', (title) =>
    expect(refusals({ title, artist: title })).toEqual([musicTexts.nameInvalid, musicTexts.nameInvalid]),
  );
});

test('a reason, which stays in the ledger for ever, names no mailbox and no machine', () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const acts = [
    [removeUser, { userId: id }],
    [removeUsers, { userIds: [id] }],
    [clearBalance, { userId: id }],
    [clearAllBalances, {}],
    [resetRewards, {}],
    [declineReward, { requestId: id }],
    [holdClaims, { userIds: [id] }],
    [releaseClaims, { userIds: [id] }],
    [eraseUserData, { userId: id }],
  ] as const;
  const addresses = [
    ...['anna@mail.example', '(Üwe+1@post.example)', '203.0.113.7'],
    ...['2001:db8:0:1::7', '2001:DB8::7', 'fe80::1', '[2a00:1450::]'],
  ];
  for (const [{ path, request }, body] of acts) {
    for (const address of addresses) {
      const { error } = request.safeParse({ ...body, reason: `Asked for it, ${address}, today` });
      expect([path, error?.issues.map(({ message }) => message)]).toEqual([path, [reasonTexts.noAddresses]]);
    }
    for (const reason of [
      'Thanks @anna, 10:30:15, v1.2.3',
      'a @ b',
      'Note: see evo.example/a',
      'ace::bad, 2::',
    ])
      expect([path, request.safeParse({ ...body, reason }).success]).toEqual([path, true]);
  }
});

test('a text that is far too long for a reason, and is sent for one, is looked through at once', () => {
  // As much as a body of JSON holds.
  const reason = 'a::'.repeat(21_000);
  const before = performance.now();
  expect(declineReward.request.safeParse({ requestId: crypto.randomUUID(), reason }).success).toBe(false);
  expect(performance.now() - before).toBeLessThan(1_000);
});

describe('an id is the same in letters of either case', () => {
  const id = 'a0b1c2d3-e4f5-4a6b-8c7d-9e0f1a2b3c4d';
  const reason = 'A mistake';
  test.each([
    [removeUser, { userId: id }],
    [removeUsers, { userIds: [id] }],
    [clearBalance, { userId: id }],
    [undoAct, { eventId: id }],
    [holdClaims, { userIds: [id], reason }],
    [releaseClaims, { userIds: [id], reason }],
    [retrySetAside, { id, reason }],
    [dismissSetAside, { id, reason }],
    [approveReward, { requestId: id }],
    [declineReward, { requestId: id, reason }],
    [eraseUserData, { userId: id }],
    [removeMusicTrack, { trackId: id }],
    [verifyEmail, { token: 'x'.repeat(43), account: id }],
  ] as const)('$path', ({ request }, body) => {
    const shouted = JSON.parse(JSON.stringify(body).replace(id, id.toUpperCase()));
    expect(request.parse(shouted)).toEqual(body);
    expect(request.safeParse(JSON.parse(JSON.stringify(body).replace(id, `${id}0`))).success).toBe(false);
  });
});

describe('what people type comes without the blanks around it, and blanks alone are nothing', () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
  const reason = 'A mistake';
  test.each([
    [sendReward, { walletAddress: wallet, amount: '1', reason }, 'reason'],
    [sendReward, { walletAddress: wallet, amount: '1', reason }, 'walletAddress'],
    [removeUser, { userId: id, reason }, 'reason'],
    [removeUsers, { userIds: [id], reason }, 'reason'],
    [clearBalance, { userId: id, reason }, 'reason'],
    [resetRewards, { reason }, 'reason'],
    [declineReward, { requestId: id, reason }, 'reason'],
    [holdClaims, { userIds: [id], reason }, 'reason'],
    [releaseClaims, { userIds: [id], reason }, 'reason'],
    [retrySetAside, { id, reason }, 'reason'],
    [dismissSetAside, { id, reason }, 'reason'],
    [eraseUserData, { userId: id, reason }, 'reason'],
    [addAdmin, { adminWallet: wallet }, 'adminWallet'],
    [changeUsername, { username: 'anna_evo' }, 'username'],
  ] as const)('$path', ({ request }, body, field) => {
    const typed = (text: string) => request.safeParse({ ...body, [field]: text });
    const text = Object.entries(body).find(([name]) => name === field)?.[1];
    expect(typed(` \t${text} `).data).toEqual(request.safeParse(body).data);
    expect(typed(' \t ').success).toBe(false);
  });
  test.each(['walletAddress', 'amount', 'reason'])(
    'a reward without %s says that all are needed',
    (field) => {
      const body = { walletAddress: wallet, amount: '1', reason };
      for (const nothing of [undefined, '', ' \t ']) {
        const { error } = sendReward.request.safeParse({ ...body, [field]: nothing });
        expect(error?.issues.map(({ message }) => message)).toEqual([validation.rewardFieldsRequired]);
      }
    },
  );
  test('of a search, where blanks search for nothing', () => {
    expect(listAdminUsers.request.parse({ search: ' anna ' })).toEqual({ search: 'anna' });
    expect(listAdminUsers.request.parse({ search: '  ' })).toEqual({ search: '' });
  });
});

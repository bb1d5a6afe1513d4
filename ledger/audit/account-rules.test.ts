import { expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { exportText, faultIn } from './testing/audit-text.ts';

const [ANNA, BEN] = ['a', 'b'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`) as [
  string,
  string,
];
const HASH = 'e'.repeat(64);
const walletOf = (userId: string) => `0x${userId.slice(0, 8).repeat(5)}`;
const own = (userId: string, type: string, data: object = {}): Appended => ({
  stream: streamOf('account', userId),
  type,
  data,
});
const reserved = (userId: string, stream: string): Appended => ({
  stream,
  type: 'Reserved',
  data: { userId },
});
const opened = (userId: string): Appended[] => [
  reserved(userId, streamOf('wallet', walletOf(userId))),
  own(userId, 'AccountOpened', { source: 'wallet', walletAddress: walletOf(userId) }),
];
const openedByEmail = (userId: string) => own(userId, 'AccountOpened', { source: 'email' });
const mailbox = (userId: string, emailHash: string): Appended[] => [
  reserved(userId, streamOf('email', emailHash)),
  own(userId, 'EmailSignedUp', { emailHash, sealedEmail: 'sealed', marketingOptIn: false }),
  own(userId, 'EmailVerified', { emailHash }),
];
const granted = (userId: string, source: string, amount: string, ref?: string): Appended => {
  const grantId = crypto.randomUUID();
  return own(userId, 'RewardGranted', {
    grantId,
    amount,
    source,
    reason: 'For something',
    ...(ref && { ref }),
  });
};
const paid = (userId: string) => [
  granted(userId, 'email_signup', '2'),
  granted(userId, 'email_verification', '3'),
];
const byAdmin = (appended: Appended): Appended => ({
  ...appended,
  actor: { kind: 'admin', wallet: `0x${'9'.repeat(40)}` },
  right: { role: 'superAdmin' },
});

type Options = Parameters<typeof faultIn>[1];
const judge = async (appended: readonly Appended[], options: Options = {}) => {
  const fault = await faultIn(await exportText(appendEvents([], appended)), options);
  return fault && [fault.rule, fault.at?.number];
};
const last = (appended: readonly Appended[], rule: string) => [rule, appended.length - 1];

test('a mailbox is paid for at an account with a wallet, and at one account', async () => {
  const verified = [...opened(ANNA), ...mailbox(ANNA, HASH), ...paid(ANNA)];
  expect(await judge(verified)).toBeUndefined();
  const withoutWallet = [openedByEmail(ANNA), ...mailbox(ANNA, HASH)];
  expect(await judge(withoutWallet)).toBeUndefined();
  for (const grant of paid(ANNA)) {
    const ledger = [...withoutWallet, grant];
    expect(await judge(ledger)).toEqual(last(ledger, 'tariff'));
  }
  // Who has another mailbox by now gives the first one away.
  const moved = [
    ...verified,
    own(ANNA, 'PersonalDataErased'),
    ...mailbox(ANNA, 'f'.repeat(64)),
    { stream: streamOf('email', HASH), type: 'Released', data: { userId: ANNA } },
    ...opened(BEN),
    ...mailbox(BEN, HASH),
  ];
  expect(await judge(moved)).toBeUndefined();
  for (const grant of paid(BEN)) {
    const ledger = [...moved, grant];
    expect(await judge(ledger)).toEqual(last(ledger, 'tariff'));
  }
});

test('nobody confirms a mailbox that is another account’s', async () => {
  const before = [...opened(ANNA), ...opened(BEN), ...mailbox(ANNA, HASH)];
  const confirmed = (userId: string): Appended[] => [
    ...before,
    { stream: streamOf('email', HASH), type: 'Confirmed', data: { userId } },
  ];
  expect(await judge(confirmed(ANNA))).toBeUndefined();
  expect(await judge(confirmed(BEN))).toEqual(last(confirmed(BEN), 'owners'));
});

test('an account is opened with a wallet, or with an address alone and by nobody else', async () => {
  const [walletAddress, referrerId] = [walletOf(BEN), ANNA];
  const openings = [
    { source: 'wallet' },
    { source: 'email', walletAddress },
    { source: 'email', referrerId },
  ];
  for (const opening of openings) {
    const ledger = [
      ...opened(ANNA),
      reserved(BEN, streamOf('wallet', walletAddress)),
      own(BEN, 'AccountOpened', opening),
    ];
    expect(await judge(ledger)).toEqual(last(ledger, 'account'));
  }
});

test('a handle that was typed proves nothing and pays nothing', async () => {
  const connected = (method: string, more: object = {}): Appended[] => [
    ...opened(ANNA),
    reserved(ANNA, streamOf('social', 'twitter-7')),
    own(ANNA, 'SocialConnected', { platform: 'twitter', method, ...more }),
  ];
  expect(await judge(connected('handle'))).toBeUndefined();
  const proven = connected('oauth', { platformUserId: '7' });
  expect(await judge(proven)).toBeUndefined();
  for (const ledger of [connected('handle', { platformUserId: '7' }), connected('oauth')])
    expect(await judge(ledger)).toEqual(last(ledger, 'account'));
  const task = (method: string): Appended[] => [
    ...proven,
    own(ANNA, 'TaskVerified', { platform: 'twitter', taskType: 'follow', method, evidence: 'Following' }),
  ];
  expect(await judge(task('oauth'))).toBeUndefined();
  expect(await judge(task('handle'))).toEqual(last(task('handle'), 'account'));
});

test('an account takes no name that it has', async () => {
  const name = (username: string): Appended[] => [
    reserved(ANNA, streamOf('username', username.toLowerCase())),
    own(ANNA, 'UsernameChanged', { username }),
  ];
  const named = [...opened(ANNA), ...name('anna_1')];
  expect(await judge([...named, ...name('Anna_1'), ...name('anna_1')])).toBeUndefined();
  const again = [...named, own(ANNA, 'UsernameChanged', { username: 'anna_1' })];
  expect(await judge(again)).toEqual(last(again, 'account'));
  const erased = [
    ...named,
    own(ANNA, 'PersonalDataErased'),
    own(ANNA, 'UsernameChanged', { username: 'anna_1' }),
  ];
  expect(await judge(erased)).toBeUndefined();
});

const byHand = (amount: string, grantId: string = crypto.randomUUID()): Appended =>
  byAdmin(own(ANNA, 'RewardGranted', { grantId, amount, source: 'admin', reason: 'Well done' }));
const revoked = (amount: string, grantId: string): Appended =>
  byAdmin(own(ANNA, 'RewardRevoked', { grantId, amount, reason: 'A slip' }));
const claimed = (amount: string): Appended =>
  own(ANNA, 'RewardsClaimed', { claimId: crypto.randomUUID(), amount });
const ofFirst = (appended: Appended): Appended => ({ ...appended, schemaVersion: 1 });

test('what the first version took back of what was claimed leaves a later grant as it is', async () => {
  const [early, late] = [crypto.randomUUID(), crypto.randomUUID()];
  const left = [
    ...opened(ANNA),
    ...[byHand('10', early), claimed('10'), byHand('10', late), revoked('10', early)].map(ofFirst),
  ];
  // Nothing can be claimed now, and the later grant was not taken by anybody.
  expect(await judge([...left, byHand('10'), revoked('10', late)])).toBeUndefined();
  const twice = [...left, byHand('20'), revoked('10', late), revoked('10', late)];
  expect(await judge(twice)).toEqual(last(twice, 'account'));
});

test('whose EVO a newer version has moved is left to no older one', async () => {
  const before = [...opened(ANNA), ofFirst(byHand('10'))];
  const moves: Appended[] = [
    claimed('10'),
    byAdmin(own(ANNA, 'BalanceCleared', { amount: '10', reason: 'A farm' })),
  ];
  for (const move of moves) {
    expect(await judge([...before, move, byHand('1')])).toBeUndefined();
    const ledger = [...before, move, ofFirst(byHand('1'))];
    expect(await judge(ledger)).toEqual(last(ledger, 'schema'));
  }
});

test('what was judged before is followed by every rule, also where one of them does not like it', async () => {
  const before = [...opened(ANNA), byHand('10'), claimed('4')];
  expect(await judge(before)).toEqual(last(before, 'account'));
  const known = { judgedTo: before.length };
  expect(await judge([...before, byHand('1'), claimed('7')], known)).toBeUndefined();
  const more = [...before, byHand('1'), claimed('11')];
  expect(await judge(more, known)).toEqual(last(more, 'account'));
});

import { expect, test } from 'vitest';
import {
  REFERRAL_FRIEND_BONUS,
  REFERRAL_REWARD,
  STREAK_DAY_REWARD,
  STREAK_WEEK_REWARD,
} from '../../contracts/constants.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { usernameSkeleton } from '../../contracts/username-skeleton.ts';
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

/** As a release of before names rested on what they look like, too. */
const ofSecond = (appended: Appended): Appended => ({ ...appended, schemaVersion: 2 });

test('an account takes no name that it has', async () => {
  const taken = (username: string) => ofSecond(own(ANNA, 'UsernameChanged', { username }));
  const name = (username: string): Appended[] => [
    reserved(ANNA, streamOf('username', username.toLowerCase())),
    taken(username),
  ];
  const named = [...opened(ANNA), ...name('anna_1')];
  expect(await judge([...named, ...name('Anna_1'), ...name('anna_1')])).toBeUndefined();
  const again = [...named, taken('anna_1')];
  expect(await judge(again)).toEqual(last(again, 'account'));
  const erased = [...named, own(ANNA, 'PersonalDataErased'), taken('anna_1')];
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

test('what was judged before holds an event that had no place in its stream, and what is behind it is judged', async () => {
  const misplaced = byAdmin(own(ANNA, 'AdminAdded', { wallet: walletOf(BEN), addedBy: walletOf(ANNA) }));
  const before = [...opened(ANNA), misplaced, { ...misplaced, stream: streamOf('raffle', BEN) }];
  expect(await judge(before)).toEqual(['streams', 2]);
  const known = { judgedTo: before.length };
  const more = [...before, byHand('10'), claimed('10')];
  expect(await judge(more, known)).toBeUndefined();
  expect(await judge([...more, claimed('1')], known)).toEqual(['account', more.length]);
});

const removed = (reason = 'A farm') => byAdmin(own(ANNA, 'AccountRemoved', { reason }));
const reinstated = byAdmin(own(ANNA, 'AccountReinstated'));
const held = (holdId: string, again?: string) =>
  byAdmin(own(ANNA, 'ClaimsHeld', { holdId, reason: 'Looked at', ...(again && { again }) }));
const released = (holdId: string) => byAdmin(own(ANNA, 'ClaimsReleased', { holdId, reason: 'Fine' }));
const cleared = (amount: string) => byAdmin(own(ANNA, 'BalanceCleared', { amount, reason: 'A farm' }));
const resetBy = (total: string, taken: string): Appended => ({
  ...own(ANNA, 'RewardsReset', { resetId: BEN, total, claimed: taken }),
  actor: { kind: 'system' },
});
const connected = (platformUserId: string): Appended[] => [
  reserved(ANNA, streamOf('social', `twitter-${platformUserId}`)),
  own(ANNA, 'SocialConnected', { platform: 'twitter', platformUserId, method: 'oauth' }),
];
const followed = own(ANNA, 'TaskVerified', {
  ...{ platform: 'twitter', taskType: 'follow' },
  ...{ method: 'oauth', evidence: 'Following' },
});
const checkedIn = (day: string, streak: number): Appended => ({
  ...own(ANNA, 'CheckedIn', { day, streak }),
  occurredAt: `${day}T10:00:00.000Z`,
});
const joined = own(ANNA, 'WhitelistJoined');
const [H1, H2] = [crypto.randomUUID(), crypto.randomUUID()];
const GRANT = crypto.randomUUID();
const linked = (userId: string): Appended[] => [
  reserved(userId, streamOf('wallet', walletOf('c'.repeat(8)))),
  own(userId, 'WalletLinked', { walletAddress: walletOf('c'.repeat(8)) }),
];

test('what an account’s decider decides is sound', async () => {
  const life = [
    ...opened(ANNA),
    ...[byHand('10', GRANT), revoked('10', GRANT), byHand('3'), cleared('3'), byHand('4'), claimed('4')],
    ...[held(H1), released(H1), held(H2, H1), released(H2)],
    ...[...connected('7'), followed, ...mailbox(ANNA, HASH), joined],
    ...[checkedIn('2026-02-28', 1), checkedIn('2026-03-01', 2), checkedIn('2026-03-03', 1)],
    ...[removed(), reinstated, removed(), own(ANNA, 'PersonalDataErased')],
  ];
  expect(await judge(life)).toBeUndefined();
  expect(await judge([openedByEmail(BEN), ...linked(BEN)])).toBeUndefined();
});

test.each<[string, readonly Appended[]]>([
  ['by an account that was never opened', [joined]],
  ['a clear by an admin who leaves some of it', [...opened(ANNA), byHand('7'), cleared('6')]],
  ['a clear of more than there is', [...opened(ANNA), byHand('7'), cleared('8')]],
  [
    'a clear by an admin who left some of it, in the first version',
    [...opened(ANNA), ...[byHand('7'), cleared('6')].map(ofFirst)],
  ],
  ['by one that was removed', [...opened(ANNA), removed(), joined]],
  ['a return of who is there', [...opened(ANNA), reinstated]],
  ['a second removal', [...opened(ANNA), removed(), removed()]],
  ['a reset of nothing', [...opened(ANNA), resetBy('0', '0')]],
  ['a reset of more than was claimed', [...opened(ANNA), byHand('10'), resetBy('10', '5')]],
  ['a reset of more than was there', [...opened(ANNA), byHand('10'), resetBy('11', '0')]],
  [
    'more than an account may have',
    [...opened(ANNA), ofFirst(byHand('999999999')), byHand('1'), byHand('0.000000000000000001')],
  ],
  ['a clear of more than can be claimed', [...opened(ANNA), byHand('10'), cleared('11')]],
  ['a clear of nothing', [...opened(ANNA), byHand('10'), cleared('0')]],
  ['a claim of nothing', [...opened(ANNA), claimed('0')]],
  ['a part of a grant taken back', [...opened(ANNA), byHand('10', GRANT), revoked('9', GRANT)]],
  [
    'a hold that takes up another one than the last',
    [...opened(ANNA), held(H1), released(H1), held(H2, GRANT)],
  ],
  ['a second wallet', [...opened(ANNA), ...linked(ANNA)]],
  ['a second account of a platform', [...opened(ANNA), ...connected('7'), ...connected('8')]],
  ['a task where nothing is connected', [...opened(ANNA), followed]],
  ['a task once more', [...opened(ANNA), ...connected('7'), followed, followed]],
  [
    'a second mailbox',
    [...opened(ANNA), ...mailbox(ANNA, HASH), ...mailbox(ANNA, 'f'.repeat(64)).slice(0, 2)],
  ],
  [
    'another mailbox than was signed up',
    [
      ...opened(ANNA),
      ...mailbox(ANNA, HASH).slice(0, 2),
      reserved(ANNA, streamOf('email', 'f'.repeat(64))),
      own(ANNA, 'EmailVerified', { emailHash: 'f'.repeat(64) }),
    ],
  ],
  ['a mailbox once more', [...opened(ANNA), ...mailbox(ANNA, HASH), ...mailbox(ANNA, HASH).slice(2)]],
  ['a day once more', [...opened(ANNA), checkedIn('2026-03-01', 1), checkedIn('2026-03-01', 1)]],
  ['a day before the last', [...opened(ANNA), checkedIn('2026-03-02', 1), checkedIn('2026-03-01', 1)]],
  ['the list once more', [...opened(ANNA), joined, joined]],
  [
    'an erasure of nothing that came since',
    [...opened(ANNA), own(ANNA, 'PersonalDataErased'), own(ANNA, 'PersonalDataErased')],
  ],
])('an account’s decider refuses %s', async (_, ledger) => {
  expect(await judge(ledger)).toEqual(last(ledger, 'account'));
});

test('what a user does is done to the account of the own wallet', async () => {
  const as = (wallet: string, appended: Appended): Appended => ({
    ...appended,
    actor: { kind: 'user', wallet },
  });
  const [reservation, opening] = opened(ANNA);
  if (!reservation || !opening) throw new Error('an account was opened');
  const before = [...opened(ANNA), byHand('10')];
  const acts = [claimed('10'), joined, checkedIn('2026-03-01', 1), own(ANNA, 'PersonalDataErased')];
  for (const act of acts) {
    for (const wallet of [walletOf(ANNA), `0x${walletOf(ANNA).slice(2).toUpperCase()}`])
      expect(await judge([...before, as(wallet, act)])).toBeUndefined();
    const ledger = [...before, as(walletOf(BEN), act)];
    expect(await judge(ledger)).toEqual(last(ledger, 'account'));
  }
  expect(await judge([reservation, as(walletOf(ANNA), opening)])).toBeUndefined();
  const ofAnother = [reservation, as(walletOf(BEN), opening)];
  expect(await judge(ofAnother)).toEqual(last(ofAnother, 'account'));
  const inTheName = { kind: 'admin', wallet: `0x${'9'.repeat(40)}` } as const;
  for (const actor of [{ kind: 'system' } as const, inTheName]) {
    for (const act of [claimed('10'), joined, checkedIn('2026-03-01', 1)]) {
      const byOthers = [...before, { ...act, actor }];
      expect(await judge(byOthers)).toEqual(last(byOthers, 'account'));
    }
  }
  // Whoever proves to read the mailbox of an account that has no wallet takes it over.
  const merged = as(walletOf(BEN), own(ANNA, 'AccountRemoved', { reason: 'merged' }));
  expect(await judge([openedByEmail(ANNA), ...mailbox(ANNA, HASH), merged])).toBeUndefined();
});

const freed = (stream: string, userId: string, use?: number): Appended => ({
  stream,
  type: 'Released',
  data: { userId, ...(use && { use }) },
});

test('what an account uses is freed by nobody, and what it does not use by its owner', async () => {
  const name = streamOf('username', 'anna_1');
  const named = [
    ...opened(ANNA),
    reserved(ANNA, name),
    reserved(ANNA, name),
    ofSecond(own(ANNA, 'UsernameChanged', { username: 'anna_1', use: 2 })),
  ];
  expect(await judge([...named, freed(name, ANNA, 1)])).toBeUndefined();
  const wallet = streamOf('wallet', walletOf(ANNA));
  const inVain = [
    [...opened(ANNA), ...opened(BEN), freed(wallet, BEN)],
    [...opened(ANNA), freed(wallet, ANNA)],
    [...named, freed(name, ANNA, 2)],
    [...named, freed(name, ANNA)],
    [...named, freed(name, ANNA, 1), freed(name, ANNA, 1)],
  ];
  for (const ledger of inVain) expect(await judge(ledger)).toEqual(last(ledger, 'owners'));
});

test('what a name looks like is its account’s while that has the name, and a platform’s account for good', async () => {
  const name = (username: string) => streamOf('username', username);
  const like = name(`~${usernameSkeleton('anna_1')}`);
  const took = (username: string, likenessUse?: number): Appended[] => [
    reserved(ANNA, name(username)),
    own(ANNA, 'UsernameChanged', { username, use: 1, ...(likenessUse && { likenessUse }) }),
  ];
  const named = [...opened(ANNA), reserved(ANNA, like), ...took('anna_1', 1)];
  const other = name(`~${usernameSkeleton('owl_2')}`);
  const renamed = [...named, reserved(ANNA, other), ...took('owl_2', 1)];
  // The one that the account was opened with has none.
  const back = [...named, ...took(`evo_${'a'.repeat(8)}00004000`)];
  for (const left of [renamed, back]) expect(await judge([...left, freed(like, ANNA, 1)])).toBeUndefined();
  const platform = streamOf('social', 'twitter-7');
  const inVain = [
    [...named, freed(like, ANNA, 1)],
    [...renamed, freed(other, ANNA, 1)],
    [...opened(ANNA), ...opened(BEN), reserved(BEN, like), ...took('anna_1', 1)],
    [...opened(ANNA), ...connected('7'), freed(platform, ANNA)],
    [...opened(ANNA), ...connected('7'), own(ANNA, 'PersonalDataErased'), freed(platform, ANNA)],
  ];
  for (const ledger of inVain) expect(await judge(ledger)).toEqual(last(ledger, 'owners'));
});

test('a name rests on what it looks like since names do, and is nobody else’s first one', async () => {
  const name = (username: string, likenessUse?: number): Appended[] => [
    ...opened(ANNA),
    reserved(ANNA, streamOf('username', username.toLowerCase())),
    reserved(ANNA, streamOf('username', `~${usernameSkeleton(username)}`)),
    own(ANNA, 'UsernameChanged', { username, use: 1, ...(likenessUse && { likenessUse }) }),
  ];
  const ofRelease = (schemaVersion: number, ledger: readonly Appended[]) =>
    ledger.map((one) => (one.type === 'UsernameChanged' ? { ...one, schemaVersion } : one));
  const first = (userId: string) => `EVO_${userId.replaceAll('-', '').slice(0, 16)}`;
  for (const ledger of [name('anna_1', 1), ofRelease(2, name('anna_1')), name(first(ANNA))])
    expect(await judge(ledger)).toBeUndefined();
  for (const ledger of [name('anna_1'), name(first(BEN), 1), name(first(BEN).replace('_', ''), 1)])
    expect(await judge(ledger)).toEqual(last(ledger, 'owners'));
});

test('who was merged into another account gives the mailbox away', async () => {
  const merged = [
    openedByEmail(ANNA),
    ...mailbox(ANNA, HASH),
    own(ANNA, 'AccountRemoved', { reason: 'merged' }),
    freed(streamOf('email', HASH), ANNA),
  ];
  expect(await judge([...merged, ...opened(BEN), ...mailbox(BEN, HASH)])).toBeUndefined();
  const kept = [openedByEmail(ANNA), ...mailbox(ANNA, HASH), freed(streamOf('email', HASH), ANNA)];
  expect(await judge(kept)).toEqual(last(kept, 'owners'));
});

const week = Array.from({ length: 7 }, (_, n) => checkedIn(`2026-03-0${n + 1}`, n + 1));
const friend: Appended[] = [
  ...opened(ANNA),
  reserved(BEN, streamOf('wallet', walletOf(BEN))),
  own(BEN, 'AccountOpened', { source: 'wallet', walletAddress: walletOf(BEN), referrerId: ANNA }),
];
const proven = [...friend, ...mailbox(BEN, HASH)];
const CLEO = 'c1e0c1e0-0000-4000-8000-000000000000';

test.each<[string, readonly Appended[]]>([
  [
    'for a seventh day in a row',
    [...opened(ANNA), ...week, granted(ANNA, 'streak', STREAK_WEEK_REWARD, '2026-03-07')],
  ],
  [
    'for a platform',
    [...opened(ANNA), ...connected('7'), granted(ANNA, 'social_connection', '50', 'twitter')],
  ],
  [
    'for a task',
    [...opened(ANNA), ...connected('7'), followed, granted(ANNA, 'social_task', '50', 'twitter:follow')],
  ],
  ['to a friend', [...proven, granted(BEN, 'referral_friend', REFERRAL_FRIEND_BONUS, ANNA)]],
  ['for a friend', [...proven, granted(ANNA, 'referral', REFERRAL_REWARD, BEN)]],
])('what is granted %s is due', async (_, ledger) => {
  expect(await judge(ledger)).toBeUndefined();
});

test.each<[string, readonly Appended[]]>([
  [
    'a day as a seventh one',
    [...opened(ANNA), ...week.slice(0, 6), granted(ANNA, 'streak', STREAK_WEEK_REWARD, '2026-03-06')],
  ],
  [
    'a seventh day as any other',
    [...opened(ANNA), ...week, granted(ANNA, 'streak', STREAK_DAY_REWARD, '2026-03-07')],
  ],
  [
    'a day that was not checked in',
    [...opened(ANNA), ...week.slice(0, 6), granted(ANNA, 'streak', STREAK_DAY_REWARD, '2026-03-08')],
  ],
  [
    'a platform that is not connected',
    [...opened(ANNA), granted(ANNA, 'social_connection', '50', 'twitter')],
  ],
  [
    'another platform',
    [...opened(ANNA), ...connected('7'), granted(ANNA, 'social_connection', '75', 'instagram')],
  ],
  [
    'a task that was not done',
    [...opened(ANNA), ...connected('7'), granted(ANNA, 'social_task', '50', 'twitter:follow')],
  ],
  ['a friend who has done nothing', [...friend, granted(ANNA, 'referral', REFERRAL_REWARD, BEN)]],
  [
    'to a friend who has done nothing',
    [...friend, granted(BEN, 'referral_friend', REFERRAL_FRIEND_BONUS, ANNA)],
  ],
  ['to a friend of somebody else', [...proven, granted(BEN, 'referral_friend', REFERRAL_FRIEND_BONUS, CLEO)]],
  [
    'for a friend of somebody else',
    [...proven, ...opened(CLEO), granted(CLEO, 'referral', REFERRAL_REWARD, BEN)],
  ],
])('nothing is due %s', async (_, ledger) => {
  expect(await judge(ledger)).toEqual(last(ledger, 'tariff'));
});

test('a share of what a friend was paid is its referrer’s', async () => {
  const ofFriend = [...proven, ...paid(BEN)].map((one) => ({ commandId: crypto.randomUUID(), ...one }));
  const [grant] = appendEvents([], ofFriend).slice(-1);
  const share = (to: string, amount = '0.3') => [
    ...ofFriend,
    ...opened(CLEO),
    granted(to, 'referral_commission', amount, grant?.id),
  ];
  expect(await judge(share(ANNA))).toBeUndefined();
  for (const ledger of [share(CLEO), share(ANNA, '0.5')])
    expect(await judge(ledger)).toEqual(last(ledger, 'tariff'));
});

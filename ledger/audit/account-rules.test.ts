import { expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import {
  ANNA,
  BEN,
  byAdmin,
  checkedIn,
  connected,
  followed,
  HASH,
  judge,
  last,
  mailbox,
  opened,
  openedByEmail,
  own,
  reserved,
  walletOf,
} from './testing/account-acts.ts';
import type { Appended } from './testing/append-events.ts';

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

test('who brought somebody was there before; releases of before let who had no wallet, and a removal may come between', async () => {
  const broughtBy = (before: readonly Appended[]): Appended[] => [
    ...before,
    reserved(BEN, streamOf('wallet', walletOf(BEN))),
    own(BEN, 'AccountOpened', { source: 'wallet', walletAddress: walletOf(BEN), referrerId: ANNA }),
  ];
  expect(await judge(broughtBy(opened(ANNA)))).toBeUndefined();
  const stranger = broughtBy([]);
  expect(await judge(stranger)).toEqual(last(stranger, 'account'));
  // The wallet alone is reserved, and nobody has opened the account.
  const unopened = broughtBy(opened(ANNA).slice(0, 1));
  expect(await judge(unopened)).toEqual(last(unopened, 'account'));
  // As releases of before let them.
  expect(await judge(broughtBy([openedByEmail(ANNA)]))).toBeUndefined();
  // Between the look at the account and the append of the other one.
  const removed = byAdmin(own(ANNA, 'AccountRemoved', { reason: 'A farm' }));
  expect(await judge(broughtBy([...opened(ANNA), removed]))).toBeUndefined();
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
  const [erased, byProgram] = [own(ANNA, 'PersonalDataErased'), { kind: 'system' } as const];
  expect(await judge([...before, { ...erased, ...byAdmin(erased) }])).toBeUndefined();
  const erasedByNobody = [...before, { ...erased, actor: byProgram }];
  expect(await judge(erasedByNobody)).toEqual(last(erasedByNobody, 'account'));
  // Whoever proves to read the mailbox of an account that has no wallet takes it over.
  const merged = as(walletOf(BEN), own(ANNA, 'AccountRemoved', { reason: 'merged' }));
  expect(await judge([openedByEmail(ANNA), ...mailbox(ANNA, HASH), merged])).toBeUndefined();
});

test('who was merged into another account does not come back beside it', async () => {
  const merged = [
    openedByEmail(ANNA),
    ...mailbox(ANNA, HASH),
    own(ANNA, 'AccountRemoved', { reason: 'merged' }),
  ];
  expect(await judge(merged)).toBeUndefined();
  expect(await judge([...merged, reinstated])).toEqual(last([...merged, reinstated], 'account'));
  // Earlier releases let an admin give the same word as a reason.
  expect(await judge([openedByEmail(ANNA), removed('merged'), reinstated])).toBeUndefined();
});

test('nobody who has a right is locked out of it: their account is not removed', async () => {
  const [superAdmin, anna] = [`0x${'9'.repeat(40)}`, walletOf(ANNA)];
  const right = (type: string, data: object): Appended => byAdmin({ stream: 'admins', type, data });
  const added = (what: string) => right(`${what}Added`, { wallet: anna, addedBy: superAdmin });
  const taken = (what: string) => right(`${what}Removed`, { wallet: anna, removedBy: superAdmin });
  for (const what of ['Admin', 'Auditor']) {
    const locked = [...opened(ANNA), added(what), removed()];
    expect(await judge(locked)).toEqual(last(locked, 'rights'));
    expect(await judge([...opened(ANNA), added(what), taken(what), removed()])).toBeUndefined();
  }
  const ROOT = '99999999-0000-4000-8000-000000000000';
  const ofSuperAdmin = [...opened(ROOT), byAdmin(own(ROOT, 'AccountRemoved', { reason: 'A farm' }))];
  expect(await judge(ofSuperAdmin)).toEqual(last(ofSuperAdmin, 'rights'));
  // The setting names somebody else by then.
  const options = { superAdmin: walletOf(BEN), formerSuperAdmins: [superAdmin] };
  expect(await judge(ofSuperAdmin, options)).toBeUndefined();
});

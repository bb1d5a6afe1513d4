import { v5 as uuidv5 } from 'uuid';
import { expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { effectIds } from '../mass-acts/effect-ids.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { exportText, faultIn } from './testing/audit-text.ts';

const [ANNA, BEN] = ['a', 'b'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`) as [
  string,
  string,
];
const ACT = '5f0c1e9a-0000-4000-8000-000000000001';
const own = (userId: string, type: string, data: object = {}): Appended => ({
  stream: streamOf('account', userId),
  type,
  data,
});
const ROOT = `0x${'9'.repeat(40)}`;
const byAdmin = (appended: Appended): Appended => ({
  ...appended,
  actor: { kind: 'admin', wallet: ROOT },
  right: { role: 'superAdmin' },
});
/** Because the super admin has asked for it. */
const bySystem = (appended: Appended): Appended => ({
  ...appended,
  actor: { kind: 'system', wallet: ROOT },
});
const ofFirst = (appended: Appended): Appended => ({ ...appended, schemaVersion: 1 });

/** Who has an account and so much by hand. */
function rich(userId: string, amount: string): Appended[] {
  const walletAddress = `0x${userId.slice(0, 8).repeat(5)}`;
  return [
    { stream: streamOf('wallet', walletAddress), type: 'Reserved', data: { userId } },
    own(userId, 'AccountOpened', { source: 'wallet', walletAddress }),
    byHand(userId, amount),
  ];
}
const byHand = (userId: string, amount: string): Appended =>
  byAdmin(
    own(userId, 'RewardGranted', {
      ...{ grantId: crypto.randomUUID(), amount },
      ...{ source: 'admin', reason: 'Well done' },
    }),
  );
const removed = (userId: string) => byAdmin(own(userId, 'AccountRemoved', { reason: 'A farm' }));
const reinstated = (userId: string) => byAdmin(own(userId, 'AccountReinstated'));

const requested = (kind: 'Clear' | 'Reset', stream = 'mass-acts', requestId = ACT): Appended =>
  byAdmin({ stream, type: `Mass${kind}Requested`, data: { requestId, reason: 'x' } });
const completed = (kind: 'Clear' | 'Reset', count: number, total: string, stream = 'mass-acts'): Appended =>
  bySystem({ stream, type: `Mass${kind}Completed`, data: { requestId: ACT, count, total } });
const cleared = (userId: string, amount: string, requestId = ACT): Appended => ({
  ...bySystem(own(userId, 'BalanceCleared', { amount, reason: 'x' })),
  commandId: uuidv5(userId, requestId),
});
const reset = (userId: string, total: string, resetId = ACT, taken = '0'): Appended => ({
  ...bySystem(own(userId, 'RewardsReset', { resetId, total, claimed: taken })),
  commandId: uuidv5(userId, resetId),
});
const claimed = (userId: string, amount: string): Appended =>
  own(userId, 'RewardsClaimed', { claimId: crypto.randomUUID(), amount });

const judge = async (appended: readonly Appended[]) => {
  const fault = await faultIn(await exportText(appendEvents([], appended)));
  return fault && [fault.rule, fault.at?.number];
};
const last = (appended: readonly Appended[], rule = 'mass-acts') => [rule, appended.length - 1];

test('an act takes what stood there at its request, whoever says that no process did it', async () => {
  const before = [...rich(ANNA, '7'), requested('Clear'), byHand(ANNA, '5')];
  expect(await judge([...before, cleared(ANNA, '7'), completed('Clear', 1, '7')])).toBeUndefined();
  for (const amount of ['6', '12']) {
    const ledger = [...before, cleared(ANNA, amount)];
    expect(await judge(ledger)).toEqual(last(ledger));
    const asOfFirst = [...rich(ANNA, '7').map(ofFirst), requested('Clear'), ofFirst(cleared(ANNA, '6'))];
    expect(await judge(asOfFirst)).toEqual(last(asOfFirst));
  }
  const leftOut = [...before, completed('Clear', 0, '0')];
  expect(await judge(leftOut)).toEqual(last(leftOut));
  expect(await judge([...before, ofFirst(completed('Clear', 0, '0'))])).toEqual(last(leftOut));
});

test('what a person did under an id that an act has for an account is no effect of it, and that has its second one then', async () => {
  const [first, second] = effectIds(ANNA, ACT);
  const under = (commandId: string, appended: Appended): Appended => ({ ...appended, commandId });
  const joined = under(first, own(ANNA, 'WhitelistJoined'));
  const before = [...rich(ANNA, '7'), requested('Reset'), joined];
  const done = [...before, under(second, reset(ANNA, '7')), completed('Reset', 1, '7')];
  expect(await judge(done)).toBeUndefined();
  for (const ledger of [
    [...before, under(first, reset(ANNA, '7'))],
    [...before, under(uuidv5('mass-act', ACT), reset(ANNA, '7'))],
    [...rich(BEN, '7'), ...before, under(second, reset(BEN, '7'))],
  ]) {
    expect((await judge(ledger))?.[1]).toBe(ledger.length - 1);
  }
  // An admin has cleared the own account.
  const byThemselves = byAdmin(under(first, own(ANNA, 'BalanceCleared', { amount: '7', reason: 'x' })));
  const nothingLeft = [...rich(ANNA, '7'), requested('Clear'), byThemselves, completed('Clear', 0, '0')];
  expect(await judge(nothingLeft)).toBeUndefined();
});

const givingBack = (resetId: string, stream = 'mass-acts'): Appended =>
  byAdmin({ stream, type: 'MassRestoreRequested', data: { requestId: LATER, resetId, reason: 'x' } });
const LATER = '5f0c1e9a-0000-4000-8000-000000000002';

test('no reset is given back but the last that took anything', async () => {
  const first = [...rich(ANNA, '7'), requested('Reset'), reset(ANNA, '7'), completed('Reset', 1, '7')];
  expect(await judge([...first, givingBack(ACT)])).toBeUndefined();
  const second = (count: number): Appended[] => [
    ...[...first, ...rich(BEN, '5').slice(0, 2), ...(count > 0 ? [byHand(BEN, '5')] : [])],
    requested('Reset', 'mass-acts', BEN),
    ...(count > 0 ? [reset(BEN, '5', BEN)] : []),
    {
      ...completed('Reset', count, count > 0 ? '5' : '0'),
      data: { requestId: BEN, count, total: count > 0 ? '5' : '0' },
    },
  ];
  for (const ledger of [
    [...second(0), givingBack(ACT)],
    [...second(1), givingBack(BEN)],
  ])
    expect(await judge(ledger)).toBeUndefined();
  const overtaken = [...second(1), givingBack(ACT)];
  expect(await judge(overtaken)).toEqual(last(overtaken));
  // The first version looks elsewhere.
  expect(await judge([...second(1), givingBack(ACT, 'program')])).toBeUndefined();
});

test('what an act does says who has asked for it, and a clear why', async () => {
  const asked = [...rich(ANNA, '7'), requested('Clear')];
  const done = [...asked, cleared(ANNA, '7'), completed('Clear', 1, '7')];
  expect(await judge(done)).toBeUndefined();
  const inCapitals = (appended: Appended): Appended => ({
    ...appended,
    actor: { kind: 'system', wallet: ROOT.toUpperCase().replace('0X', '0x') },
  });
  expect(await judge([...asked, inCapitals(cleared(ANNA, '7'))])).toBeUndefined();
  const otherwise = { ...cleared(ANNA, '7'), data: { amount: '7', reason: 'Another one' } };
  const byNobody = (appended: Appended): Appended => ({ ...appended, actor: { kind: 'system' } });
  const byAnother = (appended: Appended): Appended => ({
    ...appended,
    actor: { kind: 'system', wallet: `0x${'8'.repeat(40)}` },
  });
  for (const forged of [
    [...asked, otherwise],
    [...asked, byNobody(cleared(ANNA, '7'))],
    [...asked, byAnother(cleared(ANNA, '7'))],
    [...done.slice(0, -1), byAnother(completed('Clear', 1, '7'))],
    [...rich(ANNA, '7'), requested('Reset'), byAnother(reset(ANNA, '7'))],
  ])
    expect(await judge(forged)).toEqual(last(forged));
  // Late, to who was away meanwhile.
  const late = [
    ...[...rich(ANNA, '7'), requested('Clear'), removed(ANNA), completed('Clear', 0, '0')],
    ...[reinstated(ANNA), byAnother(cleared(ANNA, '7'))],
  ];
  expect(await judge(late)).toEqual(last(late));
});

test('who completes a clear may lack what a replica that stood still took late of who was away', async () => {
  const away = [removed(ANNA), reinstated(ANNA)];
  const asked = [...rich(ANNA, '7'), ...rich(BEN, '1'), requested('Clear')];
  const both = [cleared(ANNA, '7'), cleared(BEN, '1')];
  for (const [count, total] of [
    [2, '8'],
    [1, '1'],
  ] as const)
    expect(await judge([...asked, ...away, ...both, completed('Clear', count, total)])).toBeUndefined();
  for (const [count, total] of [
    [1, '7'],
    [1, '8'],
    [1, '0'],
    [2, '1'],
    [0, '0'],
    [3, '8'],
  ] as const) {
    const forged = [...asked, ...away, ...both, completed('Clear', count, total)];
    expect(await judge(forged)).toEqual(last(forged));
  }
  // Away when it was over with them, or never: whoever completes it has heard of that.
  for (const before of [both, [...both, ...away]]) {
    const forged = [...asked, ...before, completed('Clear', 1, '1')];
    expect(await judge(forged)).toEqual(last(forged));
  }
});

test('an act is asked for once, also when it is over', async () => {
  const over = [...rich(ANNA, '7'), requested('Clear'), cleared(ANNA, '7'), completed('Clear', 1, '7')];
  expect(await judge([...over, requested('Clear', 'mass-acts', LATER)])).toBeUndefined();
  const again = [...over, requested('Reset')];
  expect(await judge(again)).toEqual(last(again));
});

test('one act at a time is asked for where the program looks', async () => {
  const twice = [requested('Clear'), requested('Reset', 'mass-acts', BEN)];
  expect(await judge(twice)).toEqual(last(twice));
  const inTurn = [requested('Clear'), completed('Clear', 0, '0'), requested('Reset', 'mass-acts', BEN)];
  expect(await judge(inTurn)).toBeUndefined();
  // A release of the first version does not know what another one has begun.
  expect(await judge([requested('Clear'), requested('Reset', 'program', BEN)])).toBeUndefined();
});

test('the first version took what it found, of what was requested where it looks', async () => {
  const before = [...rich(ANNA, '7'), ...rich(BEN, '1'), requested('Clear', 'program'), byHand(ANNA, '5')];
  const asItDid = [cleared(ANNA, '12'), completed('Clear', 1, '12', 'program')];
  expect(await judge([...before.map(ofFirst), ...asItDid.map(ofFirst)])).toBeUndefined();
  const late = [...before, completed('Clear', 0, '0', 'program'), cleared(ANNA, '12')];
  expect(await judge(late.map(ofFirst))).toBeUndefined();
});

test('a replica that stood still comes late to who was removed meanwhile, and takes no more than there was', async () => {
  const over = [
    ...rich(ANNA, '7'),
    ...rich(BEN, '0.5'),
    requested('Clear'),
    cleared(BEN, '0.5'),
    removed(ANNA),
    completed('Clear', 1, '0.5'),
    reinstated(ANNA),
    byHand(ANNA, '5'),
  ];
  expect(await judge([...over, cleared(ANNA, '7')])).toBeUndefined();
  const inVain = [
    [...over, cleared(ANNA, '8')],
    [...over, cleared(ANNA, '7', BEN)],
    [...over, byHand(BEN, '5'), { ...cleared(BEN, '5'), commandId: uuidv5(ANNA, ACT) }],
  ];
  for (const ledger of inVain) expect(await judge(ledger)).toEqual(last(ledger));
});

test('who comes late takes what is left of what stood there, and nothing of what has come since', async () => {
  const over = [
    ...[...rich(ANNA, '7'), claimed(ANNA, '7'), byHand(ANNA, '2'), requested('Clear'), removed(ANNA)],
    ...[completed('Clear', 0, '0'), reinstated(ANNA), byHand(ANNA, '7')],
  ];
  expect(await judge([...over, cleared(ANNA, '2')])).toBeUndefined();
  for (const ledger of [
    [...over, cleared(ANNA, '1')],
    [...over, claimed(ANNA, '9'), byHand(ANNA, '2'), cleared(ANNA, '2')],
  ])
    expect(await judge(ledger)).toEqual(last(ledger));
});

test('who comes late comes once, under whichever id', async () => {
  const once = [
    ...[...rich(ANNA, '7'), requested('Clear'), removed(ANNA), completed('Clear', 0, '0'), reinstated(ANNA)],
    ...[cleared(ANNA, '7'), byHand(ANNA, '7')],
  ];
  expect(await judge(once)).toBeUndefined();
  const twice = [...once, { ...cleared(ANNA, '7'), commandId: effectIds(ANNA, ACT)[1] }];
  expect(await judge(twice)).toEqual(last(twice));
});

test('a reset leaves out nobody who was removed meanwhile, nor does its undoing, and neither comes late', async () => {
  const before = [...rich(ANNA, '7'), requested('Reset')];
  const taken = [reset(ANNA, '7'), completed('Reset', 1, '7')];
  for (const away of [[removed(ANNA)], [removed(ANNA), reinstated(ANNA)]]) {
    const kept = [...before, ...away, completed('Reset', 0, '0')];
    const undone = [...before, ...taken, restoring, ...away];
    const lost = [...undone, restoredAll(0, '0')];
    for (const ledger of [kept, lost]) expect(await judge(ledger)).toEqual(last(ledger));
    for (const ledger of [
      [...before, ...away, ...taken],
      [...undone, restored('7'), restoredAll(1, '7')],
    ])
      expect(await judge(ledger)).toBeUndefined();
  }
  // Of what it had in all, and of what it has claimed of that.
  const spent = [
    ...rich(ANNA, '7'),
    claimed(ANNA, '7'),
    byHand(ANNA, '2'),
    requested('Reset'),
    removed(ANNA),
  ];
  expect(await judge([...spent, reset(ANNA, '9', ACT, '7')])).toBeUndefined();
  const less = [...spent, reset(ANNA, '8', ACT, '6')];
  expect(await judge(less)).toEqual(last(less));
  const nothing = [...rich(ANNA, '7').slice(0, 2), requested('Reset'), removed(ANNA)];
  const late = [
    ...[...nothing, completed('Reset', 0, '0'), reinstated(ANNA), byHand(ANNA, '7')],
    reset(ANNA, '7'),
  ];
  expect(await judge(late)).toEqual(last(late));
});

test('a reset makes nothing claimable again that was claimed, in an act or behind it', async () => {
  const before = [...rich(ANNA, '7'), claimed(ANNA, '7')];
  const over = [requested('Reset'), reset(ANNA, '7', ACT, '7'), completed('Reset', 1, '7')];
  expect(await judge([...before, ...over])).toBeUndefined();
  const paidTwice: Appended = { ...reset(ANNA, '0', ACT, '7'), commandId: effectIds(ANNA, ACT)[1] };
  const later = [...before, ...over, byHand(ANNA, '7'), claimed(ANNA, '7'), paidTwice];
  const asOfFirst = [...before, requested('Reset', 'program'), reset(ANNA, '6', ACT, '7')].map(ofFirst);
  for (const ledger of [later, asOfFirst]) expect(await judge(ledger)).toEqual(last(ledger, 'account'));
});

test('nothing is taken late from who came when the act was requested or over, nor from who had nothing', async () => {
  const over = [requested('Clear'), ...rich(ANNA, '7'), completed('Clear', 0, '0'), ...rich(BEN, '7')];
  for (const userId of [ANNA, BEN]) {
    const ledger = [...over, cleared(userId, '7')];
    expect(await judge(ledger)).toEqual(last(ledger));
  }
});

const withId = (one: Appended): Appended => ({ commandId: crypto.randomUUID(), ...one });
/** Gives back what the ledger's first clear took, 3 EVO. */
const undoOf = (ledger: readonly Appended[], userId = ANNA): Appended => {
  const clear = appendEvents([], ledger).find(({ type }) => type === 'BalanceCleared');
  const data = { grantId: crypto.randomUUID(), amount: '3', source: 'admin', reason: 'Undone' };
  return byAdmin(own(userId, 'RewardGranted', { ...data, ref: `undo:${clear?.id}` }));
};
const clearedByAdmin = (amount: string): Appended =>
  withId(byAdmin(own(ANNA, 'BalanceCleared', { amount, reason: 'A slip' })));

test('a clear is undone until a reset, which has taken what it left', async () => {
  const before = [
    ...rich(ANNA, '3'),
    clearedByAdmin('3'),
    byHand(ANNA, '7'),
    // From here on what is sent by hand has its place in a day, and what is given back needs none.
    byAdmin({
      stream: streamOf('rewards-by-hand', '2026-03-01'),
      type: 'RewardReserved',
      data: { grantId: crypto.randomUUID(), userId: ANNA, amount: '1', limit: '1' },
    }),
  ];
  const withIds = before.map(withId);
  expect(await judge([...withIds, undoOf(withIds)])).toBeUndefined();
  const ofAnother = [...withIds, ...rich(BEN, '1').slice(0, 2), undoOf(withIds, BEN)];
  expect(await judge(ofAnother)).toEqual(last(ofAnother, 'tariff'));
  const later = [...withIds, requested('Reset'), reset(ANNA, '7'), completed('Reset', 1, '7')];
  const undone = [...later, undoOf(withIds)];
  expect(await judge(undone)).toEqual(last(undone, 'tariff'));
});

test('nor is a clear undone beside a reset, or behind one that found nothing there any more', async () => {
  const [asked, over] = [requested('Reset'), completed('Reset', 0, '0')];
  const before = [...rich(ANNA, '3').map(withId), clearedByAdmin('3')];
  for (const resets of [[asked], [asked, over]]) {
    const ledger = [...before, ...resets, undoOf(before)];
    expect(await judge(ledger)).toEqual(last(ledger, 'tariff'));
  }
  const during = [...rich(ANNA, '3').map(withId), asked, clearedByAdmin('3'), over];
  const undone = [...during, undoOf(during)];
  expect(await judge(undone)).toEqual(last(undone, 'tariff'));
  // What was cleared behind its turn the reset has left alone.
  const behind = [
    ...[...rich(ANNA, '4'), asked, reset(ANNA, '4'), byHand(ANNA, '3')].map(withId),
    clearedByAdmin('3'),
  ];
  const ended = [...behind, completed('Reset', 1, '4')];
  expect(await judge([...ended, undoOf(ended)])).toBeUndefined();
  const early = [...behind, undoOf(behind)];
  expect(await judge(early)).toEqual(last(early, 'tariff'));
  const inFirst = [requested('Reset', 'program'), completed('Reset', 0, '0', 'program')];
  expect(await judge([...before, ...inFirst, undoOf(before)])).toBeUndefined();
});

const RESTORE = '5f0c1e9a-0000-4000-8000-000000000002';
const restoring = byAdmin({
  stream: 'mass-acts',
  type: 'MassRestoreRequested',
  data: { requestId: RESTORE, resetId: ACT, reason: 'x' },
});
const restored = (total: string, taken = '0', resetId = ACT): Appended => ({
  ...bySystem(own(ANNA, 'RewardsRestored', { resetId, total, claimed: taken })),
  commandId: uuidv5(ANNA, RESTORE),
});
const restoredAll = (count: number, total: string): Appended =>
  bySystem({ stream: 'mass-acts', type: 'MassRestoreCompleted', data: { requestId: RESTORE, count, total } });

test('a restore gives back what the last reset took, to all', async () => {
  const over = [
    ...rich(ANNA, '7'),
    requested('Reset'),
    reset(ANNA, '7'),
    completed('Reset', 1, '7'),
    restoring,
  ];
  expect(await judge([...over, restored('7'), restoredAll(1, '7')])).toBeUndefined();
  const leftOut = [...over, restoredAll(0, '0')];
  expect(await judge(leftOut)).toEqual(last(leftOut));
  for (const other of [restored('6'), restored('7', '1'), restored('7', '0', BEN)]) {
    const ledger = [...over, other];
    expect(await judge(ledger)).toEqual(last(ledger, 'account'));
  }
});

test('an act ends as it was asked for, and touches who was removed only where it resets', async () => {
  const before = rich(ANNA, '7');
  const gone = [...before, removed(ANNA)];
  expect(await judge([...gone, requested('Clear'), completed('Clear', 0, '0')])).toBeUndefined();
  expect(
    await judge([...gone, requested('Reset'), reset(ANNA, '7'), completed('Reset', 1, '7')]),
  ).toBeUndefined();
  const unsound = [
    [...before, completed('Clear', 0, '0')],
    [requested('Clear'), completed('Reset', 0, '0')],
    [requested('Clear'), requested('Clear', 'program')],
    [...before, requested('Reset'), completed('Reset', 0, '0')],
    [...gone, requested('Reset'), completed('Reset', 0, '0')],
    [...before, requested('Reset'), { ...reset(ANNA, '7', BEN), commandId: uuidv5(ANNA, ACT) }],
  ];
  for (const ledger of unsound) expect(await judge(ledger)).toEqual(last(ledger));
});

test('who comes late finds who was away at the request or since, and nobody else', async () => {
  const before = rich(ANNA, '7');
  const done = completed('Clear', 0, '0');
  const late = cleared(ANNA, '7');
  const sound = [
    [...before, removed(ANNA), requested('Clear'), done, reinstated(ANNA), late],
    [...before, requested('Clear'), removed(ANNA), reinstated(ANNA), done, late],
  ];
  for (const ledger of sound) expect(await judge(ledger)).toBeUndefined();
  const ledger = [
    ...[...before, requested('Clear'), claimed(ANNA, '7'), done],
    ...[byHand(ANNA, '5'), cleared(ANNA, '5')],
  ];
  expect(await judge(ledger)).toEqual(last(ledger));
});

import { v5 as uuidv5 } from 'uuid';
import { expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
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
const byAdmin = (appended: Appended): Appended => ({
  ...appended,
  actor: { kind: 'admin', wallet: `0x${'9'.repeat(40)}` },
  right: { role: 'superAdmin' },
});
const bySystem = (appended: Appended): Appended => ({ ...appended, actor: { kind: 'system' } });
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
const reset = (userId: string, total: string, resetId = ACT): Appended => ({
  ...bySystem(own(userId, 'RewardsReset', { resetId, total, claimed: '0' })),
  commandId: uuidv5(userId, resetId),
});

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
  for (const [kind, act] of [['Clear', cleared] as const, ['Reset', reset] as const]) {
    const over = [
      ...rich(ANNA, '7'),
      ...rich(BEN, '0.5'),
      requested(kind),
      act(BEN, '0.5'),
      removed(ANNA),
      completed(kind, 1, '0.5'),
      reinstated(ANNA),
      byHand(ANNA, '5'),
    ];
    expect(await judge([...over, act(ANNA, '7')])).toBeUndefined();
    const inVain = [
      [...over, act(ANNA, '8')],
      [...over, act(ANNA, '7', BEN)],
      [...over, byHand(BEN, '5'), { ...act(BEN, '5'), commandId: uuidv5(ANNA, ACT) }],
    ];
    for (const ledger of inVain) expect(await judge(ledger)).toEqual(last(ledger));
  }
});

test('nothing is taken late from who came when the act was requested or over, nor from who had nothing', async () => {
  const over = [requested('Clear'), ...rich(ANNA, '7'), completed('Clear', 0, '0'), ...rich(BEN, '7')];
  for (const userId of [ANNA, BEN]) {
    const ledger = [...over, cleared(userId, '7')];
    expect(await judge(ledger)).toEqual(last(ledger));
  }
});

test('a clear is undone until a reset, which has taken what it left', async () => {
  const before = [
    ...rich(ANNA, '10'),
    byAdmin(own(ANNA, 'BalanceCleared', { amount: '3', reason: 'A slip' })),
  ];
  const undoOf = (ledger: readonly Appended[]): Appended => {
    const events = appendEvents([], ledger);
    const clear = events.find(({ type }) => type === 'BalanceCleared');
    const data = { grantId: crypto.randomUUID(), amount: '3', source: 'admin', reason: 'Undone' };
    return byAdmin(own(ANNA, 'RewardGranted', { ...data, ref: `undo:${clear?.id}` }));
  };
  const withIds = before.map((one) => ({ commandId: crypto.randomUUID(), ...one }));
  expect(await judge([...withIds, undoOf(withIds)])).toBeUndefined();
  const later = [...withIds, requested('Reset'), reset(ANNA, '7'), completed('Reset', 1, '7')];
  const undone = [...later, undoOf(withIds)];
  expect(await judge(undone)).toEqual(last(undone, 'tariff'));
});

import { v5 as uuidv5 } from 'uuid';
import { expect, test } from 'vitest';
import { REFERRAL_FRIEND_BONUS, REFERRAL_REWARD, WELCOME_BONUS } from '../../contracts/constants.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import {
  ANNA,
  BEN,
  BY_PROGRAM,
  byAdmin,
  connected,
  granted,
  HASH,
  judge,
  last,
  mailbox,
  opened,
  own,
} from './testing/account-acts.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { exportText, faultIn } from './testing/audit-text.ts';
import { notaryOf, sealed } from './testing/seal-ledger.ts';

const ACT = '5f0c1e9a-0000-4000-8000-000000000001';
const ROOT = `0x${'9'.repeat(40)}`;
const AS_ASKED = { actor: { kind: 'system', wallet: ROOT } } as const;

const byHand = (userId: string, amount: string): Appended => byAdmin(granted(userId, 'admin', amount));
const requested = (kind: 'Clear' | 'Reset'): Appended =>
  byAdmin({ stream: 'mass-acts', type: `Mass${kind}Requested`, data: { requestId: ACT, reason: 'x' } });
const completed = (kind: 'Clear' | 'Reset'): Appended => ({
  ...{ stream: 'mass-acts', type: `Mass${kind}Completed`, ...AS_ASKED },
  data: { requestId: ACT, count: 1, total: '7' },
});
const touched = (kind: 'Clear' | 'Reset'): Appended => ({
  ...(kind === 'Clear'
    ? own(ANNA, 'BalanceCleared', { amount: '7', reason: 'x' })
    : own(ANNA, 'RewardsReset', { resetId: ACT, total: '7', claimed: '0' })),
  ...AS_ASKED,
  commandId: uuidv5(ANNA, ACT),
});
/** Positions of what is appended are 100 apart. */
const at = (number: number): bigint => BigInt((number + 1) * 100);

test.each(['Clear', 'Reset'] as const)(
  'what a %s of all accounts does, and its end, name its request and the time of that',
  async (kind) => {
    const before = [...opened(ANNA), byHand(ANNA, '7'), requested(kind)];
    const request = before.length - 1;
    const whole = [...before, touched(kind), completed(kind)];
    expect(await judge(whole)).toBeUndefined();
    for (const event of [before.length, before.length + 1]) {
      const judgeWith = (change: Partial<Appended>) =>
        judge(whole.map((one, index) => (index === event ? { ...one, ...change } : one)));
      const process = 'mass-act-requests';
      expect(await judgeWith({ cause: null })).toEqual(['causes', event]);
      expect(await judgeWith({ cause: { process: 'referral-rewards', commit: at(request) } })).toEqual([
        'causes',
        event,
      ]);
      expect(await judgeWith({ cause: { process: 'mass-acts', commit: at(request) } })).toEqual([
        'causes',
        event,
      ]);
      expect(await judgeWith({ cause: { process, commit: at(request) } })).toBeUndefined();
      for (const change of [
        { cause: { process, commit: at(request - 1) } },
        { occurredAt: '2026-03-01T11:00:00.000Z' },
        { correlationId: BEN },
      ])
        expect(await judgeWith(change)).toEqual(['mass-acts', event]);
    }
  },
);

test('what friends earn names the process that pays it, and nothing else names one', async () => {
  const brought = opened(BEN).map((one) =>
    one.type === 'AccountOpened' ? { ...one, data: { ...one.data, referrerId: ANNA } } : one,
  );
  const before = [
    ...opened(ANNA),
    ...brought,
    ...connected('1').map((one) => JSON.parse(JSON.stringify(one).replaceAll(ANNA, BEN)) as Appended),
  ];
  const paid = granted(ANNA, 'referral', REFERRAL_REWARD, BEN);
  const toFriend = granted(BEN, 'referral_friend', REFERRAL_FRIEND_BONUS, ANNA);
  expect(await judge([...before, toFriend, paid])).toBeUndefined();
  // As in a community that was made up, day by day.
  const unnamed = { cause: null };
  expect(await judge([...before, { ...toFriend, ...unnamed }, { ...paid, ...unnamed }])).toBeUndefined();
  const cause = (process: string) => ({ process, commit: at(0) });
  for (const forged of [
    { ...paid, cause: cause('referral-friend') },
    { ...toFriend, cause: cause('referral-rewards') },
    { ...byHand(ANNA, '1'), cause: cause('referral-rewards') },
    { ...granted(ANNA, 'welcome', WELCOME_BONUS), ...BY_PROGRAM, cause: cause('referral-rewards') },
  ]) {
    const ledger = [...before, forged];
    expect(await judge(ledger)).toEqual(last(ledger, 'causes'));
  }
});

test('of a ledger that was imported the process is asked for, and not where its cause stands', async () => {
  const before = [...opened(ANNA), byHand(ANNA, '7'), requested('Reset')];
  const isMoved = true;
  const elsewhere = { process: 'mass-act-requests', commit: 7n };
  expect(await judge([...before, { ...touched('Reset'), cause: elsewhere }], { isMoved })).toBeUndefined();
  const forged = [...before, { ...touched('Reset'), cause: null }];
  expect(await judge(forged, { isMoved })).toEqual(last(forged, 'causes'));
});

test('a mailbox is reserved by the program for who had it under a former hash alone, and by the process that looks for those', async () => {
  const stream = streamOf('email', 'f'.repeat(64));
  const cause = { process: 'mailboxes', commit: at(2) };
  const also = (type: string): Appended => ({ stream, type, data: { userId: ANNA }, ...BY_PROGRAM, cause });
  const before = [...opened(ANNA), ...mailbox(ANNA, HASH)];
  expect(await judge([...before, also('Reserved'), also('Confirmed')])).toBeUndefined();
  const forged = [...before, { ...also('Reserved'), cause: { ...cause, process: 'referral-rewards' } }];
  expect(await judge(forged)).toEqual(last(forged, 'causes'));
});

test('a seal names the notary and an event that stands before it, and no other process', async () => {
  const notary = notaryOf('of causes');
  const events = appendEvents([], [...opened(ANNA), ...opened(BEN), byHand(ANNA, '7')]);
  const judgeSealed = async (process?: string) =>
    faultIn(await exportText(sealed(events, notary, 1, process).slice(0, events.length + 2)));
  expect(await judgeSealed()).toBeUndefined();
  expect(await judgeSealed('referral-rewards')).toMatchObject({
    rule: 'causes',
    at: { type: 'LedgerSealed' },
  });
});

test('the first version names no cause, and its acts another process', async () => {
  const then = (appended: Appended): Appended => ({ ...appended, schemaVersion: 1 });
  const inProgram = (appended: Appended): Appended => ({ ...appended, stream: 'program' });
  const before = [...opened(ANNA), then(byHand(ANNA, '7')), inProgram(requested('Reset'))];
  const end = then(inProgram(completed('Reset')));
  for (const cause of [null, { process: 'mass-acts', commit: at(before.length - 1) }])
    expect(await judge([...before, { ...then(touched('Reset')), cause }, { ...end, cause }])).toBeUndefined();
});

import { v5 as uuidv5 } from 'uuid';
import { expect, test } from 'vitest';
import {
  REFERRAL_FRIEND_BONUS,
  REFERRAL_REWARD,
  REFERRAL_WEEKLY_BONUS,
  WELCOME_BONUS,
} from '../../contracts/constants.ts';
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
  reserved,
} from './testing/account-acts.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { exportText, faultIn } from './testing/audit-text.ts';
import { notaryOf, sealed } from './testing/seal-ledger.ts';
import { withGrants } from './testing/with-grants.ts';

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

const broughtBy = (referrerId: string, userId: string): Appended[] =>
  opened(userId).map((one) =>
    one.type === 'AccountOpened' ? { ...one, data: { ...one.data, referrerId } } : one,
  );
const onDay = (day: string, ...appended: Appended[]): Appended[] =>
  appended.map((one) => ({ ...one, occurredAt: `${day}T10:00:00.000Z` }));
const checksIn = (day: string, streak: number) => onDay(day, own(BEN, 'CheckedIn', { day, streak }));
const [MONDAY, TUESDAY] = ['2026-03-02', '2026-03-03'];

const connects = (userId: string, platformUserId: string): Appended[] => [
  reserved(userId, streamOf('social', `twitter-${platformUserId}`)),
  own(userId, 'SocialConnected', { platform: 'twitter', platformUserId, method: 'oauth' }),
];
const [CLEO, DORA] = ['c', 'd'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`) as [
  string,
  string,
];
const withIds = (appended: readonly Appended[]) =>
  withGrants(appended).map((one) => ({ commandId: crypto.randomUUID(), ...one }));

/** BEN, whom ANNA has brought, checks in, connects a platform, and checks in again. Beside it CLEO's friend does the like. */
const ofFriend = withIds([
  ...onDay(MONDAY, ...opened(ANNA), ...broughtBy(ANNA, BEN), ...opened(CLEO), ...broughtBy(CLEO, DORA)),
  ...checksIn(MONDAY, 1),
  ...onDay(MONDAY, ...connects(BEN, '7'), ...connects(DORA, '8'), ...connects(ANNA, '9')),
  ...checksIn(TUESDAY, 2),
  ...onDay(TUESDAY, own(BEN, 'WhitelistJoined'), byHand(BEN, '1')),
]);
const idsOf = appendEvents([], ofFriend).map(({ id }) => id);
const numbersIn = (ledger: readonly Appended[], type: string) =>
  [...ledger.keys()].filter((number) => ledger[number]?.type === type);
const [early = 0, late = 0] = numbersIn(ofFriend, 'CheckedIn');
const [first = 0] = numbersIn(ofFriend, 'SocialConnected');
const toFriend = () => granted(BEN, 'referral_friend', REFERRAL_FRIEND_BONUS, ANNA);
const forFriend = () => granted(ANNA, 'referral', REFERRAL_REWARD, BEN);
const week = () => granted(ANNA, 'referral_weekly', REFERRAL_WEEKLY_BONUS, '2026-W10');
/** Of what BEN was granted right behind an event. */
const share = (act: number, amount: string) => granted(ANNA, 'referral_commission', amount, idsOf[act + 1]);

/** As the process pays for one of these events, but for what is given. */
function paidFor(
  ledger: readonly Appended[],
  number: number,
  payment: Appended,
  more: Partial<Appended> = {},
): Appended[] {
  const { occurredAt = '2026-03-01T10:00:00.000Z', commandId = '' } = ledger[number] ?? {};
  const process = payment.stream === streamOf('account', BEN) ? 'referral-friend' : 'referral-rewards';
  const cause = { process, commit: at(number) };
  return [...ledger, { ...payment, cause, occurredAt, correlationId: commandId, ...more }];
}

test.each<[string, readonly number[], () => Appended]>([
  ['welcome of a friend', [first], toFriend],
  ['reward for a friend', [first], forFriend],
  ['week', [first, late], week],
  ['share of a day', [early + 1], () => share(early, '0.1')],
  ['share of another day', [late + 1], () => share(late, '0.1')],
  ['share of a platform', [first + 1], () => share(first, '5')],
])('the %s names the very event that has earned it, and its time and request', async (_, earned, make) => {
  for (const number of ofFriend.keys()) {
    const ledger = paidFor(ofFriend, number, make());
    const isIt = earned.includes(number);
    expect(await judge(ledger), `caused by ${number}`).toEqual(isIt ? undefined : last(ledger, 'causes'));
    // Of a ledger that was imported nobody knows what stood there.
    expect(await judge(ledger, { isMoved: true })).toBeUndefined();
    if (!isIt) continue;
    for (const more of [{ occurredAt: '2026-03-05T10:00:00.000Z' }, { correlationId: BEN }])
      expect(await judge(paidFor(ofFriend, number, make(), more))).toEqual(last(ledger, 'causes'));
  }
});

test('the first version paid a week for a friend whom nobody had confirmed', async () => {
  const unproven = ofFriend.slice(0, early + 2);
  const asItWas = { schemaVersion: 1 };
  expect(await judge(paidFor(unproven, early, week(), asItWas))).toBeUndefined();
  const other = paidFor(unproven, early + 1, week(), asItWas);
  expect(await judge(other)).toEqual(last(other, 'causes'));
});

test('a friend is paid for as of a mailbox that was proved again, too: releases of before did not tell the two apart', async () => {
  const proven = withIds([
    ...[...opened(ANNA), ...broughtBy(ANNA, BEN), ...mailbox(BEN, HASH)],
    ...[own(BEN, 'PersonalDataErased'), ...mailbox(BEN, 'f'.repeat(64)), ...connects(BEN, '7')],
  ]);
  for (const number of numbersIn(proven, 'EmailVerified'))
    for (const payment of [toFriend(), forFriend()])
      expect(await judge(paidFor(proven, number, payment))).toBeUndefined();
  const [later = 0] = numbersIn(proven, 'SocialConnected');
  const forged = paidFor(proven, later, forFriend());
  expect(await judge(forged)).toEqual(last(forged, 'causes'));
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

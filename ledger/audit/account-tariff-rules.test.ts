import { expect, test } from 'vitest';
import {
  REFERRAL_FRIEND_BONUS,
  REFERRAL_REWARD,
  STREAK_DAY_REWARD,
  STREAK_WEEK_REWARD,
} from '../../contracts/constants.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import {
  ANNA,
  BEN,
  checkedIn,
  connected,
  followed,
  granted,
  HASH,
  judge,
  last,
  mailbox,
  opened,
  openedByEmail,
  own,
  paid,
  reserved,
  walletOf,
} from './testing/account-acts.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { exportText, faultIn } from './testing/audit-text.ts';
import { withGrants } from './testing/with-grants.ts';

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

const joined = own(ANNA, 'WhitelistJoined');
const verifying = own(ANNA, 'EmailVerified', { emailHash: HASH });

test.each<[string, readonly Appended[]]>([
  ['a day', [...opened(ANNA), checkedIn('2026-03-01', 1)]],
  ['a platform', [...opened(ANNA), ...connected('7')]],
  ['a task', [...opened(ANNA), ...withGrants(connected('7')), followed]],
  ['a mailbox', [...opened(ANNA), ...mailbox(ANNA, HASH).slice(0, 2), verifying]],
])('who is paid at once for %s is paid by the very decision, all of it', async (_, ledger) => {
  const whole = withGrants(ledger);
  const acts = whole.slice(0, ledger.length);
  const grants = whole.slice(ledger.length);
  const inTime = async (...more: readonly Appended[]) => {
    const fault = await faultIn(await exportText(appendEvents([], [...acts, ...more])));
    return fault && [fault.rule, fault.at?.number];
  };
  const unpaid = ['tariff', undefined];
  expect(await inTime(...grants, joined)).toBeUndefined();
  // What is behind it in a ledger that was cut off within an append is not known.
  expect(await inTime(...grants.slice(0, -1))).toBeUndefined();
  expect(await inTime(...grants.slice(0, -1), ...opened(BEN))).toEqual(unpaid);
  for (const short of [[], grants.slice(0, -1)])
    expect(await inTime(...short, joined)).toEqual(['tariff', acts.length + short.length]);
  const late = grants.map((grant) => ({ ...grant, commandId: BEN }));
  expect(await inTime(...late)).toEqual(['tariff', acts.length]);
  const byOthers = grants.map((grant) => ({ ...grant, actor: { kind: 'system' } as const }));
  for (const paidByOthers of [byOthers, [...opened(BEN), ...byOthers]])
    expect((await inTime(...paidByOthers))?.[0]).toBe('commands');
});

test('nothing is due at once for a mailbox without a wallet, nor for what was typed', async () => {
  const ledgers = [
    [openedByEmail(ANNA), ...mailbox(ANNA, HASH), joined],
    [...opened(ANNA), own(ANNA, 'SocialConnected', { platform: 'twitter', method: 'handle' }), joined],
    [
      ...[...opened(ANNA), ...withGrants(mailbox(ANNA, HASH)), own(ANNA, 'PersonalDataErased')],
      ...[...mailbox(ANNA, 'f'.repeat(64)), joined],
    ],
  ];
  for (const ledger of ledgers) expect(await judge(ledger)).toBeUndefined();
});

test('a share of what a friend was paid is its referrer’s', async () => {
  const ofFriend = withGrants(proven).map((one) => ({ commandId: crypto.randomUUID(), ...one }));
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

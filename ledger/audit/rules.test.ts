import { beforeAll, describe, expect, test } from 'vitest';
import { STREAK_DAY_REWARD } from '../../contracts/constants.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { ExportedEvent } from '../proof/audit/exported-event.ts';
import {
  ANOTHER,
  actsBehind,
  bySystem,
  checkingIn,
  granting,
  livedLedger,
  naming,
  opening,
  refusals,
} from './testing/acts-behind.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { exportText, faultIn } from './testing/audit-text.ts';
import { forgeFrom } from './testing/forge.ts';

let plain: readonly ExportedEvent[];
beforeAll(async () => {
  plain = await livedLedger();
}, 60_000);

type Data = Record<string, unknown>;

/** The number of the n-th event of a type, from the end where `n` is negative. */
function numberOf(type: string, is: (data: Data) => boolean = () => true, n = 0): number {
  // What the program writes as data is an object.
  const all = plain.flatMap((event, number) =>
    event.type === type && is(event.data as Data) ? [number] : [],
  );
  const found = all.at(n);
  if (found === undefined) throw new Error(`the ledger has no ${type}`);
  return found;
}

describe('who makes all ids and hashes anew is held to the rules', () => {
  const more = (text: unknown) => `1${String(text)}`;
  const isOf = (source: string) => (data: Data) => data.source === source;
  /** The rules of which one must find it, the type of the event, and what is altered. */
  const alterations: [string[], string, (data: Data, metadata: Data) => void, ((data: Data) => boolean)?][] =
    [
      [
        ['tariff'],
        'RewardGranted',
        (data) => Object.assign(data, { amount: more(data.amount) }),
        isOf('welcome'),
      ],
      [
        ['tariff'],
        'RewardGranted',
        (data) => Object.assign(data, { amount: more(data.amount) }),
        isOf('social_connection'),
      ],
      [
        ['tariff'],
        'RewardGranted',
        (data) => Object.assign(data, { source: 'streak' }),
        isOf('social_connection'),
      ],
      [
        ['streams'],
        'RewardGranted',
        (data) => Object.assign(data, { source: 'referral' }),
        isOf('social_connection'),
      ],
      [['account'], 'RewardsClaimed', (data) => Object.assign(data, { amount: '0.5' })],
      [['account'], 'RewardsClaimed', (data) => Object.assign(data, { amount: more(data.amount) })],
      [['mass-acts'], 'MassClearCompleted', (data) => Object.assign(data, { count: Number(data.count) + 1 })],
      [['mass-acts'], 'MassClearCompleted', (data) => Object.assign(data, { total: more(data.total) })],
      [['account', 'mass-acts'], 'RewardsReset', (data) => Object.assign(data, { total: more(data.total) })],
      [['raffles'], 'RaffleDrawn', (data) => Object.assign(data, { seed: '0'.repeat(64) })],
      [['raffles'], 'EntriesFrozen', (data) => Object.assign(data, { count: Number(data.count) + 1 })],
      [['raffles'], 'EntriesFrozen', (data) => Object.assign(data, { root: '0'.repeat(64) })],
      [['raffles'], 'RaffleCommitted', (data) => Object.assign(data, { seedHash: '0'.repeat(64) })],
      [['raffles'], 'PrizePaid', (data) => Object.assign(data, { amount: more(data.amount) })],
      [
        ['raffles'],
        'PrizePaid',
        (_, metadata) => Object.assign(metadata, { actor: { kind: 'system', wallet: ANOTHER } }),
      ],
      [['owners'], 'Reserved', (data) => Object.assign(data, { userId: crypto.randomUUID() })],
      [
        ['causes'],
        'RewardsReset',
        (_, metadata) =>
          Object.assign(metadata, { cause: { process: 'referral-rewards', position: 'C:7/P:7' } }),
      ],
      [
        ['rights'],
        'AdminAdded',
        (_, metadata) =>
          Object.assign(metadata, {
            actor: { kind: 'admin', wallet: `0x${'9'.repeat(40)}` },
            right: { role: 'admin', adminsRevision: 0 },
          }),
      ],
    ];
  test.each(alterations)('%j: %s', async (rules, type, alter, is) => {
    const number = numberOf(type, is);
    const fault = await faultIn(await exportText(forgeFrom(plain, number, alter)));
    expect(rules).toContain(fault?.rule);
    expect(fault?.at?.number).toBeGreaterThanOrEqual(number);
    expect(fault?.among.to).toBeGreaterThanOrEqual(number);
  });
});

test('a prize may be noted by another admin than the one who paid it: releases of before named who came second', async () => {
  const number = numberOf('RaffleCompleted') - 1;
  const settled = (metadata: Data) => (metadata.actor as { wallet?: string }).wallet;
  const admins = plain.flatMap(({ type, data }) =>
    type === 'AdminAdded' ? [String((data as Data).wallet)] : [],
  );
  const wallet = admins.find((one) => one !== settled(plain[number]?.metadata as Data)) ?? '';
  const alone = plain.slice(0, number + 1);
  const renamed = forgeFrom(alone, number, (_, metadata) =>
    Object.assign(metadata, { actor: { kind: 'system', wallet } }),
  );
  expect(wallet).not.toBe('');
  expect(await faultIn(await exportText(renamed))).toBeUndefined();
});

describe('what the decider refuses cannot stand behind a ledger', () => {
  const { root, byRoot, userId, own, grant, place, ask, held, massClear, cleared } = actsBehind(() => plain);
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const holdId = crypto.randomUUID();
  const released = (id: string) => byRoot(own('ClaimsReleased', { holdId: id, reason: 'Fine' }));
  const streakPaid = (day: string) => granting(userId(), 'streak', STREAK_DAY_REWARD, day);

  const cases: [string, string | undefined, () => Appended[]][] = [
    ['a hold and its release', undefined, () => [held(holdId), released(holdId)]],
    ['a hold on a hold', 'account', () => [held(holdId), held(holdId)]],
    [
      'a claim under a hold',
      'account',
      () => [held(holdId), own('RewardsClaimed', { claimId: one, amount: '1' })],
    ],
    ['a release of another hold', 'account', () => [held(holdId), released(one)]],
    ['a check-in on day 7 of nothing', 'account', () => [checkingIn(userId(), '2026-03-01', 7)]],
    ['a check-in', undefined, () => [...opening(one), checkingIn(one, '2026-03-01', 1)]],
    ['a check-in of another day', 'account', () => [...opening(one), checkingIn(one, '2026-02-28', 1)]],
    [
      'a day in a row that is paid twice',
      'money',
      () => {
        const paid = plain.findLast(({ data }) => (data as Data).source === 'streak');
        return [
          {
            stream: paid?.stream ?? '',
            type: 'RewardGranted',
            data: { ...(paid?.data as Data), grantId: one },
          },
        ];
      },
    ],
    ['an account that is opened twice', 'account', () => [own('AccountOpened', { source: 'email' })]],
    [
      'a task that is no task',
      'account',
      () => [own('TaskVerified', { platform: 'youtube', taskType: 'retweet', method: 'demo', evidence: '' })],
    ],
    [
      'a second owner',
      'owners',
      () => {
        const reserved = plain.find(
          ({ type, stream }) => type === 'Reserved' && stream.startsWith('wallet-'),
        );
        return [{ stream: reserved?.stream ?? '', type: 'Reserved', data: { userId: userId() } }];
      },
    ],
    [
      'a mass act that leaves accounts out',
      'mass-acts',
      () => [
        place(one, '7'),
        grant(one, '7'),
        massClear(one),
        bySystem({
          stream: 'mass-acts',
          type: 'MassClearCompleted',
          data: { requestId: one, count: 0, total: '0' },
        }),
      ],
    ],
    [
      'a seed that a user commits',
      'streams',
      () => [{ stream: 'raffle-seeds', type: 'SeedCommitted', data: { number: 99, hash: 'a'.repeat(64) } }],
    ],
    [
      'a draw that a user gives up',
      'streams',
      () => [{ stream: streamOf('raffle', one), type: 'RaffleFailed', data: { reason: 'No' } }],
    ],
    [
      'an act on all accounts that a user completes',
      'streams',
      () => [
        { stream: 'mass-acts', type: 'MassClearCompleted', data: { requestId: one, count: 0, total: '0' } },
      ],
    ],
    [
      'a payment for a friend by a user',
      'streams',
      () => [...opening(one), { ...granting(one, 'referral', '25', other), actor: { kind: 'user' } }],
    ],
    [
      'a payment for a friend by an admin',
      'streams',
      () => [...opening(one), byRoot(granting(one, 'referral_weekly', '50', '2026-W09'))],
    ],
    [
      'a payment for a friend in the name of an admin',
      'streams',
      () => [
        ...opening(one),
        { ...granting(one, 'referral', '25', other), actor: { kind: 'system', wallet: ANOTHER } },
      ],
    ],
    ['refusals that the program has counted', undefined, () => [bySystem(refusals)]],
    ['refusals that a user has counted', 'streams', () => [refusals]],
    [
      'refusals that were counted in the name of one who may be among them',
      'streams',
      () => [{ ...refusals, actor: { kind: 'system', wallet: ANOTHER } }],
    ],
    [
      'an event in another kind of stream',
      'streams',
      () => [{ stream: 'playlist', type: 'WhitelistJoined', data: {} }],
    ],
    [
      'a right in an account’s stream',
      'streams',
      () => [byRoot(own('AdminAdded', naming(ANOTHER, root()).data))],
    ],
    [
      'a right in the stream of an account that nobody has opened',
      'streams',
      () => [byRoot({ ...naming(ANOTHER, root()), stream: streamOf('account', one) })],
    ],
    [
      'an account whose id is another’s in capitals',
      'streams',
      () => [
        ...opening(one),
        { stream: streamOf('account', one.toUpperCase()), type: 'AccountOpened', data: { source: 'email' } },
      ],
    ],
    [
      'an account whose id is none',
      'streams',
      () => [{ stream: 'account-1', type: 'AccountOpened', data: { source: 'email' } }],
    ],
    [
      'a request whose id is none',
      'streams',
      () => [{ ...ask(one), stream: streamOf('reward-request', `${one}-1`) }],
    ],
    [
      'a raffle whose id is none',
      'streams',
      () => [{ stream: 'raffle-1', type: 'RevisionTaken', data: { commandId: one } }],
    ],
    [
      'a place in a stream of a part of its day',
      'streams',
      () => [place(one, '40'), place(other, '40', '2031-04-01T1')],
    ],
    [
      'a refusal in a stream of a month',
      'streams',
      () => [{ stream: 'access-log-2026-03', type: 'AccessDenied', data: { action: 'x' } }],
    ],
    ['a friend of oneself', 'account', () => opening(one, one)],
    ['a friend of somebody who comes later', 'account', () => [...opening(one, other), ...opening(other)]],
    [
      'a wallet that is linked and another’s',
      'owners',
      () => {
        const opened = plain.find(({ data }) => (data as Data).walletAddress !== undefined);
        const { walletAddress } = (opened?.data ?? {}) as Data;
        const stream = streamOf('account', one);
        return [
          { stream, type: 'AccountOpened', data: { source: 'email' } },
          { stream, type: 'WalletLinked', data: { walletAddress } },
        ];
      },
    ],
    ['a removal that is said to be a merger', 'account', () => [own('AccountRemoved', { reason: 'merged' })]],
    ['a clear of no act', 'mass-acts', () => [place(one, '7'), grant(one, '7'), cleared()]],
    [
      'a reset of no act',
      'mass-acts',
      () => [
        place(one, '7'),
        grant(one, '7'),
        bySystem(own('RewardsReset', { resetId: other, total: '7', claimed: '0' })),
      ],
    ],
    [
      'a place in another day',
      'streams',
      () => [{ ...place(one, '40'), occurredAt: '2031-04-02T10:00:00.000Z' }],
    ],
    [
      'a command that has one effect more behind another command',
      'commands',
      () => [
        { ...place(one, '10'), commandId: one },
        place(other, '10'),
        { ...place(crypto.randomUUID(), '10'), commandId: one },
      ],
    ],
    [
      'a command that goes on behind what another stream holds, on another day',
      'commands',
      () => [
        { ...checkingIn(userId(), '2031-04-01', 1), commandId: one, occurredAt: '2031-04-01T10:00:00.000Z' },
        { ...streakPaid('2031-04-01'), commandId: one, occurredAt: '2031-04-01T10:00:00.000Z' },
        ...opening(other),
        { ...checkingIn(userId(), '2031-04-02', 2), commandId: one, occurredAt: '2031-04-02T10:00:00.000Z' },
        { ...streakPaid('2031-04-02'), commandId: one, occurredAt: '2031-04-02T10:00:00.000Z' },
      ],
    ],
    [
      'a command of two hands',
      'commands',
      () => [
        { ...place(one, '10'), commandId: one },
        { ...place(other, '10'), commandId: one, actor: { kind: 'admin', wallet: ANOTHER } },
      ],
    ],
    [
      'a command of two days',
      'commands',
      () => [
        ...opening(one).map((event) => ({ ...event, commandId: one })),
        {
          ...{ stream: streamOf('account', one), type: 'WhitelistJoined', data: {} },
          ...{ commandId: one, occurredAt: '2026-03-02T10:00:00.000Z' },
        },
      ],
    ],
    ['a stream that is none', 'streams', () => [{ stream: 'programme', type: 'WhitelistJoined', data: {} }]],
  ];
  test.each(cases)('%s: %s', async (_, rule, make) => {
    const fault = await faultIn(await exportText(appendEvents(plain, make())));
    expect(fault?.rule, JSON.stringify(fault)).toBe(rule);
  });
});

test('a ledger of another store that is not said to be moved is told to be, where what a process did shows it', async () => {
  const moved = plain.map((event, number) => ({ ...event, position: `C:${number * 7}/P:${number * 7}` }));
  const text = await exportText(moved);
  const hint = expect.stringContaining('of a ledger that was imported say --moved');
  expect(await faultIn(text)).toMatchObject({ rule: 'causes', follows: hint });
  expect(await faultIn(text, { isMoved: true })).toBeUndefined();
});

import { beforeAll, describe, expect, test } from 'vitest';
import type { ExportedEvent } from '../proof/audit/exported-event.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { exportText, faultIn } from './testing/audit-text.ts';
import { forgeFrom } from './testing/forge.ts';
import { mixedLedger } from './testing/simulated-ledger.ts';

let plain: readonly ExportedEvent[];
beforeAll(async () => {
  plain = await mixedLedger(
    ['RewardsClaimed', 'PrizePaid', 'MassClearCompleted', 'RewardsReset', 'AdminAdded', 'SocialConnected'],
    110,
  );
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
      [['owners'], 'Reserved', (data) => Object.assign(data, { userId: crypto.randomUUID() })],
      [
        ['causes'],
        'RewardGranted',
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

describe('what the decider refuses cannot stand behind a ledger', () => {
  const admin = { kind: 'admin', wallet: `0x${'5'.repeat(40)}` } as const;
  /** An account that is open and has never had a claim held. */
  const userId = () => {
    const removed = new Set(plain.flatMap(({ type, stream }) => (type === 'AccountRemoved' ? [stream] : [])));
    const opened = plain.findLast(({ type, stream }) => type === 'AccountOpened' && !removed.has(stream));
    return (opened?.stream ?? '').replace('account-', '');
  };
  const own = (type: string, data: object): Appended => ({ stream: `account-${userId()}`, type, data });
  const grant = (grantId: string, amount: string): Appended =>
    own('RewardGranted', { grantId, amount, source: 'admin', reason: 'Well done' });
  /** On a day on which nothing else was sent. */
  const place = (grantId: string, amount: string): Appended => ({
    stream: 'rewards-by-hand-2031-04-01',
    occurredAt: '2031-04-01T10:00:00.000Z',
    type: 'RewardReserved',
    data: { grantId, userId: userId(), amount, limit: '100' },
  });
  const ask = (requestId: string): Appended => ({
    stream: `reward-request-${requestId}`,
    type: 'RewardRequested',
    data: {
      userId: userId(),
      amount: '5000',
      reason: 'Well done',
      above: 'reward',
      requestedBy: admin.wallet,
      namedBySuperAdmin: admin.wallet,
      expiresAt: '2026-03-08T10:00:00.000Z',
    },
  });
  const approve = (requestId: string, approvedBy: string): Appended => ({
    stream: `reward-request-${requestId}`,
    type: 'RewardApproved',
    data: { userId: userId(), amount: '5000', approvedBy },
  });
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const another = `0x${'6'.repeat(40)}`;
  const holdId = crypto.randomUUID();
  const held = () => own('ClaimsHeld', { holdId, reason: 'Looked at' });

  const cases: [string, string | undefined, () => Appended[]][] = [
    ['a reward within the day', undefined, () => [place(one, '40'), grant(one, '40')]],
    ['one without a place', 'rewards-by-hand', () => [place(one, '40'), grant(other, '40')]],
    ['one of another amount', 'rewards-by-hand', () => [place(one, '40'), grant(one, '41')]],
    ['one twice', 'rewards-by-hand', () => [place(one, '40'), grant(one, '40'), grant(one, '40')]],
    ['more than the day allows', 'rewards-by-hand', () => [place(one, '60'), place(other, '41')]],
    ['an approved request', undefined, () => [ask(one), approve(one, another), grant(one, '5000')]],
    ['a request that is not approved', 'rewards-by-hand', () => [ask(one), grant(one, '5000')]],
    ['one approved by who asked', 'rewards-by-hand', () => [ask(one), approve(one, admin.wallet)]],
    [
      'one approved too late',
      'rewards-by-hand',
      () => [ask(one), { ...approve(one, another), occurredAt: '2026-03-09T10:00:00.000Z' }],
    ],
    ['a hold and its release', undefined, () => [held(), own('ClaimsReleased', { holdId, reason: 'Fine' })]],
    ['a hold on a hold', 'account', () => [held(), held()]],
    ['a claim under a hold', 'account', () => [held(), own('RewardsClaimed', { claimId: one, amount: '1' })]],
    [
      'a release of another hold',
      'account',
      () => [held(), own('ClaimsReleased', { holdId: one, reason: 'Fine' })],
    ],
    ['a check-in on day 7 of nothing', 'account', () => [own('CheckedIn', { day: '2031-01-01', streak: 7 })]],
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
        { stream: 'mass-acts', type: 'MassClearRequested', data: { requestId: one, reason: 'x' } },
        {
          stream: 'mass-acts',
          type: 'MassClearCompleted',
          data: { requestId: one, count: 0, total: '0' },
          cause: { process: 'mass-act-requests', commit: 100n },
        },
      ],
    ],
    [
      'an event in another kind of stream',
      'streams',
      () => [{ stream: 'playlist', type: 'WhitelistJoined', data: {} }],
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
    ['a stream that is none', 'streams', () => [{ stream: 'programme', type: 'WhitelistJoined', data: {} }]],
  ];
  test.each(cases)('%s: %s', async (_, rule, make) => {
    const fault = await faultIn(await exportText(appendEvents(plain, make())));
    expect(fault?.rule, JSON.stringify(fault)).toBe(rule);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import type { EventMetadata } from '../../contracts/events/event.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
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
  const root = () => {
    const act = plain.find(({ metadata }) => (metadata as EventMetadata).right?.role === 'superAdmin');
    return (act?.metadata as EventMetadata | undefined)?.actor.wallet ?? '';
  };
  const byRoot = (appended: Appended): Appended => ({
    ...appended,
    actor: { kind: 'admin', wallet: root() },
    right: { role: 'superAdmin' },
  });
  const bySystem = (appended: Appended): Appended => ({ ...appended, actor: { kind: 'system' } });
  /** An account that is open and has never had a claim held. */
  const userId = () => {
    const removed = new Set(plain.flatMap(({ type, stream }) => (type === 'AccountRemoved' ? [stream] : [])));
    const opened = plain.findLast(({ type, stream }) => type === 'AccountOpened' && !removed.has(stream));
    return (opened?.stream ?? '').replace('account-', '');
  };
  const own = (type: string, data: object): Appended => ({ stream: `account-${userId()}`, type, data });
  /** On a day on which nothing else was sent. */
  const grant = (grantId: string, amount: string): Appended => ({
    ...byRoot(own('RewardGranted', { grantId, amount, source: 'admin', reason: 'Well done' })),
    occurredAt: '2031-04-01T10:00:00.000Z',
  });
  const place = (grantId: string, amount: string, day = '2031-04-01'): Appended =>
    byRoot({
      stream: streamOf('rewards-by-hand', day),
      occurredAt: '2031-04-01T10:00:00.000Z',
      type: 'RewardReserved',
      data: { grantId, userId: userId(), amount, limit: '100' },
    });
  const nextDay = (appended: Appended): Appended => ({ ...appended, occurredAt: '2031-04-02T10:00:00.000Z' });
  const ask = (requestId: string, more: object = {}): Appended =>
    byRoot({
      stream: streamOf('reward-request', requestId),
      type: 'RewardRequested',
      data: {
        userId: userId(),
        amount: '5000',
        reason: 'Well done',
        above: 'reward',
        requestedBy: root(),
        namedBySuperAdmin: root(),
        expiresAt: '2026-03-08T10:00:00.000Z',
        ...more,
      },
    });
  const naming = (wallet: string, addedBy: string): Appended => ({
    stream: 'admins',
    type: 'AdminAdded',
    data: { wallet, addedBy },
  });
  const named = (wallet = another): Appended => byRoot(naming(wallet, root()));
  /** Who was named, without saying by which right. */
  const as = (wallet: string, { stream, type, data }: Appended): Appended => ({
    ...{ stream, type, data },
    actor: { kind: 'admin', wallet },
  });
  const byAnother = (appended: Appended) => as(another, appended);
  const asSuperAdmin = (appended: Appended): Appended => ({
    ...byAnother(appended),
    right: { role: 'superAdmin' },
  });
  const namedBy = (addedBy: string, wallet: string) => as(addedBy, naming(wallet, addedBy));
  const askAs = (requestedBy: string, namedBySuperAdmin: string) =>
    as(requestedBy, ask(one, { requestedBy, namedBySuperAdmin }));
  const approve = (requestId: string): Appended =>
    byAnother({
      stream: streamOf('reward-request', requestId),
      type: 'RewardApproved',
      data: { userId: userId(), amount: '5000', approvedBy: another },
    });
  const opening = (openedId: string, referrerId?: string): Appended[] => {
    const walletAddress = `0x${openedId.replaceAll('-', '')}${openedId.slice(0, 8)}`;
    const data = { source: 'wallet', walletAddress, ...(referrerId && { referrerId }) };
    return [
      { stream: streamOf('wallet', walletAddress), type: 'Reserved', data: { userId: openedId } },
      { stream: streamOf('account', openedId), type: 'AccountOpened', data },
    ];
  };
  const granting = (to: string, source: string, amount: string, ref: string): Appended => ({
    stream: streamOf('account', to),
    type: 'RewardGranted',
    data: { grantId: crypto.randomUUID(), amount, source, reason: 'For something', ref },
  });
  const massClear = (requestId: string): Appended =>
    byRoot({ stream: 'mass-acts', type: 'MassClearRequested', data: { requestId, reason: 'x' } });
  const cleared = (): Appended => bySystem(own('BalanceCleared', { amount: '7', reason: 'x' }));
  const checkedIn = (day: string, streak: number, by = userId()): Appended => ({
    stream: streamOf('account', by),
    type: 'CheckedIn',
    data: { day, streak },
  });
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const another = `0x${'6'.repeat(40)}`;
  const third = `0x${'7'.repeat(40)}`;
  const removedAdmin = (wallet: string) =>
    byRoot({ stream: 'admins', type: 'AdminRemoved', data: { wallet, removedBy: root() } });
  const decline = () =>
    byAnother({
      stream: streamOf('reward-request', one),
      type: 'RewardDeclined',
      data: { userId: userId(), amount: '5000', declinedBy: another, reason: 'Too much' },
    });
  const auditor = (wallet: string) =>
    byRoot({ stream: 'admins', type: 'AuditorAdded', data: { wallet, addedBy: root() } });
  /** Of the stream `admins`, so many events behind the end of the ledger; 0 for its last. */
  const byRight = (ahead: number, appended: Appended): Appended => {
    const before = plain.filter(({ stream }) => stream === 'admins').length;
    return { ...byAnother(appended), right: { role: 'admin', adminsRevision: before - 1 + ahead } };
  };
  const holdId = crypto.randomUUID();
  const held = () => byRoot(own('ClaimsHeld', { holdId, reason: 'Looked at' }));
  const released = (id: string) => byRoot(own('ClaimsReleased', { holdId: id, reason: 'Fine' }));

  const friends = () => [...opening(one), ...opening(other, one)];
  const checkIn = () => checkedIn('2026-03-01', 1, other);
  /** Somebody else than the friend has confirmed who that is. */
  const confirmed = (): Appended[] => [
    { stream: streamOf('social', `twitter-${other}`), type: 'Reserved', data: { userId: other } },
    {
      stream: streamOf('account', other),
      type: 'SocialConnected',
      data: { platform: 'twitter', platformUserId: other, method: 'oauth' },
    },
  ];
  const active = () => [...friends(), ...confirmed(), checkIn()];
  const week = (ref: string) => granting(one, 'referral_weekly', '50', ref);

  const cases: [string, string | undefined, () => Appended[]][] = [
    ['a reward within the day', undefined, () => [place(one, '40'), grant(one, '40')]],
    ['one without a place', 'rewards-by-hand', () => [place(one, '40'), grant(other, '40')]],
    [
      'one on another day than that of its place',
      'rewards-by-hand',
      () => [place(one, '40'), { ...grant(one, '40'), occurredAt: '2031-04-02T00:00:00.000Z' }],
    ],
    [
      'one sent again on the day after, where it takes a place once more',
      undefined,
      () => [place(one, '40'), nextDay(place(one, '40', '2031-04-02')), nextDay(grant(one, '40'))],
    ],
    [
      'one of the day before that lands behind the place of the next',
      undefined,
      () => [place(one, '40'), nextDay(place(one, '40', '2031-04-02')), grant(one, '40')],
    ],
    ['one of another amount', 'rewards-by-hand', () => [place(one, '40'), grant(one, '41')]],
    ['one twice', 'rewards-by-hand', () => [place(one, '40'), grant(one, '40'), grant(one, '40')]],
    ['more than the day allows', 'rewards-by-hand', () => [place(one, '60'), place(other, '41')]],
    ['an approved request', undefined, () => [named(), ask(one), approve(one), bySystem(grant(one, '5000'))]],
    ['a request that is not approved', 'rewards-by-hand', () => [ask(one), grant(one, '5000')]],
    ['one approved by who asked', 'rewards-by-hand', () => [named(), askAs(another, another), approve(one)]],
    [
      'one approved by whom its asker has named',
      'rewards-by-hand',
      () => [named(third), namedBy(third, another), askAs(third, third), approve(one)],
    ],
    [
      'one approved by who has named its asker',
      'rewards-by-hand',
      () => [named(), namedBy(another, third), askAs(third, another), approve(one)],
    ],
    ['one asked for in the name of another hand', 'rewards-by-hand', () => [named(), askAs(another, root())]],
    [
      'one approved by whom its asker owed the right to when asking',
      'rewards-by-hand',
      () => [
        ...[named(), namedBy(another, third), askAs(third, another)],
        ...[removedAdmin(third), named(third), approve(one)],
      ],
    ],
    [
      'one approved whose asker is no admin any more',
      'rewards-by-hand',
      () => [named(), named(third), askAs(third, third), removedAdmin(third), approve(one)],
    ],
    [
      'one approved by the super admin while its asker was removed',
      undefined,
      () => [
        ...[named(), askAs(another, another), removedAdmin(another)],
        byRoot({ ...approve(one), data: { userId: userId(), amount: '5000', approvedBy: root() } }),
      ],
    ],
    ['one asked for twice', 'rewards-by-hand', () => [ask(one), ask(one)]],
    ['one approved that nobody asked for', 'rewards-by-hand', () => [named(), approve(one)]],
    ['one approved that was declined', 'rewards-by-hand', () => [named(), ask(one), decline(), approve(one)]],
    [
      'one granted that was declined',
      'rewards-by-hand',
      () => [named(), ask(one), decline(), bySystem(grant(one, '5000'))],
    ],
    [
      'one declined in the name of somebody else',
      'rewards-by-hand',
      () => [named(), ask(one), byRoot(decline())],
    ],
    [
      'one approved with another amount',
      'rewards-by-hand',
      () => [
        ...[named(), ask(one)],
        byAnother({ ...approve(one), data: { userId: userId(), amount: '5001', approvedBy: another } }),
      ],
    ],
    [
      'one approved for another account',
      'rewards-by-hand',
      () => [
        ...[named(), ask(one)],
        byAnother({ ...approve(one), data: { userId: other, amount: '5000', approvedBy: another } }),
      ],
    ],
    [
      'one for another account than has the place',
      'rewards-by-hand',
      () => [
        ...opening(other),
        place(one, '40'),
        { ...grant(one, '40'), stream: streamOf('account', other) },
      ],
    ],
    [
      'one approved by an admin of another hand',
      undefined,
      () => [named(), named(third), askAs(third, third), approve(one)],
    ],
    [
      'one granted again under another place of the day',
      'rewards-by-hand',
      () => [place(one, '40'), grant(one, '40'), place(one, '40'), grant(one, '40')],
    ],
    [
      'one that is granted twice',
      'rewards-by-hand',
      () => [
        named(),
        ask(one),
        approve(one),
        bySystem(grant(one, '5000')),
        bySystem({ ...grant(one, '5000'), commandId: other }),
      ],
    ],
    ['one in the name of somebody else', 'rewards-by-hand', () => [ask(one, { requestedBy: another })]],
    [
      'an approval in the name of somebody else',
      'rewards-by-hand',
      () => [named(), ask(one), byRoot(approve(one))],
    ],
    [
      'one that waits for too long',
      'rewards-by-hand',
      () => [ask(one, { expiresAt: '2026-03-08T10:00:00.001Z' })],
    ],
    [
      'a reward that the program sends by itself',
      'rewards-by-hand',
      () => [place(one, '40'), bySystem(grant(one, '40'))],
    ],
    [
      'one approved too late',
      'rewards-by-hand',
      () => [named(), ask(one), { ...approve(one), occurredAt: '2026-03-09T10:00:00.000Z' }],
    ],
    ['a hold and its release', undefined, () => [held(), released(holdId)]],
    ['a hold on a hold', 'account', () => [held(), held()]],
    ['a claim under a hold', 'account', () => [held(), own('RewardsClaimed', { claimId: one, amount: '1' })]],
    ['a release of another hold', 'account', () => [held(), released(one)]],
    ['a check-in on day 7 of nothing', 'account', () => [checkedIn('2026-03-01', 7)]],
    ['a check-in', undefined, () => [...opening(one), checkedIn('2026-03-01', 1, one)]],
    ['a check-in of another day', 'account', () => [...opening(one), checkedIn('2026-02-28', 1, one)]],
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
      'an event in another kind of stream',
      'streams',
      () => [{ stream: 'playlist', type: 'WhitelistJoined', data: {} }],
    ],
    [
      'a right in an account’s stream',
      'streams',
      () => [byRoot(own('AdminAdded', naming(another, root()).data))],
    ],
    [
      'a right in the stream of an account that nobody has opened',
      'streams',
      () => [byRoot({ ...naming(another, root()), stream: streamOf('account', one) })],
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
    [
      'a mailbox that is paid for under another name',
      'tariff',
      () => {
        const paid = plain.find(({ data }) => (data as Data).source === 'email_signup');
        return [granting((paid?.stream ?? '').replace('account-', ''), 'email_signup', '2', 'b')];
      },
    ],
    ['a welcome under a name', 'tariff', () => [...opening(one), granting(one, 'welcome', '100', 'b')]],
    ['a week of friends', undefined, () => [...active(), week('2026-W09')]],
    ['a week that is none', 'tariff', () => [...active(), week('again')]],
    ['a week that is another one', 'tariff', () => [...active(), week('2026-W10')]],
    ['a week in which no friend did anything', 'tariff', () => [...friends(), week('2026-W09')]],
    [
      'a week in which only a friend did anything whom nobody has confirmed',
      'tariff',
      () => [...friends(), checkIn(), week('2026-W09')],
    ],
    [
      'such a week, as the first version paid it',
      undefined,
      () => [...friends(), checkIn(), { ...week('2026-W09'), schemaVersion: 1 }],
    ],
    [
      'a week between two of friends',
      'tariff',
      () => [
        ...active(),
        { ...checkedIn('2026-03-18', 1, other), occurredAt: '2026-03-18T10:00:00.000Z' },
        { ...week('2026-W10'), occurredAt: '2026-03-05T10:00:00.000Z' },
      ],
    ],
    [
      'a week to come',
      'tariff',
      () => [...active(), { ...week('2026-W10'), occurredAt: '2026-03-02T10:00:00.000Z' }],
    ],
    [
      'a week before any friend came',
      'tariff',
      () => [...active(), { ...week('2026-W08'), occurredAt: '2026-02-22T10:00:00.000Z' }],
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
    ['a removal by the person', 'rights', () => [own('AccountRemoved', { reason: 'Bye' })]],
    ['one that is said to be a merger', 'account', () => [own('AccountRemoved', { reason: 'merged' })]],
    ['an admin whom the program names', 'rights', () => [bySystem(named())]],
    ['an admin who owes the right to somebody else', 'rights', () => [byRoot(naming(another, third))]],
    [
      'an admin whom somebody else has removed',
      'rights',
      () => [
        named(),
        byRoot({ stream: 'admins', type: 'AdminRemoved', data: { wallet: another, removedBy: third } }),
      ],
    ],
    [
      'an admin who names themselves',
      'rights',
      () => [{ ...named(), actor: { kind: 'user', wallet: another } }],
    ],
    [
      'an auditor whom an admin names without saying by which right',
      'rights',
      () => [
        named(),
        byAnother({
          stream: 'admins',
          type: 'AuditorAdded',
          data: { wallet: `0x${'7'.repeat(40)}`, addedBy: another },
        }),
      ],
    ],
    ['an admin who is named twice', 'rights', () => [named(), named()]],
    ['an auditor who becomes an admin', 'rights', () => [auditor(another), named()]],
    ['an admin who becomes an auditor', 'rights', () => [named(), auditor(another)]],
    ['the removal of who is no admin', 'rights', () => [removedAdmin(another)]],
    [
      'the removal of who is no auditor',
      'rights',
      () => [
        byRoot({ stream: 'admins', type: 'AuditorRemoved', data: { wallet: another, removedBy: root() } }),
      ],
    ],
    ['an act by the right of the super admin, of somebody else', 'rights', () => [asSuperAdmin(held())]],
    ['an act by a right', undefined, () => [named(), byRight(1, held())]],
    ['an act by a right that was not given then', 'rights', () => [named(), byRight(0, held())]],
    [
      'an act by a right that was taken since',
      'rights',
      () => [named(), removedAdmin(another), byRight(1, held())],
    ],
    ['an act of nobody, by no right', 'rights', () => [byAnother(held())]],
    [
      'the removal of an admin by an admin',
      'rights',
      () => [
        ...[named(), named(third)],
        byRight(2, { stream: 'admins', type: 'AdminRemoved', data: { wallet: third, removedBy: another } }),
      ],
    ],
    ['a hold by the program', 'rights', () => [bySystem(held())]],
    ['a place that the program takes', 'rights', () => [bySystem(place(one, '40'))]],
    ['a clear that the program asks for', 'rights', () => [bySystem(massClear(one))]],
    [
      'a clear by the person',
      'rights',
      () => [place(one, '7'), grant(one, '7'), { ...cleared(), actor: { kind: 'user' } }],
    ],
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
    ['a stream that is none', 'streams', () => [{ stream: 'programme', type: 'WhitelistJoined', data: {} }]],
  ];
  test.each(cases)('%s: %s', async (_, rule, make) => {
    const fault = await faultIn(await exportText(appendEvents(plain, make())));
    expect(fault?.rule, JSON.stringify(fault)).toBe(rule);
  });
});

test('an approval is of another hand as the rights were when it was decided, whoever is named meanwhile', async () => {
  const root = `0x${'9'.repeat(40)}`;
  const [anna, ben, cleo] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [
    string,
    string,
    string,
  ];
  const [requestId, userId] = [crypto.randomUUID(), crypto.randomUUID()];
  const by = (wallet: string, adminsRevision: number, appended: Appended): Appended => ({
    ...appended,
    actor: { kind: 'admin', wallet },
    right: wallet === root ? { role: 'superAdmin' } : { role: 'admin', adminsRevision },
  });
  const name = (wallet: string, addedBy: string, revision: number) =>
    by(addedBy, revision, { stream: 'admins', type: 'AdminAdded', data: { wallet, addedBy } });
  const stream = streamOf('reward-request', requestId);
  const reward = { userId, amount: '5000' };
  const asked = by(anna, 3, {
    stream,
    type: 'RewardRequested',
    data: {
      ...{ ...reward, reason: 'Well done', above: 'reward' },
      ...{ requestedBy: anna, namedBySuperAdmin: anna, expiresAt: '2026-03-08T10:00:00.000Z' },
    },
  });
  const before = [
    name(ben, root, 0),
    name(cleo, ben, 0),
    // Cleo owes the right to Ben from here on, who is no admin any more.
    by(root, 1, { stream: 'admins', type: 'AdminRemoved', data: { wallet: ben, removedBy: root } }),
    name(anna, root, 2),
    asked,
    // And so to Anna, who lets Ben in again.
    name(ben, anna, 3),
  ];
  const approved = (revision: number) =>
    by(cleo, revision, { stream, type: 'RewardApproved', data: { ...reward, approvedBy: cleo } });
  const fault = async (revision: number) =>
    (await faultIn(await exportText(appendEvents([], [...before, approved(revision)]))))?.rule;
  expect(await fault(3)).toBeUndefined();
  expect(await fault(4)).toBe('rewards-by-hand');
});

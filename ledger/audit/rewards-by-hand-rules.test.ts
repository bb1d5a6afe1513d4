import { beforeAll, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { ONE_EVO, parseEvo } from '../../contracts/money.ts';
import type { ExportedEvent } from '../proof/audit/exported-event.ts';
import {
  ANOTHER,
  actsBehind,
  by,
  bySystem,
  livedLedger,
  naming,
  opening,
  THIRD,
} from './testing/acts-behind.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { auditText, exportText, faultIn } from './testing/audit-text.ts';

let plain: readonly ExportedEvent[];
beforeAll(async () => {
  plain = await livedLedger();
}, 60_000);

const { root, byRoot, userId, grant, place, ask, named, removedAdmin } = actsBehind(() => plain);
const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
const nextDay = (appended: Appended): Appended => ({ ...appended, occurredAt: '2031-04-02T10:00:00.000Z' });
const byAnother = (appended: Appended) => by(ANOTHER, appended);
const namedBy = (addedBy: string, wallet: string) => by(addedBy, naming(wallet, addedBy));
const askAs = (requestedBy: string, namedBySuperAdmin: string) =>
  by(requestedBy, ask(one, { requestedBy, namedBySuperAdmin }));
const approve = (requestId: string): Appended =>
  byAnother({
    stream: streamOf('reward-request', requestId),
    type: 'RewardApproved',
    data: { userId: userId(), amount: '5000', approvedBy: ANOTHER },
  });
/** What the program grants of it. */
const paid = (
  requestId: string,
  { wallet = ANOTHER, reason = 'Well done', id = requestId } = {},
): Appended => {
  const { right: _, ...granted } = grant(requestId, '5000');
  const data = { ...granted.data, reason, ref: `request:${id}` };
  return { ...granted, data, commandId: id, actor: { kind: 'system', wallet } };
};
const approved = () => [named(), ask(one), approve(one)];
const decline = () =>
  byAnother({
    stream: streamOf('reward-request', one),
    type: 'RewardDeclined',
    data: { userId: userId(), amount: '5000', declinedBy: ANOTHER, reason: 'Too much' },
  });

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
  ['an approved request', undefined, () => [...approved(), paid(one)]],
  [
    'one whose approver the grant names in other letters',
    undefined,
    () => [...approved(), paid(one, { wallet: ANOTHER.toUpperCase().replace('0X', '0x') })],
  ],
  [
    'one whose grant names another admin',
    'rewards-by-hand',
    () => [...approved(), paid(one, { wallet: THIRD })],
  ],
  ['one whose grant names nobody', 'rewards-by-hand', () => [...approved(), bySystem(paid(one))]],
  [
    'one granted for another reason than was approved',
    'rewards-by-hand',
    () => [...approved(), paid(one, { reason: 'Best friend' })],
  ],
  [
    'one granted in the name of another request',
    'rewards-by-hand',
    () => [...approved(), paid(one, { id: other })],
  ],
  [
    'one granted under the id of another command',
    'rewards-by-hand',
    () => [...approved(), { ...paid(one), commandId: other }],
  ],
  ['one that an admin grants by hand', 'rewards-by-hand', () => [...approved(), grant(one, '5000')]],
  [
    'one that another replica has sent by hand meanwhile',
    undefined,
    () => [named(), ask(one), place(one, '40'), grant(one, '40'), approve(one)],
  ],
  ['a request that is not approved', 'rewards-by-hand', () => [ask(one), grant(one, '5000')]],
  ['one approved by who asked', 'rewards-by-hand', () => [named(), askAs(ANOTHER, ANOTHER), approve(one)]],
  [
    'one approved by whom its asker has named',
    'rewards-by-hand',
    () => [named(THIRD), namedBy(THIRD, ANOTHER), askAs(THIRD, THIRD), approve(one)],
  ],
  [
    'one approved by who has named its asker',
    'rewards-by-hand',
    () => [named(), namedBy(ANOTHER, THIRD), askAs(THIRD, ANOTHER), approve(one)],
  ],
  ['one asked for in the name of another hand', 'rewards-by-hand', () => [named(), askAs(ANOTHER, root())]],
  [
    'one approved by whom its asker owed the right to when asking',
    'rewards-by-hand',
    () => [
      ...[named(), namedBy(ANOTHER, THIRD), askAs(THIRD, ANOTHER)],
      ...[removedAdmin(THIRD), named(THIRD), approve(one)],
    ],
  ],
  [
    'one approved whose asker is no admin any more',
    'rewards-by-hand',
    () => [named(), named(THIRD), askAs(THIRD, THIRD), removedAdmin(THIRD), approve(one)],
  ],
  [
    'one approved by the super admin while its asker was removed',
    undefined,
    () => [
      ...[named(), askAs(ANOTHER, ANOTHER), removedAdmin(ANOTHER)],
      byRoot({ ...approve(one), data: { userId: userId(), amount: '5000', approvedBy: root() } }),
    ],
  ],
  [
    'one approved when its time is over, of which the request names no milliseconds',
    'rewards-by-hand',
    () => [
      ...[named(), ask(one, { expiresAt: '2026-03-08T10:00:00Z' })],
      { ...approve(one), occurredAt: '2026-03-08T10:00:00.900Z' },
    ],
  ],
  ['one asked for twice', 'rewards-by-hand', () => [ask(one), ask(one)]],
  ['one approved that nobody asked for', 'rewards-by-hand', () => [named(), approve(one)]],
  ['one approved that was declined', 'rewards-by-hand', () => [named(), ask(one), decline(), approve(one)]],
  ['one granted that was declined', 'rewards-by-hand', () => [named(), ask(one), decline(), paid(one)]],
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
      byAnother({ ...approve(one), data: { userId: userId(), amount: '5001', approvedBy: ANOTHER } }),
    ],
  ],
  [
    'one approved for another account',
    'rewards-by-hand',
    () => [
      ...[named(), ask(one)],
      byAnother({ ...approve(one), data: { userId: other, amount: '5000', approvedBy: ANOTHER } }),
    ],
  ],
  [
    'one for another account than has the place',
    'rewards-by-hand',
    () => [...opening(other), place(one, '40'), { ...grant(one, '40'), stream: streamOf('account', other) }],
  ],
  [
    'one approved by an admin of another hand',
    undefined,
    () => [named(), named(THIRD), askAs(THIRD, THIRD), approve(one)],
  ],
  [
    'one granted again under another place of the day',
    'rewards-by-hand',
    () => [place(one, '40'), grant(one, '40'), place(one, '40'), grant(one, '40')],
  ],
  ['one that is granted twice', 'rewards-by-hand', () => [...approved(), paid(one), paid(one)]],
  ['one in the name of somebody else', 'rewards-by-hand', () => [ask(one, { requestedBy: ANOTHER })]],
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
];
test('the limits of days that a ledger names are told, the least and the greatest', async () => {
  const limitsOf = async (...limits: readonly string[]) => {
    const places = limits.map((limit, n) => {
      const taken = place(crypto.randomUUID(), '1', `2031-04-0${n + 1}`);
      const occurredAt = `2031-04-0${n + 1}T10:00:00.000Z`;
      return { ...taken, occurredAt, data: { ...taken.data, limit } };
    });
    const { rules } = await auditText(await exportText(appendEvents([], places)));
    return rules.rewardsByHand.limits();
  };
  expect(await limitsOf()).toBeUndefined();
  expect(await limitsOf('100')).toEqual({ least: 100n * ONE_EVO, most: 100n * ONE_EVO });
  expect(await limitsOf('100', '90.5', '2000', '95')).toEqual({
    least: parseEvo('90.5'),
    most: 2_000n * ONE_EVO,
  });
});

test.each(cases)('%s: %s', async (_, rule, make) => {
  const fault = await faultIn(await exportText(appendEvents(plain, make())));
  expect(fault?.rule, JSON.stringify(fault)).toBe(rule);
});

test('an approval is of another hand as the rights were when it was decided, whoever is named meanwhile', async () => {
  const root = `0x${'9'.repeat(40)}`;
  const [anna, ben, cleo] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [
    string,
    string,
    string,
  ];
  const [requestId, userId] = [crypto.randomUUID(), crypto.randomUUID()];
  const byRight = (wallet: string, adminsRevision: number, appended: Appended): Appended => ({
    ...appended,
    actor: { kind: 'admin', wallet },
    right: wallet === root ? { role: 'superAdmin' } : { role: 'admin', adminsRevision },
  });
  const name = (wallet: string, addedBy: string, revision: number) =>
    byRight(addedBy, revision, { stream: 'admins', type: 'AdminAdded', data: { wallet, addedBy } });
  const stream = streamOf('reward-request', requestId);
  const reward = { userId, amount: '5000' };
  const asked = byRight(anna, 3, {
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
    byRight(root, 1, { stream: 'admins', type: 'AdminRemoved', data: { wallet: ben, removedBy: root } }),
    name(anna, root, 2),
    asked,
    // And so to Anna, who lets Ben in again.
    name(ben, anna, 3),
  ];
  const approved = (revision: number) =>
    byRight(cleo, revision, { stream, type: 'RewardApproved', data: { ...reward, approvedBy: cleo } });
  const fault = async (revision: number) =>
    (await faultIn(await exportText(appendEvents([], [...before, approved(revision)]))))?.rule;
  expect(await fault(3)).toBeUndefined();
  expect(await fault(4)).toBe('rewards-by-hand');
});

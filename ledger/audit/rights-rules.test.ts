import { beforeAll, describe, expect, test } from 'vitest';
import type { Actor, EventMetadata } from '../../contracts/events/event.ts';
import type { ExportedEvent } from '../proof/audit/exported-event.ts';
import {
  ANOTHER,
  actsBehind,
  by,
  bySystem,
  livedLedger,
  naming,
  opening,
  refusals,
  THIRD,
} from './testing/acts-behind.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { exportText, faultIn } from './testing/audit-text.ts';
import { forgeFrom } from './testing/forge.ts';
import { notaryOf, sealed } from './testing/seal-ledger.ts';

let plain: readonly ExportedEvent[];
beforeAll(async () => {
  plain = await livedLedger();
}, 60_000);

const { root, byRoot, userId, own, grant, place, ask, named, removedAdmin, held, massClear, cleared } =
  actsBehind(() => plain);
const one = crypto.randomUUID();
const byAnother = (appended: Appended) => by(ANOTHER, appended);
const asSuperAdmin = (appended: Appended): Appended => ({
  ...byAnother(appended),
  right: { role: 'superAdmin' },
});
const auditor = (wallet: string) =>
  byRoot({ stream: 'admins', type: 'AuditorAdded', data: { wallet, addedBy: root() } });
/** Of the stream `admins`, so many events behind the end of the ledger; 0 for its last. */
const byRight = (ahead: number, appended: Appended): Appended => {
  const before = plain.filter(({ stream }) => stream === 'admins').length;
  return { ...byAnother(appended), right: { role: 'admin', adminsRevision: before - 1 + ahead } };
};

const track = (): Appended => ({
  stream: 'playlist',
  type: 'MusicTrackAdded',
  data: {
    ...{ trackId: one, title: 'A song', artist: 'A band', filename: `${one}.mp3` },
    ...{ contentType: 'audio/mpeg', size: 1, sha256: '0'.repeat(64) },
  },
});
const trackGone = (): Appended => ({ stream: 'playlist', type: 'MusicTrackRemoved', data: { trackId: one } });
const taken = (): Appended => ({ stream: 'admins', type: 'RevisionTaken', data: { commandId: one } });

const cases: [string, string | undefined, () => Appended[]][] = [
  ['a removal by the person', 'rights', () => [own('AccountRemoved', { reason: 'Bye' })]],
  ['an admin whom the program names', 'rights', () => [bySystem(named())]],
  ['an admin who owes the right to somebody else', 'rights', () => [byRoot(naming(ANOTHER, THIRD))]],
  [
    'an admin whom somebody else has removed',
    'rights',
    () => [
      named(),
      byRoot({ stream: 'admins', type: 'AdminRemoved', data: { wallet: ANOTHER, removedBy: THIRD } }),
    ],
  ],
  [
    'an admin who names themselves',
    'rights',
    () => [{ ...named(), actor: { kind: 'user', wallet: ANOTHER } }],
  ],
  ['a super admin who becomes an admin as well', 'rights', () => [named(root())]],
  ['a super admin who becomes an auditor', 'rights', () => [auditor(root())]],
  [
    'a super admin whom an admin makes an admin',
    'rights',
    () => [named(), byRight(1, naming(root(), ANOTHER))],
  ],
  [
    'an auditor whom an admin names without saying by which right',
    'rights',
    () => [
      named(),
      byAnother({
        stream: 'admins',
        type: 'AuditorAdded',
        data: { wallet: THIRD, addedBy: ANOTHER },
      }),
    ],
  ],
  ['an admin who is named twice', 'rights', () => [named(), named()]],
  ['an auditor who becomes an admin', 'rights', () => [auditor(ANOTHER), named()]],
  ['an admin who becomes an auditor', 'rights', () => [named(), auditor(ANOTHER)]],
  ['the removal of who is no admin', 'rights', () => [removedAdmin(ANOTHER)]],
  [
    'the removal of who is no auditor',
    'rights',
    () => [
      byRoot({ stream: 'admins', type: 'AuditorRemoved', data: { wallet: ANOTHER, removedBy: root() } }),
    ],
  ],
  ['an act by the right of the super admin, of somebody else', 'rights', () => [asSuperAdmin(held())]],
  ['an act by a right', undefined, () => [named(), byRight(1, held())]],
  ['an act by a right that was not given then', 'rights', () => [named(), byRight(0, held())]],
  [
    'an act by a right that was taken since',
    'rights',
    () => [named(), removedAdmin(ANOTHER), byRight(1, held())],
  ],
  [
    'an act by a right that was taken and given again since',
    'rights',
    () => [named(), removedAdmin(ANOTHER), named(), byRight(1, held())],
  ],
  [
    'an act by a right that was given again',
    undefined,
    () => [named(), removedAdmin(ANOTHER), named(), byRight(3, held())],
  ],
  ['an act of nobody, by no right', 'rights', () => [byAnother(held())]],
  [
    'what a user does, by the right of an admin',
    'rights',
    () => [{ ...own('WhitelistJoined', {}), right: { role: 'superAdmin' } }],
  ],
  [
    'what the program does, by the right of an admin',
    'rights',
    () => [{ ...bySystem(refusals), right: { role: 'superAdmin' } }],
  ],
  [
    'a track of the program’s own, by the right of an admin',
    'rights',
    () => [named(), { ...byRight(1, track()), actor: { kind: 'system' } }],
  ],
  ['a track by an admin', undefined, () => [named(), byRight(1, track())]],
  ['a track by an admin of before rights were noted', undefined, () => [named(), byAnother(track())]],
  ['a track by nobody’s right', 'rights', () => [byAnother(track())]],
  ['a track by a user', 'rights', () => [track()]],
  ['a track of the program’s own', undefined, () => [bySystem(track())]],
  [
    'a track of the program in the name of somebody',
    'streams',
    () => [{ ...track(), actor: { kind: 'system', wallet: ANOTHER } }],
  ],
  ['a track that the program takes away', 'rights', () => [bySystem(track()), bySystem(trackGone())]],
  ['a track that an admin takes away', undefined, () => [bySystem(track()), byRoot(trackGone())]],
  ['a revision that the program has taken', undefined, () => [bySystem(taken())]],
  ['a revision that an admin has taken', 'streams', () => [byRoot(taken())]],
  ['a revision that a user has taken', 'streams', () => [taken()]],
  [
    'a revision that was taken in the name of an admin',
    'streams',
    () => [{ ...taken(), actor: { kind: 'system', wallet: root() } }],
  ],
  ['what a user does, by no right', undefined, () => [own('WhitelistJoined', {})]],
  [
    'the removal of an admin by an admin',
    'rights',
    () => [
      ...[named(), named(THIRD)],
      byRight(2, { stream: 'admins', type: 'AdminRemoved', data: { wallet: THIRD, removedBy: ANOTHER } }),
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
];
test.each(cases)('%s: %s', async (_, rule, make) => {
  const fault = await faultIn(await exportText(appendEvents(plain, make())));
  expect(fault?.rule, JSON.stringify(fault)).toBe(rule);
});

const actorOf = (event: ExportedEvent | undefined) => (event?.metadata as EventMetadata | undefined)?.actor;

test('what the program did in the name of an admin once, it did by no right', async () => {
  const number = plain.findIndex(({ type }) => type === 'EntriesFrozen');
  const begun = plain.find(
    ({ type, stream }) => type === 'RaffleCommitted' && stream === plain[number]?.stream,
  );
  const actor = { kind: 'admin', wallet: actorOf(begun)?.wallet };
  const judge = async (more: object) => {
    const forged = forgeFrom(plain.slice(0, number + 1), number, (_, metadata) =>
      Object.assign(metadata, { actor }, more),
    );
    return (await faultIn(await exportText(forged)))?.rule;
  };
  expect(await judge({})).toBeUndefined();
  expect(await judge({ right: (begun?.metadata as EventMetadata | undefined)?.right })).toBe('streams');
});

test('seals and the keys of the notary are the program’s own, and name nobody', async () => {
  const events = sealed(plain, notaryOf('of rights'), 50);
  for (const type of ['NotaryKeySet', 'LedgerSealed']) {
    const number = events.findLastIndex((event) => event.type === type);
    const judge = async (actor: Actor) => {
      const forged = forgeFrom(events.slice(0, number + 1), number, (_, metadata) =>
        Object.assign(metadata, { actor }),
      );
      return (await faultIn(await exportText(forged)))?.rule;
    };
    expect(await judge({ kind: 'system' })).toBeUndefined();
    for (const actor of [
      { kind: 'system', wallet: root() },
      { kind: 'admin', wallet: root() },
      { kind: 'user', wallet: root() },
    ] as const)
      expect(await judge(actor), `${type} by ${actor.kind}`).toBe('streams');
  }
});

test('an admin may be the super admin later, when the setting names another wallet', async () => {
  const setting = { superAdmin: ANOTHER, formerSuperAdmins: [root()] };
  expect(await faultIn(await exportText(appendEvents(plain, [named()])), setting)).toBeUndefined();
});

test('what was judged before is followed where nobody says any more who the super admin was then', async () => {
  const asked = [ask(one), named()];
  const known = { superAdmin: THIRD, judgedTo: plain.length + asked.length };
  const judge = async (more: readonly Appended[]) =>
    (await faultIn(await exportText(appendEvents(plain, [...asked, ...more])), known))?.rule;
  const declined = byRight(1, {
    stream: `reward-request-${one}`,
    type: 'RewardDeclined',
    data: { userId: userId(), amount: '5000', declinedBy: ANOTHER, reason: 'Too much' },
  });
  expect(await judge([declined])).toBeUndefined();
  expect(await judge([byRight(1, held())])).toBeUndefined();
  expect(await judge([byRight(0, held())])).toBe('rights');
});

describe('where no act says by which right it was done', () => {
  const stranger = `0x${'8'.repeat(40)}`;
  const hold = (): Appended => ({
    stream: `account-${one}`,
    type: 'ClaimsHeld',
    data: { holdId: crypto.randomUUID(), reason: 'Looked at' },
  });
  const release = ({ data }: Appended): Appended => ({
    stream: `account-${one}`,
    type: 'ClaimsReleased',
    data: { holdId: Reflect.get(data, 'holdId'), reason: 'Fine' },
  });
  /** By one after the other. */
  const acts = (...wallets: string[]): Appended[] => {
    let last: Appended | undefined;
    const made = wallets.map((wallet) => {
      last = last?.type === 'ClaimsHeld' ? release(last) : hold();
      return by(wallet, last);
    });
    return [...opening(one), ...made];
  };
  const judge = async (appended: readonly Appended[], superAdmin?: string) => {
    const fault = await faultIn(await exportText(appendEvents([], appended)), { superAdmin });
    return fault && [fault.rule, fault.at?.number];
  };

  test('the first who has none by an event is the super admin, and no stranger behind them', async () => {
    expect(await judge(acts(ANOTHER, ANOTHER))).toBeUndefined();
    const ledger = acts(ANOTHER, ANOTHER, stranger);
    expect(await judge(ledger)).toEqual(['rights', ledger.length - 1]);
    expect(await judge(acts(ANOTHER), stranger)).toEqual(['rights', acts(ANOTHER).length - 1]);
  });

  test('whom the super admin has named may act, until that right is taken', async () => {
    const name = by(ANOTHER, naming(THIRD, ANOTHER));
    const take = by(ANOTHER, {
      stream: 'admins',
      type: 'AdminRemoved',
      data: { wallet: THIRD, removedBy: ANOTHER },
    });
    const [reserve, open, first] = acts(THIRD);
    const ledger = [reserve, open, name, first].filter((one) => one !== undefined);
    expect(await judge(ledger)).toBeUndefined();
    const late = [...ledger.slice(0, -1), take, ...ledger.slice(-1)];
    expect(await judge(late)).toEqual(['rights', late.length - 1]);
  });

  test('an admin without a wallet is nobody', async () => {
    const byNobody: Appended = { ...hold(), actor: { kind: 'admin' } };
    for (const act of [byNobody, { ...byNobody, right: { role: 'superAdmin' } } satisfies Appended]) {
      const ledger = [...opening(one), act];
      expect(await judge(ledger)).toEqual(['rights', ledger.length - 1]);
    }
  });
});

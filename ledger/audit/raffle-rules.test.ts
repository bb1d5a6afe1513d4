import { hash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { defaultUsername } from '../../contracts/username.ts';
import { firstRoundFrom } from '../proof/beacon.ts';
import { bytesToHex } from '../proof/bytes.ts';
import { entryAt, freezeEntries, packIds } from '../proof/frozen-entries.ts';
import { drawIndices, RAFFLE_ALGORITHM, raffleRulesHash } from '../proof/raffle-draw.ts';
import { prizeGrantIdOf, raffleIdOf } from '../proof/raffle-id.ts';
import { Eligible } from './rules/eligible.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { exportText, faultIn } from './testing/audit-text.ts';
import { withGrants } from './testing/with-grants.ts';

const NUMBER = 1;
const SEED = '5'.repeat(64);
const RAFFLE = raffleIdOf(NUMBER);
const [ANNA, BEN, CLEO] = ['a', 'b', 'c'].map(
  (digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`,
) as [string, string, string];
const walletOf = (userId: string) => `0x${userId.slice(0, 8).repeat(5)}`;

const ROOT = `0x${'9'.repeat(40)}`;
const root = (appended: Appended): Appended => ({
  ...appended,
  actor: { kind: 'admin', wallet: ROOT },
  right: { role: 'superAdmin' },
});
const system = (appended: Appended): Appended => ({ ...appended, actor: { kind: 'system' } });
const own = (userId: string, type: string, data: object = {}): Appended => ({
  stream: streamOf('account', userId),
  type,
  data,
});

/** Who has an account, a wallet unless there is none, and a verified address. */
function joined(userId: string, hasWallet = true): Appended[] {
  const emailHash = hash('sha256', userId);
  const walletAddress = walletOf(userId);
  const reserve = (stream: string): Appended => ({ stream, type: 'Reserved', data: { userId } });
  return withGrants([
    ...(hasWallet ? [reserve(streamOf('wallet', walletAddress))] : []),
    own(userId, 'AccountOpened', hasWallet ? { source: 'wallet', walletAddress } : { source: 'email' }),
    reserve(streamOf('email', emailHash)),
    own(userId, 'EmailSignedUp', { emailHash, sealedEmail: 'sealed', marketingOptIn: false }),
    own(userId, 'EmailVerified', { emailHash }),
  ]);
}

const seed = (number = NUMBER, stream = 'raffle-seeds', text = String(4 + number).repeat(64)): Appended =>
  system({ stream, type: 'SeedCommitted', data: { number, hash: hashOf(text) } });
const hashOf = (hex: string) => hash('sha256', Buffer.from(hex, 'hex'));

const rulesOf = (amounts: readonly string[], more: object = {}) =>
  ({ number: NUMBER, mode: 'tiered', amounts, seedHash: hashOf(SEED), ...more }) as const;
const ofRaffle = (type: string, data: object): Appended => ({
  stream: streamOf('raffle', RAFFLE),
  type,
  data,
});
const begun = (amounts: readonly string[] = ['10'], more: object = {}): Appended =>
  root(ofRaffle('RaffleCommitted', rulesOf(amounts, more)));

const positionOf = (events: number) => `C:${events * 100}/P:${events * 100}`;
const entriesOf = (userIds: readonly string[]) => freezeEntries(RAFFLE, packIds(userIds));

/** The events, and the entries as of the last of them, or of the one before so many others. */
function frozen(
  before: readonly Appended[],
  userIds: readonly string[],
  more: object = {},
  ago = 0,
): Appended[] {
  const { count, tree } = entriesOf(userIds);
  const position = positionOf(before.length - ago);
  const data = { root: bytesToHex(tree.root), count, position, ...more };
  return [...before, system(ofRaffle('EntriesFrozen', data))];
}

/** By the last of the events. */
const nameOf = (userId: string, events: readonly Appended[]): string => {
  const chosen = events.findLast(
    ({ stream, type }) => stream === streamOf('account', userId) && type === 'UsernameChanged',
  );
  return chosen ? String(Reflect.get(chosen.data, 'username')) : defaultUsername(userId);
};

/** The events, and the draw of what the last of them froze. */
function drawn(amounts: readonly string[], userIds: readonly string[], before: readonly Appended[]) {
  const entries = entriesOf(userIds);
  const context = {
    raffleId: RAFFLE,
    root: bytesToHex(entries.tree.root),
    count: entries.count,
    rulesHash: raffleRulesHash(rulesOf(amounts)),
    eligibleAt: String((before.length - 1) * 100),
    publicRandomness: null,
  };
  const indices = drawIndices(Buffer.from(SEED, 'hex'), context, amounts.length);
  const winners = indices.map((index, n) => {
    const { entry, path, userId } = entryAt(entries, index);
    const isKnown = before.some(
      ({ data }) => 'walletAddress' in data && data.walletAddress === walletOf(userId),
    );
    const walletAddress = isKnown ? walletOf(userId) : null;
    return { place: n + 1, index, entry, path, userId, username: nameOf(userId, before), walletAddress };
  });
  const data = { seed: SEED, algorithm: RAFFLE_ALGORITHM, publicRandomness: null, winners };
  return [...before, system(ofRaffle('RaffleDrawn', data))];
}

const soundness = async (appended: readonly Appended[], options: { readonly isMoved?: boolean } = {}) => {
  const fault = await faultIn(await exportText(appendEvents([], appended)), options);
  return fault && { rule: fault.rule, number: fault.at?.number };
};
/** The rule that the last of the events breaks. */
const brokenByLast = (appended: readonly Appended[], rule = 'raffles') => ({
  rule,
  number: appended.length - 1,
});

const everybody = [...joined(ANNA), ...joined(BEN), ...joined(CLEO)];
const ALL = [ANNA, BEN, CLEO];
const erasure = own(ANNA, 'PersonalDataErased');

test('who has erased what is known of them takes part no more, and comes back with an address', async () => {
  const erased = [...everybody, erasure, seed(), begun()];
  expect(await soundness(frozen(erased, [BEN, CLEO]))).toBeUndefined();
  const leftIn = frozen(erased, ALL);
  expect(await soundness(leftIn)).toEqual(brokenByLast(leftIn));
  const again = [...everybody, erasure, ...joined(ANNA, false).slice(2), seed(), begun()];
  expect(await soundness(frozen(again, ALL))).toBeUndefined();
});

test('who erases it behind the position of the entries takes part', async () => {
  const before = [...everybody, seed(), begun(), erasure];
  expect(await soundness(frozen(before, ALL, {}, 1))).toBeUndefined();
  const leftOut = frozen(before, [BEN, CLEO], {}, 1);
  expect(await soundness(leftOut)).toEqual(brokenByLast(leftOut));
});

const BEACON = {
  scheme: 'bls-unchained-g1-rfc9380',
  chainHash: 'c'.repeat(64),
  publicKey: 'd'.repeat(192),
  genesis: 1_700_000_000,
  period: 3,
  groupHash: 'e'.repeat(64),
  beaconId: 'own',
  marginSeconds: 30,
};
/** The first that may be named when all of this is written. */
const ROUND = firstRoundFrom(BEACON, Date.parse('2026-03-01T10:00:30.000Z'));
const failed = system(ofRaffle('RaffleFailed', { reason: 'No block' }));

test('a raffle fails while nobody can know its winners, and not once its round is named', async () => {
  const withBeacon = [...everybody, seed(), begun(['10'], { beacon: BEACON })];
  const pinned = frozen(withBeacon, ALL, {
    beacon: { chainHash: BEACON.chainHash, round: ROUND, seed: SEED },
  });
  expect(await soundness(pinned)).toBeUndefined();
  expect(await soundness([...withBeacon, failed])).toBeUndefined();
  expect(await soundness([...pinned, failed])).toEqual(brokenByLast([...pinned, failed]));
  const withoutBeacon = frozen([...everybody, seed(), begun()], ALL);
  expect(await soundness([...withoutBeacon, failed])).toBeUndefined();
});

test('what the program does of a raffle, and the seed of the next one, name who has begun it, or nobody', async () => {
  const inNameOf = (wallet: string, events: readonly Appended[]): Appended[] =>
    events.map((one, n) => (n < events.length - 1 ? one : { ...one, actor: { kind: 'system', wallet } }));
  const frozenOnce = frozen([...everybody, seed(), begun()], ALL);
  const drawnOnce = drawn(['10'], ALL, frozenOnce);
  for (const ledger of [frozenOnce, drawnOnce, [...frozenOnce, failed], [...drawnOnce, seed(2)]]) {
    expect(await soundness(ledger)).toBeUndefined();
    expect(await soundness(inNameOf(ROOT, ledger))).toBeUndefined();
    const ofAnother = inNameOf(walletOf(BEN), ledger);
    expect(await soundness(ofAnother)).toEqual(brokenByLast(ofAnother));
  }
  const first = inNameOf(ROOT, [seed()]);
  expect(await soundness(first)).toEqual(brokenByLast(first));
});

test('entries name a round of the beacon of their rules, no block beside it, and reveal the seed that was committed', async () => {
  const withBeacon = [...everybody, seed(), begun(['10'], { beacon: BEACON })];
  const pins = [
    {},
    { beacon: { chainHash: 'f'.repeat(64), round: ROUND, seed: SEED } },
    { beacon: { chainHash: BEACON.chainHash, round: ROUND, seed: '6'.repeat(64) } },
    { beacon: { chainHash: BEACON.chainHash, round: ROUND, seed: SEED }, block: '9' },
  ];
  for (const pin of pins) {
    const ledger = frozen(withBeacon, ALL, pin);
    expect(await soundness(ledger)).toEqual(brokenByLast(ledger));
  }
});

test('a number has one seed in a stream, and a second one where a release of the first version ran beside', async () => {
  const second = seed(1, 'program', '7'.repeat(64));
  const over = [begun(), failed];
  expect(await soundness([seed(), second, ...over, seed(2)])).toBeUndefined();
  expect(await soundness([seed(), ...over, seed(2), seed(2, 'program', '7'.repeat(64))])).toBeUndefined();
  const choices = [
    [seed(), seed(1, 'raffle-seeds', '6'.repeat(64))],
    [seed(), second, seed(1, 'program', '8'.repeat(64))],
    [seed(), ...over, seed(2), seed(1, 'program', '7'.repeat(64))],
    // Which is known by now.
    [...ofOnePlace, prize(winner), noted(winner), isOver('10'), seed(2, 'raffle-seeds', SEED)],
  ];
  for (const ledger of choices) expect(await soundness(ledger)).toEqual(brokenByLast(ledger));
});

test('the next seed is committed once nobody can change any more what becomes of the raffle before', async () => {
  const pinned = { beacon: { chainHash: BEACON.chainHash, round: ROUND, seed: SEED } };
  const decided = [
    [seed(), begun(), failed],
    frozen([...everybody, seed(), begun(['10'], { beacon: BEACON })], ALL, pinned),
    drawn(['10'], ALL, frozen([...everybody, seed(), begun()], ALL)),
  ];
  for (const before of decided) expect(await soundness([...before, seed(2)])).toBeUndefined();
  const open = [
    [seed()],
    [...everybody, seed(), begun()],
    [...everybody, seed(), begun(['10'], { beacon: BEACON })],
    frozen([...everybody, seed(), begun()], ALL),
  ];
  for (const before of open)
    for (const stream of ['raffle-seeds', 'program']) {
      const ledger = [...before, seed(2, stream)];
      expect(await soundness(ledger)).toEqual(brokenByLast(ledger));
    }
});

const winnersOf = (ledger: readonly Appended[]) => {
  const { data } = ledger.at(-1) ?? {};
  // The draw that was made above.
  return (data as { winners: readonly { userId: string }[] }).winners;
};
const winnerOf = (ledger: readonly Appended[]): string => winnersOf(ledger)[0]?.userId ?? '';
const REF = `${RAFFLE}:1`;
const forgo = (userId: string, reason: string): Appended =>
  root(own(userId, 'PrizeForgone', { ref: REF, reason }));
const prize = (userId: string): Appended => {
  const grantId = prizeGrantIdOf(RAFFLE, 1);
  const data = { grantId, amount: '10', source: 'raffle', reason: 'Raffle 1, place 1', ref: REF };
  return root(own(userId, 'RewardGranted', data));
};
const isOver = (totalDistributed: string): Appended => ({
  ...system(ofRaffle('RaffleCompleted', { totalDistributed })),
  ...NOTE,
});
/** Of the command that notes the last prize, and with it the end. */
const NOTE = { commandId: '00000000-0000-4000-8000-000000000001' };
/** As the raffle notes it, with its end. */
const skipped = (reason: string): Appended[] => [
  { ...system(ofRaffle('PrizeSkipped', { place: 1, reason })), ...NOTE },
  isOver('0'),
];
const ofOnePlace = drawn(['10'], ALL, frozen([...everybody, seed(), begun()], ALL));
const ofTwoPlaces = drawn(['10', '10'], ALL, frozen([...everybody, seed(), begun(['10', '10'])], ALL));
const winner = winnerOf(ofOnePlace);
const removed = [...ofOnePlace, root(own(winner, 'AccountRemoved', { reason: 'A farm' }))];

test('a prize is forgone by its winner, who is removed or has no wallet, and not paid any more', async () => {
  const forgone = [...removed, forgo(winner, 'account_removed')];
  expect(await soundness([...forgone, ...skipped('account_removed')])).toBeUndefined();
  const paidLater = [...forgone, root(own(winner, 'AccountReinstated')), prize(winner)];
  expect(await soundness(paidLater)).toEqual(brokenByLast(paidLater, 'account'));
  const inVain = [
    [...ofOnePlace, forgo(winner, 'account_removed')],
    [...ofOnePlace, forgo(winner, 'no_wallet')],
    [...removed, forgo(winner, 'no_wallet')],
    [...forgone, forgo(winner, 'account_removed')],
    [...ofOnePlace, prize(winner), forgo(winner, 'no_wallet')],
  ];
  for (const ledger of inVain) expect(await soundness(ledger)).toEqual(brokenByLast(ledger, 'account'));
});

test('an account without a wallet is paid no prize', async () => {
  const alone = drawn(['10'], [ANNA], frozen([...joined(ANNA, false), seed(), begun()], [ANNA]));
  expect(await soundness([...alone, forgo(ANNA, 'no_wallet'), ...skipped('no_wallet')])).toBeUndefined();
  expect(await soundness([...alone, prize(ANNA)])).toEqual(brokenByLast([...alone, prize(ANNA)], 'account'));
});

test('a prize has one name: what was forgone is not paid under a longer one, nor what was paid forgone', async () => {
  const named = (ref: string, appended: Appended) => changed(appended, { ref });
  const back = root(own(winner, 'AccountReinstated'));
  for (const ref of [`${REF}:`, `${REF}:1`, `${RAFFLE}:01`, `${RAFFLE}: 1`]) {
    const inVain = [
      [...ofOnePlace, named(ref, prize(winner))],
      [...removed, forgo(winner, 'account_removed'), back, named(ref, prize(winner))],
      [...ofOnePlace, prize(winner), removed.at(-1) ?? back, named(ref, forgo(winner, 'account_removed'))],
    ];
    for (const ledger of inVain) expect(await soundness(ledger)).toEqual(brokenByLast(ledger));
  }
});

test('nobody forgoes what they have not won', async () => {
  const loser = ALL.find((userId) => userId !== winner) ?? '';
  const ledger = [
    ...ofOnePlace,
    root(own(loser, 'AccountRemoved', { reason: 'A farm' })),
    forgo(loser, 'account_removed'),
  ];
  expect(await soundness(ledger)).toEqual(brokenByLast(ledger));
});

test('what the raffle skips was forgone, for that reason', async () => {
  const [skip] = skipped('account_removed');
  const [ofWallet] = skipped('no_wallet');
  if (!skip || !ofWallet) throw new Error('two events were made');
  const forgone = [...removed, forgo(winner, 'account_removed')];
  for (const ledger of [
    [...removed, skip],
    [...forgone, ofWallet],
    [...forgone, root(ofWallet)],
    [...forgone, skip, skip],
  ])
    expect(await soundness(ledger)).toEqual(brokenByLast(ledger));
});

/** As a release wrote it that knew no beacon. */
const ofBefore = (ledger: readonly Appended[]): Appended[] =>
  ledger.map((one) => {
    const schemaVersion = { RaffleCommitted: 1, EntriesFrozen: 2, RaffleDrawn: 1 }[one.type];
    return schemaVersion === undefined ? one : { ...one, schemaVersion };
  });

test('a release of before skipped a prize in the name of the admin who paid, and no account knew of it', async () => {
  const asItWas = skipped('account_removed').map(root);
  expect(await soundness([...ofBefore(removed), ...asItWas])).toBeUndefined();
  const alone = [...joined(ANNA, false), seed(), begun()];
  const [noWallet, over] = skipped('no_wallet').map(root);
  if (!noWallet || !over) throw new Error('two events were made');
  const ofAlone = drawn(['10'], [ANNA], frozen(alone, [ANNA]));
  expect(await soundness([...ofBefore(ofAlone), noWallet, over])).toBeUndefined();
});

test('no release skips a prize that its winner has not forgone, of a raffle that may name a beacon', async () => {
  const [skip] = skipped('account_removed').map(root);
  if (!skip) throw new Error('an event was made');
  const types = ['RaffleCommitted', 'EntriesFrozen', 'RaffleDrawn'];
  for (const newest of types) {
    const mixed = removed.map((one, n) => (one.type === newest ? one : (ofBefore(removed)[n] ?? one)));
    expect(await soundness([...mixed, skip])).toEqual(brokenByLast([...mixed, skip]));
  }
});

const called = (userId: string, username: string): Appended[] => [
  { stream: streamOf('username', username), type: 'Reserved', data: { userId } },
  { ...own(userId, 'UsernameChanged', { username, use: 1 }), schemaVersion: 2 },
];
const named = (ledger: readonly Appended[], username: string): Appended[] =>
  ledger.map((one) => {
    if (one.type !== 'RaffleDrawn') return one;
    // The draw that was made above.
    const { winners } = one.data as { winners: readonly object[] };
    return changed(one, { winners: winners.map((winner) => ({ ...winner, username })) });
  });

test('each winner is drawn under the name that the account had at the position of the entries', async () => {
  const before = [...joined(ANNA), seed(), ...called(ANNA, 'owl_1'), begun(), ...called(ANNA, 'owl_2')];
  const [first, short] = [defaultUsername(ANNA), defaultUsername(ANNA).slice(0, 14)];
  const frozenNow = [...frozen(before, [ANNA]), ...called(ANNA, 'owl_3')];
  const drawnNow = drawn(['10'], [ANNA], frozenNow);
  expect(await soundness(named(drawnNow, 'owl_2'))).toBeUndefined();
  for (const other of ['owl_1', 'owl_3', 'Owl_2', first]) {
    const ledger = named(drawnNow, other);
    expect(await soundness(ledger)).toEqual(brokenByLast(ledger));
  }
  // Of a name that nobody has chosen the first version had fewer digits.
  const unnamed = drawn(['10'], [ANNA], frozen([...joined(ANNA), seed(), begun()], [ANNA]));
  for (const own of [first, short]) expect(await soundness(named(unnamed, own))).toBeUndefined();
  const another = named(unnamed, defaultUsername(BEN));
  expect(await soundness(another)).toEqual(brokenByLast(another));
});

test('who erases the own name behind the entries may be drawn under the first one', async () => {
  const before = [...joined(ANNA), seed(), ...called(ANNA, 'owl_1'), begun()];
  const ledger = drawn(['10'], [ANNA], [...frozen(before, [ANNA]), erasure, ...called(ANNA, 'owl_2')]);
  for (const own of ['owl_1', defaultUsername(ANNA)])
    expect(await soundness(named(ledger, own))).toBeUndefined();
  const later = named(ledger, 'owl_2');
  expect(await soundness(later)).toEqual(brokenByLast(later));
});

test('in a ledger that was moved winners have a name that was theirs since the raffle began', async () => {
  const before = [...joined(ANNA), seed(), ...called(ANNA, 'owl_1'), ...called(ANNA, 'owl_2'), begun()];
  const ledger = drawn(['10'], [ANNA], [...frozen(before, [ANNA]), ...called(ANNA, 'owl_3')]);
  const moved = { isMoved: true };
  expect(await soundness(named(ledger, 'owl_2'), moved)).toBeUndefined();
  expect(await soundness(named(ledger, 'owl_1'), moved)).toEqual(brokenByLast(ledger));
});

test('what a release of before skipped for a removal was of who was ever removed', async () => {
  const [skip] = skipped('account_removed').map(root);
  if (!skip) throw new Error('an event was made');
  const ledger = [...ofBefore(ofOnePlace), skip];
  expect(await soundness(ledger)).toEqual(brokenByLast(ledger));
  const was = ofBefore(removed);
  const back = [...was, root(own(winner, 'AccountReinstated')), ...skipped('account_removed').map(root)];
  expect(await soundness(back)).toBeUndefined();
});

test('each winner is drawn with the wallet of their account, and with none where there is none', async () => {
  const { data } = ofOnePlace.at(-1) ?? {};
  // The draw that was made above.
  const { winners, ...draw } = data as { winners: readonly object[] };
  for (const walletAddress of [null, walletOf('9'.repeat(8))]) {
    const said = { ...draw, winners: winners.map((one) => ({ ...one, walletAddress })) };
    const ledger = [...ofOnePlace.slice(0, -1), system(ofRaffle('RaffleDrawn', said))];
    expect(await soundness(ledger)).toEqual(brokenByLast(ledger));
  }
});

test('no prize is announced that no account may be granted, but by the first version', async () => {
  const announced = (amount: string) => [...everybody, seed(), begun(['10', amount])];
  expect(await soundness(announced('1000000'))).toBeUndefined();
  expect(await soundness(announced('1000000.1'))).toEqual(brokenByLast(announced('1000000.1')));
  const [last, ...before] = announced('1000001').toReversed();
  if (!last) throw new Error('a raffle was begun');
  expect(await soundness([...before.toReversed(), { ...last, schemaVersion: 1 }])).toBeUndefined();
});

const loser = ALL.find((userId) => userId !== winner) ?? '';
const begunOnce = [...everybody, seed(), begun()];
const changed = (appended: Appended, data: object): Appended => ({
  ...appended,
  data: { ...appended.data, ...data },
});
const noted = (userId: string): Appended => ({
  ...system(ofRaffle('PrizePaid', { place: 1, userId, grantId: prizeGrantIdOf(RAFFLE, 1), amount: '10' })),
  ...NOTE,
});

test('a prize is paid to its winner, noted, and the raffle is over', async () => {
  expect(await soundness([...ofOnePlace, prize(winner), noted(winner), isOver('10')])).toBeUndefined();
});

test('a raffle whose last prize is noted says that it is over; a part of a ledger may end between the two', async () => {
  const paid = [...ofOnePlace, prize(winner), noted(winner)];
  const forgone = [...removed, forgo(winner, 'account_removed'), ...skipped('account_removed').slice(0, 1)];
  for (const unended of [paid, forgone]) {
    expect(await soundness(unended)).toBeUndefined();
    const goesOn = [...unended, ...joined('dddddddd-0000-4000-8000-000000000000')];
    expect(await soundness(goesOn)).toEqual({ rule: 'raffles', number: undefined });
  }
});

const DORA = 'dddddddd-0000-4000-8000-000000000000';
const byItself = { commandId: '00000000-0000-4000-8000-000000000002' };
const taken = system(ofRaffle('RevisionTaken', byItself));

test.each<[string, readonly Appended[]]>([
  ['by a command of its own', [{ ...isOver('10'), ...byItself }]],
  ['behind a revision that was taken', [taken, { ...isOver('10'), ...byItself }]],
  ['behind what somebody else has done', [...joined(DORA), { ...isOver('10'), ...byItself }]],
  ['twice', [isOver('10'), isOver('10')]],
  ['twice, by two commands', [isOver('10'), { ...isOver('10'), ...byItself }]],
])('no raffle is over %s', async (_, more) => {
  const ledger = [...ofOnePlace, prize(winner), noted(winner), ...more];
  expect(await soundness(ledger)).toEqual(brokenByLast(ledger));
});

test('a raffle is over in the name of who has noted its last prize, at the end of that command, and with no prize left', async () => {
  const paid = [...ofOnePlace, prize(winner), noted(winner)];
  const ofAnother = [...paid, root(isOver('10'))];
  expect(await soundness(ofAnother)).toEqual(brokenByLast(ofAnother, 'commands'));
  const apart = [...paid, ...joined(DORA), isOver('10')];
  expect(await soundness(apart)).toEqual(brokenByLast(apart, 'commands'));
  const early = [...ofOnePlace, prize(winner), isOver('0')];
  expect(await soundness(early)).toEqual(brokenByLast(early));
});

test('each prize is noted by a command of its own', async () => {
  const [ofFirst, ofSecond] = [1, 2].map((place) => {
    const { userId = '' } = winnersOf(ofTwoPlaces)[place - 1] ?? {};
    const [grantId, amount] = [prizeGrantIdOf(RAFFLE, place), '10'];
    const grant = { grantId, amount, source: 'raffle', reason: 'Won', ref: `${RAFFLE}:${place}` };
    const note = ofRaffle('PrizePaid', { place, userId, grantId, amount });
    return [root(own(userId, 'RewardGranted', grant)), { ...system(note), ...NOTE }] as const;
  });
  if (!ofFirst || !ofSecond) throw new Error('two places were drawn');
  const paid = [...ofTwoPlaces, ofFirst[0], ofSecond[0]];
  const apart = [...paid, { ...ofFirst[1], ...byItself }, ofSecond[1], isOver('20')];
  expect(await soundness(apart)).toBeUndefined();
  const together = [...paid, ofFirst[1], ofSecond[1]];
  expect(await soundness([...together, isOver('20')])).toEqual(brokenByLast(together));
});

test('in a ledger that was moved the entries are those of some moment since the raffle began', async () => {
  const soFar = [
    ...[...joined(ANNA), seed(), ...joined(BEN), begun()],
    ...joined(CLEO),
    own(ANNA, 'PersonalDataErased'),
  ];
  const moved = { isMoved: true };
  for (const userIds of [[ANNA, BEN], ALL, [BEN, CLEO]])
    expect(await soundness(frozen(soFar, userIds, { position: positionOf(9_000) }), moved)).toBeUndefined();
  for (const userIds of [[ANNA], [BEN]]) {
    const ledger = frozen(soFar, userIds);
    expect(await soundness(ledger, moved)).toEqual(brokenByLast(ledger));
  }
});

test('of a ledger that was moved no moment is made before the newest that fits: each holds everybody', async () => {
  const { everySince } = Eligible.prototype;
  let made = 0;
  const spied = vi.spyOn(Eligible.prototype, 'everySince').mockImplementation(function* (
    this: Eligible,
    raffleId,
    count,
  ) {
    for (const users of everySince.call(this, raffleId, count)) {
      made += 1;
      yield users;
    }
  });
  try {
    const soFar = [...everybody, seed(), begun(), erasure, ...joined(ANNA, false).slice(2)];
    expect(await soundness(frozen(soFar, ALL), { isMoved: true })).toBeUndefined();
    expect(made).toBe(1);
  } finally {
    spied.mockRestore();
  }
});

test.each<[string, readonly Appended[]]>([
  ['begins twice', [...begunOnce, begun()]],
  ['has the number of another one', [...everybody, seed(), begun(['10'], { number: 2 })]],
  ['is frozen before it begins', [...everybody, seed(), ...frozen(everybody, ALL).slice(-1)]],
  ['is frozen twice', [...frozen(begunOnce, ALL), ...frozen(begunOnce, ALL).slice(-1)]],
  ['is frozen as of itself', frozen(begunOnce, ALL, { position: positionOf(begunOnce.length + 1) })],
  ['is frozen as of before it began', frozen(begunOnce, ALL, {}, 1)],
  // Between two events; each such place gives other winners.
  [
    'is frozen as of where nothing stands',
    frozen(begunOnce, ALL, { position: positionOf(begunOnce.length + 0.5) }),
  ],
  ['fails when it is drawn', [...ofOnePlace, failed]],
  ['pays who has not won', [...ofOnePlace, prize(loser)]],
  ['pays another amount', [...ofOnePlace, changed(prize(winner), { amount: '11' })]],
  ['pays under another id', [...ofOnePlace, changed(prize(winner), { grantId: winner })]],
  ['notes a prize that was not paid', [...ofOnePlace, noted(winner)]],
  ['notes a prize of somebody else', [...ofOnePlace, prize(winner), noted(loser)]],
  ['says another sum', [...ofOnePlace, prize(winner), noted(winner), isOver('9')]],
])('no raffle %s', async (_, ledger) => {
  expect(await soundness(ledger)).toEqual(brokenByLast(ledger));
});

test('who takes part follows from the address that an account has at that moment', async () => {
  // Verified by the very event as of which the entries are.
  const [last, ...before] = joined(CLEO, false).toReversed();
  if (!last) throw new Error('an address was verified');
  const soFar = [...joined(ANNA), ...before.toReversed(), seed(), begun(), last];
  expect(await soundness(frozen(soFar, [ANNA, CLEO]))).toBeUndefined();
  expect(await soundness(frozen(soFar, [ANNA], {}, 1))).toBeUndefined();
  for (const ledger of [frozen(soFar, [ANNA]), frozen(soFar, [ANNA, CLEO], {}, 1)])
    expect(await soundness(ledger)).toEqual(brokenByLast(ledger));
});

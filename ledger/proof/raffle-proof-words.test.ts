import { expect, test, vi } from 'vitest';
import { raffleEvents } from '../../contracts/events/raffle.ts';
import { ownBeacon } from '../raffles/own-beacon.ts';
import { forgedProof } from '../testing/forged-proof.ts';
import { PUBLISHED_AT, publishProof, testUserId } from '../testing/publish-proof.ts';
import { firstRoundFrom } from './beacon.ts';
import { type ProofEvent, provenRaffle, type RaffleProof } from './proven-raffle.ts';
import { raffleEntry } from './raffle-entries.ts';
import { verifyRaffleProof } from './raffle-proof.ts';

const block = { blockNumber: '4711', blockHash: 'ab'.repeat(32) };
const prizes = ['paid', 'no_wallet', 'paid'] as const;
const proof = publishProof({ users: 9, amounts: ['5', '2.5', '7'], block, prizes });
const { winners, number, raffleId } = provenRaffle(proof);

const frozenAt = Date.parse(PUBLISHED_AT);
const own = ownBeacon({ secretKey: '03'.repeat(32), genesis: frozenAt / 1_000 - 3_000, period: 3 });
const rule = { ...own.beacon, marginSeconds: 30 };
const round = firstRoundFrom(rule, frozenAt + 30_000);
const withBeacon = publishProof({
  ...{ users: 9, amounts: ['5'], beacon: { rule, round, signature: own.sign(round) } },
});

/** The steps that do not hold, each as it says it. */
const saidOf = (given: unknown) =>
  verifyRaffleProof(given as RaffleProof).flatMap(({ name, fault }) =>
    fault === undefined ? [] : [`${name}: ${fault}`],
  );
const dataOf = (type: string, { events } = proof) =>
  events.find((event) => event.type === type)?.data as Record<string, unknown>;
/** The proof with something else in one event, all hashes anew. */
const forged = (type: string, change: object, given = proof) =>
  forgedProof(given, (event) => (event.type === type ? change : {}));
const winner = (at: number, change: object) => ({
  winners: winners.map((one, index) => (index === at ? { ...one, ...change } : one)),
});

test('each step says in words what it shows', () => {
  const shows = (given: RaffleProof) =>
    verifyRaffleProof(given).map(({ name, shows }) => `${name}: ${shows}`);
  const first = [
    'Events: Each event has the hash of its content, and names the one before it',
    'Algorithm: The method is the one that this page knows',
    'Raffle: The id of the raffle is the one of its number',
    'Order: The seed was fixed first, then the rules, then the entries, then the draw',
    'Seed: The revealed seed is the one whose hash was committed',
    'Block: The draw used the block that was named when the entries were frozen, or none',
  ];
  const last = [
    'Rules: The rules were fixed before the draw, with one prize for each place',
    'Winners: The seed, the rules and the frozen entries give exactly these winners',
    'Place 1: The winner is among the frozen entries, at that number',
  ];
  const end = 'Prizes: Each prize was paid to its winner once, or skipped with the reason';
  expect(shows(proof)).toEqual([
    ...[...first, ...last],
    ...[2, 3].map((place) => `Place ${place}: The winner is among the frozen entries, at that number`),
    end,
  ]);
  expect(shows(withBeacon)).toEqual([
    ...first,
    'Beacon: The rules name a public beacon, by the hash of its key and its times',
    'Round: Its round was named with the frozen entries, before the time at which it is published',
    'Begun: The round was still to come when the raffle was begun',
    'Revealed: The seed was revealed with the frozen entries: nobody could keep the winners back',
    'Signature: The beacon has signed that round, which nobody could do or know before',
    ...last,
    end,
  ]);
  expect(verifyRaffleProof({} as RaffleProof)).toMatchObject([
    { name: 'Events', shows: 'Each event has the hash of its content, and names the one before it' },
  ]);
});

test.each<[what: string, given: RaffleProof, said: string]>([
  ['another method', forged('RaffleDrawn', { algorithm: 'mine' }), 'Algorithm: algorithm is mine'],
  ['another number', forged('RaffleCommitted', { number: 8 }), 'Raffle: raffleId is not the one of number 8'],
  [
    'a seed for another raffle',
    forged('SeedCommitted', { number: 6 }),
    'Seed: the seed was committed for raffle 6',
  ],
  [
    'another seed in the rules',
    forged('RaffleCommitted', { seedHash: '0'.repeat(64) }),
    'Seed: the raffle began with another seed than the one committed for it',
  ],
  [
    'another seed in the draw',
    forged('RaffleDrawn', { seed: '0'.repeat(64) }),
    'Seed: the hash of seed is not seedHash',
  ],
  [
    'a block that was chosen afterwards',
    forged('RaffleDrawn', { publicRandomness: { ...block, blockNumber: '4712' } }),
    'Block: block 4712 was used, 4711 was named',
  ],
  [
    'no block',
    forged('RaffleDrawn', { publicRandomness: null }),
    'Block: block none was used, 4711 was named',
  ],
  [
    'a block that nobody named',
    forged('EntriesFrozen', { block: undefined }),
    'Block: block 4711 was used, none was named',
  ],
  [
    'a prize more',
    forged('RaffleCommitted', { amounts: ['5', '2.5', '7', '1'] }),
    'Rules: 4 amounts for 3 winners',
  ],
  [
    'a flat raffle of different prizes',
    forged('RaffleCommitted', { mode: 'flat' }),
    'Rules: amounts differ although the raffle is flat',
  ],
  ['a place twice', forged('RaffleDrawn', winner(1, { place: 1 })), 'Rules: winners[1].place is not 2'],
  [
    'another number of an entry',
    forged('RaffleDrawn', winner(1, { index: 100 })),
    `Winners: winners[1].index is 100, the seed gives ${winners[1]?.index}`,
  ],
  [
    'a number beyond the entries',
    forged('RaffleDrawn', winner(1, { index: 100 })),
    'Place 2: entry is not number 100 of the 9 entries under root',
  ],
  [
    'more entries than there are numbers to draw them by',
    forged('EntriesFrozen', { count: Number.MAX_SAFE_INTEGER }),
    'Winners: nobody can be drawn from 9007199254740991 entries',
  ],
  [
    'somebody else',
    forged('RaffleDrawn', winner(2, { userId: testUserId(100) })),
    "Place 3: entry is not the one of the winner's userId",
  ],
  [
    'another entry of its user',
    forged(
      'RaffleDrawn',
      winner(2, { userId: testUserId(100), entry: raffleEntry(raffleId, testUserId(100)) }),
    ),
    `Place 3: entry is not number ${winners[2]?.index} of the 9 entries under root`,
  ],
  [
    'a prize of a place that nobody has',
    forged('PrizeSkipped', { place: 9 }),
    'Prizes: a prize was settled for place 9, which nobody has',
  ],
  ['a prize twice', forged('PrizeSkipped', { place: 1 }), 'Prizes: the prize of place 1 was settled twice'],
  [
    'a prize for somebody else',
    forged('PrizePaid', { userId: testUserId(100) }),
    'Prizes: the prize of place 1 went to somebody else',
  ],
  ['another prize', forged('PrizePaid', { amount: '6' }), 'Prizes: the prize of place 1 was another amount'],
  [
    'another grant',
    forged('PrizePaid', { grantId: testUserId(1) }),
    'Prizes: grantId of place 1 is not its own',
  ],
  [
    'another sum',
    forged('RaffleCompleted', { totalDistributed: '14.5' }),
    'Prizes: totalDistributed is not the sum of the prizes that were paid, 12',
  ],
])('%s is said in words', (_, given, said) => {
  expect(saidOf(given)).toContain(said);
});

test('prizes that are missing, or a raffle that is not complete, are said in words', () => {
  const without = (...types: string[]) => {
    const events = proof.events.filter(({ type }) => !types.includes(type));
    const revised = events.map((event, at) => ({ ...event, revision: at === 0 ? event.revision : at - 1 }));
    return forgedProof({ ...proof, events: revised }, () => ({}));
  };
  expect(saidOf(without('PrizeSkipped'))).toEqual([
    'Prizes: 2 of 3 prizes are settled, and the raffle is complete',
  ]);
  expect(saidOf(without('RaffleCompleted'))).toEqual([
    'Prizes: 3 of 3 prizes are settled, and the raffle is not complete',
  ]);
  expect(saidOf(without('PrizeSkipped', 'RaffleCompleted'))).toEqual([]);
});

/** The proof with something else about one event, its hash as it was. */
const altered = (at: number, change: Partial<ProofEvent>) => ({
  ...proof,
  events: proof.events.map((event, index) => (index === at ? { ...event, ...change } : event)),
});

test('what an event has that it should not is said with its number and type', () => {
  const [id, hash] = [testUserId(1), `sha256-jcs:${'0'.repeat(64)}`];
  expect(saidOf(altered(2, { id }))).toEqual([
    'Events: events[2] (EntriesFrozen): hash is not the one of its content',
    expect.stringMatching(/^Order: the positions are not those of positionsHash$/),
  ]);
  expect(saidOf(altered(1, { hash }))).toEqual([
    'Events: events[1] (RaffleCommitted): hash is not the one of its content',
  ]);
  const rehashed = (at: number, change: Partial<ProofEvent>) => forgedProof(altered(at, change), () => ({}));
  expect(saidOf(rehashed(3, { stream: `raffle-${testUserId(1)}` }))).toEqual([
    `Events: events[3] (RaffleDrawn) stands in the stream raffle-${testUserId(1)}`,
  ]);
  expect(saidOf(rehashed(3, { revision: 5 }))).toEqual([
    'Events: events[3] (RaffleDrawn): its revision is not 2',
  ]);
  const { events } = proof;
  const cut = { ...proof, events: events.with(1, { ...events[1]!, revision: 1 }) };
  expect(saidOf(forgedProof(cut, () => ({})))).toContain(
    'Events: events[1] (RaffleCommitted): its revision is not 0',
  );
});

test('events that stand before what they follow from are said in words', () => {
  const moved = (at: number, commit: number) =>
    forgedProof(altered(at, { position: `C:${commit}/P:${commit}` }), () => ({}));
  expect(saidOf(moved(0, 400))).toEqual(['Order: RaffleCommitted does not stand after SeedCommitted']);
  expect(saidOf(moved(2, 500))).toEqual(['Order: EntriesFrozen does not stand after eligibleAt']);
  expect(saidOf(moved(2, 501))).toEqual([]);
  expect(saidOf(moved(3, 600))).toEqual(['Order: RaffleDrawn does not stand after EntriesFrozen']);
  expect(saidOf(moved(4, 800))).toEqual([]);
  expect(saidOf(moved(4, 799))).toEqual(['Order: PrizePaid does not stand after RaffleDrawn']);
  expect(saidOf(moved(1, 501))[0]).toBe('Order: eligibleAt does not stand after RaffleCommitted');
  expect(saidOf(moved(1, 500))).toEqual([]);
  expect(saidOf({ ...proof, positionsHash: '0'.repeat(64) })).toEqual([
    'Order: the positions are not those of positionsHash',
  ]);
});

test('what cannot be read as a proof is said with its place', () => {
  const { events } = proof;
  const readOf = (given: object) => saidOf({ ...proof, ...given });
  expect(readOf({ events: [] })).toEqual(['Events: events[0] is not SeedCommitted']);
  expect(readOf({ events: events.slice(0, 2) })).toEqual(['Events: events[2] is not EntriesFrozen']);
  expect(readOf({ events: events.slice(0, 3) })).toEqual(['Events: events[3] is not RaffleDrawn']);
  expect(readOf({ events: events.slice(0, 1) })).toEqual(['Events: events[1] is not RaffleCommitted']);
  expect(readOf({ events: [...events, events[4]!] })).toEqual(['Events: events[8] has no place there']);
  expect(readOf({ events: events.with(2, { ...events[2]!, data: { count: -1 } }) })[0]).toMatch(
    /^Events: events\[2\]\.data\.\w+ is not what it has to be: \S/,
  );
  expect(readOf({ events: events.with(2, { ...events[2]!, revision: -1 }) })[0]).toMatch(
    /^Events: the proof\.events\[2\]\.revision is not what it has to be: \S/,
  );
  for (const wrong of [
    { positionsHash: `${proof.positionsHash}0` },
    { positionsHash: `0${proof.positionsHash}` },
    { events: events.with(0, { ...events[0]!, hash: `x${events[0]?.hash}` }) },
    { events: events.with(0, { ...events[0]!, hash: `${events[0]?.hash}0` }) },
    { events: events.with(0, { ...events[0]!, position: 'xC:1/P:1' }) },
    { events: events.with(0, { ...events[0]!, position: 'C:1/P:1x' }) },
  ])
    expect(readOf(wrong)[0]).toMatch(/^Events: the proof\.\S+ is not what it has to be: /);
});

test('a round that is not what the rules ask for is said in words', () => {
  const pinned = dataOf('EntriesFrozen', withBeacon).beacon as object;
  const said = (type: string, change: object) => saidOf(forged(type, change, withBeacon));
  const signed = { round: round + 1, signature: own.sign(round + 1) };
  expect(said('RaffleDrawn', { beacon: signed })[0]).toBe(
    `Round: round ${round + 1} was used, ${round} was named`,
  );
  expect(said('RaffleDrawn', { beacon: undefined })).toEqual([
    `Round: round none was used, ${round} was named`,
    'Signature: it is not signed with the key of the beacon',
    'Winners: the draw has no round of the beacon',
  ]);
  expect(said('EntriesFrozen', { beacon: { ...pinned, chainHash: '0'.repeat(64) } })).toEqual([
    'Beacon: the round is that of another beacon',
  ]);
  expect(said('EntriesFrozen', { beacon: { ...pinned, seed: '0'.repeat(64) } })).toEqual([
    'Revealed: the seed is not the one that was revealed then',
  ]);
  expect(said('EntriesFrozen', { beacon: undefined })).toEqual([
    'Beacon: the round is that of another beacon',
    'Round: no round was named when the entries were frozen',
    'Revealed: the seed is not the one that was revealed then',
    'Winners: the draw has no round of the beacon',
  ]);
  expect(said('RaffleCommitted', { beacon: undefined })).toContain('Beacon: the rules name no beacon');
  expect(said('RaffleCommitted', { beacon: { ...rule, period: 4 } })[0]).toBe(
    'Beacon: chainHash is not the one of its key and its times',
  );
  const ahead = ((rule.genesis + (round - 1) * 3) * 1_000 - frozenAt) / 1_000;
  expect(said('RaffleCommitted', { beacon: { ...rule, marginSeconds: 31 } })).toContain(
    `Round: round ${round} was named ${ahead} s before it was published, the rules ask for 31`,
  );
  expect(said('RaffleCommitted', { beacon: { ...rule, marginSeconds: ahead } })).not.toContain(
    expect.stringMatching(/^Round/),
  );
});

test('the number of a raffle is what its events say', () => {
  expect(number).toBe(7);
});

test('a proof with more winners than its rules have prizes is refused before anything of them is read or checked', () => {
  const [winner] = winners;
  const crowd = Array.from({ length: 200_000 }, (_, index) => ({ ...winner, place: index + 1 }));
  const events = proof.events.map((event) =>
    event.type === 'RaffleDrawn' ? { ...event, data: { ...(event.data as object), winners: crowd } } : event,
  );
  const read = vi.spyOn(raffleEvents.RaffleDrawn.data, 'safeParse');
  expect(saidOf({ ...proof, events })).toEqual(['Events: events[3] has 200000 winners for 3 prizes']);
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});

import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, test } from 'vitest';
import { raffleLimits } from '../../contracts/raffle-limits.ts';
import { ownBeacon } from '../raffles/own-beacon.ts';
import { forgedProof } from '../testing/forged-proof.ts';
import { PUBLISHED_AT, type PublishedRound, publishProof } from '../testing/publish-proof.ts';
import { firstRoundFrom, QUICKNET, roundTime } from './beacon.ts';
import { bytesToHex, utf8ToBytes } from './bytes.ts';
import { finishDraw } from './finish-draw.ts';
import { type ProofEvent, provenRaffle, type RaffleProof } from './proven-raffle.ts';
import { gradeOf, limitsOf } from './raffle-grade.ts';
import { isValid, verifyRaffleProof } from './raffle-proof.ts';

const frozenAt = Date.parse(PUBLISHED_AT);
const own = ownBeacon({ secretKey: '03'.repeat(32), genesis: frozenAt / 1_000 - 3_000, period: 3 });
const rule = { ...own.beacon, marginSeconds: 30 };
const round = firstRoundFrom(rule, frozenAt + 30_000);
const taken: PublishedRound = { rule, round, signature: own.sign(round) };
const amounts = ['5', '2.5'];
const published = (beacon: PublishedRound) =>
  publishProof({ users: 9, amounts, prizes: ['paid', 'no_wallet'], beacon });
const proof = published(taken);

const faultsOf = (given: RaffleProof) =>
  verifyRaffleProof(given).flatMap(({ name, fault }) => (fault === undefined ? [] : [name]));

test('a draw with the round that was named holds, and the check shows what of it is the beacon', () => {
  const steps = verifyRaffleProof(proof);
  expect(steps.filter(({ fault }) => fault !== undefined)).toEqual([]);
  expect(isValid(steps)).toBe(true);
  expect(steps.map(({ name }) => name)).toEqual([
    ...['Events', 'Algorithm', 'Raffle', 'Order', 'Seed', 'Block', 'Beacon', 'Round', 'Begun'],
    ...['Revealed', 'Signature', 'Rules', 'Winners', 'Place 1', 'Place 2', 'Prizes'],
  ]);
});

test('the winners hang on the round: another one gives others', () => {
  const winners = new Set(
    Array.from({ length: 12 }, (_, n) => {
      const other = published({ rule, round: round + n, signature: own.sign(round + n) });
      return provenRaffle(other)
        .winners.map(({ index }) => index)
        .join();
    }),
  );
  expect(winners.size).toBeGreaterThan(6);
});

describe('anybody finishes a draw whose round is there', () => {
  const frozen = proof.events.slice(0, 3);
  test('from the events that were published before it, with the same winners', () => {
    const winners = provenRaffle(proof).winners.map(({ index }) => index);
    expect(finishDraw(frozen, taken.signature)).toEqual(winners);
  });
  test('and nobody with anything but the round that was named', () => {
    expect(() => finishDraw(frozen, own.sign(round + 1))).toThrow('has not signed');
    expect(() => finishDraw(frozen, 'zz')).toThrow('has not signed');
    const unnamed = publishProof({ users: 5, amounts: ['1'] }).events;
    expect(() => finishDraw(unnamed, taken.signature)).toThrow('waits for no round');
  });
});

describe('the grade is that of the events, not what anybody says', () => {
  const graded = (options: Partial<Parameters<typeof publishProof>[0]>) =>
    gradeOf(provenRaffle(publishProof({ users: 5, amounts: ['1'], ...options })));
  test('only a beacon with the hash of quicknet is drand', () => {
    expect(graded({ beacon: taken })).toBe('other_beacon');
    expect(graded({ beacon: { ...taken, rule: { ...QUICKNET, marginSeconds: 30 } } })).toBe('drand');
  });
  test('a block, and the seed alone', () => {
    expect(graded({ block: { blockNumber: '9', blockHash: 'a'.repeat(64) } })).toBe('block');
    expect(graded({})).toBe('seed');
  });
  test('what the check cannot show is said, and names the time before which the entries had to be frozen', () => {
    const limits = limitsOf(provenRaffle(proof));
    expect(limits).toHaveLength(3);
    expect(limits[2]).toContain(PUBLISHED_AT);
    expect(limits[2]).toContain(new Date(roundTime(rule, round)).toISOString());
    const { everybody, positions, blockHash } = raffleLimits;
    const alone = { users: 5, amounts: ['1'] };
    expect(limitsOf(provenRaffle(publishProof(alone)))).toEqual([everybody, positions]);
    const block = { blockNumber: '9', blockHash: 'a'.repeat(64) };
    expect(limitsOf(provenRaffle(publishProof({ ...alone, block })))).toEqual([
      everybody,
      positions,
      blockHash,
    ]);
    const moved = { ...publishProof(alone), isMoved: true };
    expect(limitsOf(provenRaffle(moved))).toEqual([everybody, positions, raffleLimits.moved]);
  });
});

test('a round that nobody lives to see is told in words, and breaks nothing that is to judge it', () => {
  const never = published({ rule, round: Number.MAX_SAFE_INTEGER, signature: taken.signature });
  expect(limitsOf(provenRaffle(never))[2]).toContain('a time beyond the calendar');
  expect(faultsOf(never)).toContain('Signature');
});

describe('a real round of quicknet', () => {
  // Round 1000 was published at its time, long before this raffle: a raffle that takes it named it too late.
  const signature =
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
  const late = published({ rule: { ...QUICKNET, marginSeconds: 30 }, round: 1_000, signature });
  test('that was public when it was named holds in all but that', () => {
    expect(faultsOf(late)).toEqual(['Round', 'Begun']);
  });
  test('under the name of drand with a key of one’s own is none', () => {
    const posing = { ...rule, chainHash: QUICKNET.chainHash };
    expect(faultsOf(published({ rule: posing, round, signature: own.sign(round) }))).toEqual(['Beacon']);
  });
});

const rewritten = (change: (event: ProofEvent) => object) => forgedProof(proof, change);

describe('an operator who wants another winner, and writes every event anew', () => {
  const dataOf = (type: string) =>
    (proof.events.find((event) => event.type === type)?.data ?? {}) as Record<string, unknown>;
  const pinned = dataOf('EntriesFrozen').beacon as object;
  const inDraw = (draw: object) => rewritten(({ type }) => (type === 'RaffleDrawn' ? draw : {}));
  const inFreeze = (freeze: object) => rewritten(({ type }) => (type === 'EntriesFrozen' ? freeze : {}));

  test('rewriting alone changes nothing', () => expect(faultsOf(rewritten(() => ({})))).toEqual([]));

  test('draws with another round than the one that was named', () => {
    const signed = { round: round + 1, signature: own.sign(round + 1) };
    expect(faultsOf(inDraw({ beacon: signed }))).toEqual(['Round', 'Winners']);
  });
  test('makes a signature up', () => {
    const signature = own.sign(round + 1);
    expect(faultsOf(inDraw({ beacon: { round, signature } }))).toEqual(['Signature', 'Winners']);
  });
  test('names a round that was public already', () => {
    const past = firstRoundFrom(rule, frozenAt) - 1;
    const tampered = rewritten(({ type }) => {
      if (type === 'EntriesFrozen') return { beacon: { ...pinned, round: past } };
      return type === 'RaffleDrawn' ? { beacon: { round: past, signature: own.sign(past) } } : {};
    });
    expect(faultsOf(tampered)).toContain('Round');
  });
  test('freezes once the round is public, with a time from before the raffle was begun', () => {
    const begunAt = (milliseconds: number) => {
      const occurredAt = new Date(roundTime(rule, round) + milliseconds).toISOString();
      const events = proof.events.map((event) =>
        event.type === 'RaffleCommitted'
          ? { ...event, metadata: { ...Object(event.metadata), occurredAt } }
          : event,
      );
      return forgedProof({ ...proof, events }, () => ({}));
    };
    expect(faultsOf(begunAt(60_000))).toEqual(['Begun']);
    // The clocks of two replicas are no closer.
    expect(faultsOf(begunAt(59_999))).toEqual([]);
  });
  test('names a round that is too near', () => {
    expect(faultsOf(published({ ...taken, round: round - 1, signature: own.sign(round - 1) }))).toEqual([
      'Round',
    ]);
  });
  test('takes a round of another beacon, which is his own', () => {
    const other = ownBeacon({ secretKey: '04'.repeat(32), genesis: rule.genesis, period: 3 });
    const { chainHash } = other.beacon;
    expect(faultsOf(inFreeze({ beacon: { ...pinned, chainHash } }))).toContain('Beacon');
    expect(faultsOf(inDraw({ beacon: { round, signature: other.sign(round) } }))).toContain('Signature');
  });
  test('draws without the round that the rules ask for', () => {
    expect(faultsOf(inDraw({ beacon: undefined }))).toEqual(['Round', 'Signature', 'Winners']);
    const v1 = { beacon: undefined, algorithm: 'hmac-sha256-rejection-fisher-yates-v1' };
    expect(faultsOf(inDraw(v1))).toEqual(['Algorithm', 'Round', 'Signature', 'Winners']);
  });
  test('takes a block beside the round, whose hash he makes up once that is there', () => {
    const block = { blockNumber: '9', blockHash: 'a'.repeat(64) };
    expect(faultsOf(publishProof({ users: 9, amounts, beacon: taken, block }))).toEqual(['Block']);
  });
  test('leaves the beacon out of the rules, after the fact', () => {
    const tampered = rewritten(({ type }) => (type === 'RaffleCommitted' ? { beacon: undefined } : {}));
    expect(faultsOf(tampered)).toEqual(['Algorithm', 'Beacon', 'Round', 'Signature', 'Winners']);
  });
  test('leaves the beacon out everywhere: another draw with other winners, of the lowest grade', () => {
    const tampered = rewritten(({ type }) =>
      type === 'RaffleDrawn'
        ? { beacon: undefined, algorithm: 'hmac-sha256-rejection-fisher-yates-v1' }
        : { beacon: undefined },
    );
    expect(faultsOf(tampered)).toEqual(['Winners']);
    expect(gradeOf(provenRaffle(tampered))).toBe('seed');
  });
  test('reveals another seed once the round is there', () => {
    const seed = bytesToHex(sha256(utf8ToBytes('a better seed')));
    expect(faultsOf(inDraw({ seed }))).toEqual(['Seed', 'Revealed', 'Winners']);
  });
  test('keeps the seed back until the round is there', () => {
    expect(faultsOf(inFreeze({ beacon: { ...pinned, seed: '0'.repeat(64) } }))).toEqual(['Revealed']);
  });
  test('asks for a smaller margin in the rules, after the fact: the winners hang on the rules', () => {
    const marginSeconds = 1;
    const tampered = rewritten(({ type }) =>
      type === 'RaffleCommitted' ? { beacon: { ...rule, marginSeconds } } : {},
    );
    expect(faultsOf(tampered)).toEqual(['Winners']);
  });
});

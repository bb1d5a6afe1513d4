import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, test } from 'vitest';
import { MAX_GRANT } from '../../contracts/constants.ts';
import type { RaffleEvent, RaffleWinner } from '../../contracts/events/raffle.ts';
import { GrantTooLarge } from '../accounts/errors.ts';
import { LedgerCorrupt } from '../domain-error.ts';
import { QUICKNET } from '../proof/beacon.ts';
import { bytesToHex, hexToBytes } from '../proof/bytes.ts';
import { givenFor } from '../testing/given.ts';
import { type RaffleCommand, RaffleNotDrawn, RaffleUnderWay, raffle, UnknownPlace } from './raffle.ts';

const given = givenFor(raffle);
const hash = (digit: string) => digit.repeat(64);
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const rules = { number: 1, mode: 'tiered', amounts: ['5', '2.5'], seedHash: hash('a') } as const;
const committed: RaffleEvent = { type: 'RaffleCommitted', data: { ...rules, amounts: ['5', '2.5'] } };
const entries = { root: hash('b'), count: 7, position: 'C:10/P:10' };
const frozen: RaffleEvent = { type: 'EntriesFrozen', data: entries };
const winner = (place: number): RaffleWinner => ({
  place,
  index: place,
  entry: hash('c'),
  path: [],
  userId: id(place),
  username: `winner_${place}`,
  walletAddress: null,
});
const draw = { seed: hash('d'), algorithm: 'test', publicRandomness: null, winners: [winner(1), winner(2)] };
const drawn: RaffleEvent = { type: 'RaffleDrawn', data: draw };
const paid = (place: number, amount: string): RaffleEvent => ({
  type: 'PrizePaid',
  data: { place, userId: id(place), grantId: id(9), amount },
});
const skipped = (place: number): RaffleEvent => ({
  type: 'PrizeSkipped',
  data: { place, reason: 'no_wallet' },
});
const completed = (totalDistributed: string): RaffleEvent => ({
  type: 'RaffleCompleted',
  data: { totalDistributed },
});
const withBlock: RaffleEvent = { type: 'EntriesFrozen', data: { ...entries, block: '9' } };
const pay = (place: number): RaffleCommand => ({ type: 'PayPrize', place, grantId: id(9) });
const skip = (place: number): RaffleCommand => ({ type: 'SkipPrize', place, reason: 'no_wallet' });
const failAt = (stage: 'committed' | 'frozen'): RaffleCommand => ({
  type: 'FailRaffle',
  stage,
  reason: 'no chain',
});
const begin: RaffleCommand = { type: 'CommitRaffle', ...rules, amounts: ['5', '2.5'] };

describe('the stages', () => {
  test('committed', () => given().when(begin).then(committed));
  test('a number is used once', () => given(committed).when(begin).fails(RaffleUnderWay));
  test('with prizes that an account may be granted', () => {
    const most = [MAX_GRANT, MAX_GRANT];
    given()
      .when({ ...begin, amounts: most })
      .then({ type: 'RaffleCommitted', data: { ...rules, amounts: most } });
    given()
      .when({ ...begin, amounts: ['5', `${MAX_GRANT}.000000000000000001`] })
      .fails(GrantTooLarge);
  });
  test('frozen', () =>
    given(committed)
      .when({ type: 'FreezeEntries', ...entries })
      .then(frozen));
  test('frozen once', () =>
    given(committed, frozen)
      .when({ type: 'FreezeEntries', ...entries })
      .then());
  test('drawn', () =>
    given(committed, frozen)
      .when({ type: 'DrawRaffle', ...draw })
      .then(drawn));
  test('never drawn again', () =>
    given(committed, frozen, drawn)
      .when({ type: 'DrawRaffle', ...draw })
      .then());
  test('not drawn before the entries are frozen', () =>
    given(committed)
      .when({ type: 'DrawRaffle', ...draw })
      .then());
  test('failed before the draw', () => {
    const failed: RaffleEvent = { type: 'RaffleFailed', data: { reason: 'no chain' } };
    given(committed).when(failAt('committed')).then(failed);
    given(committed, frozen).when(failAt('frozen')).then(failed);
  });
  test('a raffle that somebody else has frozen meanwhile does not fail', () =>
    given(committed, frozen).when(failAt('committed')).then());
  test('a drawn raffle does not fail', () => {
    for (const stage of ['committed', 'frozen'] as const)
      given(committed, frozen, drawn).when(failAt(stage)).then();
  });
  test('has a winner for each prize, no more and no fewer', () => {
    const [first] = draw.winners;
    if (!first) throw new Error('there are winners');
    const state = [committed, frozen].reduce(raffle.evolve, raffle.initialState);
    for (const winners of [[], [first], [...draw.winners, { ...first, place: draw.winners.length + 1 }]]) {
      expect(() => raffle.decide({ type: 'DrawRaffle', ...draw, winners }, state)).toThrow(LedgerCorrupt);
    }
  });
  test('a failed raffle is not drawn', () =>
    given(committed, frozen, { type: 'RaffleFailed', data: { reason: 'x' } })
      .when({ type: 'DrawRaffle', ...draw })
      .then());
});

describe('prizes', () => {
  test('are paid by place', () => given(committed, frozen, drawn).when(pay(2)).then(paid(2, '2.5')));
  test('once', () => given(committed, frozen, drawn, paid(1, '5')).when(pay(1)).then());
  test('a skipped one is not paid later', () =>
    given(committed, frozen, drawn, skipped(1)).when(pay(1)).then());
  test('a paid one is not skipped later', () =>
    given(committed, frozen, drawn, paid(1, '5')).when(skip(1)).then());
  test('the last one completes the raffle with what was really paid', () => {
    given(committed, frozen, drawn, paid(1, '5')).when(pay(2)).then(paid(2, '2.5'), completed('7.5'));
    given(committed, frozen, drawn, paid(1, '5')).when(skip(2)).then(skipped(2), completed('5'));
    given(committed, frozen, drawn, skipped(1)).when(skip(2)).then(skipped(2), completed('0'));
  });
  test('of a complete raffle are settled: nothing is paid or skipped again', () => {
    const over = [committed, frozen, drawn, paid(1, '5'), skipped(2), completed('5')];
    given(...over)
      .when(pay(1))
      .then();
    given(...over)
      .when(skip(2))
      .then();
    given(...over)
      .when(pay(3))
      .fails(UnknownPlace);
  });
  test('none before the draw', () => given(committed, frozen).when(pay(1)).fails(RaffleNotDrawn));
  test('none beyond the places', () => given(committed, frozen, drawn).when(pay(3)).fails(UnknownPlace));
});

describe('the block', () => {
  const drawWith = (publicRandomness: { blockNumber: string; blockHash: string } | null) => () =>
    raffle.decide(
      { type: 'DrawRaffle', ...draw, publicRandomness },
      [committed, withBlock].reduce(raffle.evolve, raffle.initialState),
    );
  test('that was named is the one that is drawn with', () => {
    const publicRandomness = { blockNumber: '9', blockHash: hash('e') };
    expect(drawWith(publicRandomness)()).toEqual([
      { type: 'RaffleDrawn', data: { ...draw, publicRandomness } },
    ]);
  });
  test('is no other, nor none', () => {
    expect(drawWith({ blockNumber: '10', blockHash: hash('e') })).toThrow(LedgerCorrupt);
    expect(drawWith(null)).toThrow(LedgerCorrupt);
  });
});

describe('the round of a beacon', () => {
  const seed = 'd'.repeat(64);
  const seedHash = bytesToHex(sha256(hexToBytes(seed)));
  const beacon = { ...QUICKNET, marginSeconds: 30 };
  const ruled: RaffleEvent = {
    type: 'RaffleCommitted',
    data: { ...rules, amounts: ['5', '2.5'], seedHash, beacon },
  };
  const named = { chainHash: QUICKNET.chainHash, round: 9, seed };
  const pinned: RaffleEvent = { type: 'EntriesFrozen', data: { ...entries, beacon: named } };
  const signed = { round: 9, signature: 'b'.repeat(96) };
  const decided = (events: RaffleEvent[], command: RaffleCommand) => () =>
    raffle.decide(command, events.reduce(raffle.evolve, raffle.initialState));
  const freeze = (more: object) => decided([ruled], { type: 'FreezeEntries', ...entries, ...more });
  const drawWith = (more: object) =>
    decided([ruled, pinned], { type: 'DrawRaffle', ...draw, seed, beacon: signed, ...more });

  test('is named with the entries, and the seed revealed', () => {
    expect(freeze({ beacon: named })()).toEqual([pinned]);
  });
  test('is none of another beacon, never left out, and the seed is the one that was committed', () => {
    expect(freeze({})).toThrow(LedgerCorrupt);
    expect(freeze({ beacon: { ...named, chainHash: hash('a') } })).toThrow(LedgerCorrupt);
    expect(freeze({ beacon: { ...named, seed: hash('e') } })).toThrow(LedgerCorrupt);
    const unruled = decided([committed], { type: 'FreezeEntries', ...entries, beacon: named });
    expect(unruled).toThrow(LedgerCorrupt);
  });
  test('is the one that is drawn with, with the revealed seed', () => {
    expect(drawWith({})()).toEqual([{ type: 'RaffleDrawn', data: { ...draw, seed, beacon: signed } }]);
    expect(drawWith({ beacon: { ...signed, round: 10 } })).toThrow(LedgerCorrupt);
    expect(drawWith({ beacon: undefined })).toThrow(LedgerCorrupt);
    expect(drawWith({ seed: hash('e') })).toThrow(LedgerCorrupt);
  });
  test('takes the way back: once it is named the raffle cannot fail, nor be frozen anew', () => {
    given(ruled, pinned)
      .when({ type: 'FailRaffle', stage: 'frozen', reason: 'other winners, please' })
      .then();
    given(ruled, pinned)
      .when({ type: 'FreezeEntries', ...entries, beacon: { ...named, round: 10 } })
      .then();
    given(ruled)
      .when({ type: 'FailRaffle', stage: 'committed', reason: 'the seed is lost' })
      .then({ type: 'RaffleFailed', data: { reason: 'the seed is lost' } });
  });
});

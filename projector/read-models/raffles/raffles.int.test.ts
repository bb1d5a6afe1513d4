import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BeaconRule, RaffleEvent } from '../../../contracts/events/raffle.ts';
import { ONE_EVO } from '../../../contracts/money.ts';
import { QUICKNET } from '../../../ledger/proof/beacon.ts';
import { raffleIdOf } from '../../../ledger/proof/raffle-id.ts';
import { project, startTestReadModels, type TestReadModels } from '../../testing/read-models.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { expectToldTwiceIsOnce } from '../../testing/told-twice.ts';
import { publicFigures } from '../stats/public-figures.ts';
import {
  countRaffles,
  findLatestDraw,
  findNextSeed,
  findRaffle,
  listRaffleEvents,
  listRaffles,
  listWinners,
  pendingRewardsOf,
} from './queries.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

const hash = (digit: string) => digit.repeat(64);

/** Five raffles: one paid and completed, one that failed before and one after the freeze, one drawn, one that waits. */
function history(): TestLedger {
  const ledger = new TestLedger();
  const users = Array.from({ length: 4 }, () => ledger.open());
  for (const userId of users) ledger.grant(userId, 5n * ONE_EVO);
  // The first version wrote the first ones; while it ran beside this one, both committed the third.
  const seed = (number: number, stream = number < 3 ? 'program' : 'raffle-seeds') => {
    const digit = number === 3 && stream === 'program' ? 'e' : String(number);
    return ledger.append(stream, { type: 'SeedCommitted', data: { number, hash: hash(digit) } });
  };
  const told = (number: number, event: RaffleEvent) => ledger.append(`raffle-${raffleIdOf(number)}`, event);
  const begin = (number: number, amounts: string[], beacon?: BeaconRule) =>
    told(number, {
      type: 'RaffleCommitted',
      data: { number, mode: 'tiered', amounts, seedHash: hash(String(number)), ...(beacon && { beacon }) },
    });
  const freeze = (number: number) =>
    told(number, { type: 'EntriesFrozen', data: { root: hash('a'), count: 4, position: 'C:300/P:290' } });
  const draw = (number: number, winners: number) =>
    told(number, {
      type: 'RaffleDrawn',
      data: {
        seed: hash('b'),
        algorithm: 'test',
        publicRandomness: number === 1 ? { blockNumber: '9', blockHash: hash('c') } : null,
        winners: users.slice(0, winners).map((userId, index) => ({
          place: index + 1,
          index,
          entry: hash('d'),
          path: [hash('e'), hash('f')].slice(index),
          userId,
          username: `user\0${index}`,
          walletAddress: index === 1 ? null : ledger.newWallet(),
        })),
      },
    });

  seed(1);
  begin(1, ['5', '2.5', '0.000000000000000001']);
  freeze(1);
  draw(1, 3);
  seed(2);
  const grantId = crypto.randomUUID();
  told(1, { type: 'PrizePaid', data: { place: 1, userId: users[0] ?? '', grantId, amount: '5' } });
  told(1, { type: 'PrizeSkipped', data: { place: 2, reason: 'no_wallet' } });
  told(1, { type: 'PrizeSkipped', data: { place: 3, reason: 'account_removed' } });
  told(1, { type: 'RaffleCompleted', data: { totalDistributed: '5' } });
  begin(2, ['1']);
  told(2, { type: 'RaffleFailed', data: { reason: 'no chain' } });
  seed(3);
  seed(3, 'program');
  begin(3, ['1']);
  freeze(3);
  told(3, { type: 'RaffleFailed', data: { reason: 'no block' } });
  seed(4);
  begin(4, ['7', '7']);
  freeze(4);
  draw(4, 2);
  seed(5);
  begin(5, ['1'], { ...QUICKNET, marginSeconds: 30 });
  const beacon = { chainHash: QUICKNET.chainHash, round: 1_000, seed: hash('f') };
  told(5, {
    type: 'EntriesFrozen',
    data: { root: hash('a'), count: 4, position: 'C:300/P:290', beacon },
  });
  return ledger;
}

test.each([1, 2, 7, 1_000])('raffles in batches of %d, each told twice', (size) =>
  expectToldTwiceIsOnce(history().events, size),
);

test('the questions', async () => {
  expect(await findLatestDraw(db.pool)).toBeUndefined();
  expect(await findNextSeed(db.pool)).toBeUndefined();
  const ledger = history();
  await project(db.pool, ledger.events);
  expect((await listRaffles(db.pool, undefined, 3)).map(({ number, stage }) => [number, stage])).toEqual([
    [5, 'awaiting_beacon'],
    [4, 'drawn'],
    [3, 'failed'],
  ]);
  expect((await listRaffles(db.pool, 3, 10)).map(({ number }) => number)).toEqual([2, 1]);
  expect(await findLatestDraw(db.pool)).toMatchObject({ number: 4, stage: 'drawn', amounts: ['7', '7'] });
  // The seed of the fifth is in use.
  expect(await findNextSeed(db.pool)).toBeUndefined();
  const sixth = (stream: string, digit: string) =>
    ledger.append(stream, { type: 'SeedCommitted', data: { number: 6, hash: hash(digit) } });
  sixth('program', '7');
  await project(db.pool, ledger.events);
  expect(await findNextSeed(db.pool)).toEqual({ hash: hash('7') });
  sixth('raffle-seeds', '6');
  await project(db.pool, ledger.events);
  expect(await findNextSeed(db.pool)).toEqual({ hash: hash('6') });
  expect(await findRaffle(db.pool, raffleIdOf(1))).toMatchObject({
    stage: 'completed',
    root: hash('a'),
    drawnAt: expect.any(Date),
  });
  expect(await findRaffle(db.pool, raffleIdOf(3))).toMatchObject({ failure: 'no block', drawnAt: null });
  expect(await findRaffle(db.pool, raffleIdOf(9))).toBeUndefined();
  const dueAt = new Date((QUICKNET.genesis + 2_997) * 1_000);
  expect(await findRaffle(db.pool, raffleIdOf(5))).toMatchObject({
    ...{ chainHash: QUICKNET.chainHash, round: 1_000, dueAt, block: null },
  });
  const counts = { drawn: 2, failed: 2 };
  expect(await countRaffles(db.pool, dueAt)).toEqual({ ...counts, letFail: 0 });
  expect(await countRaffles(db.pool, new Date(dueAt.getTime() + 1))).toEqual({ ...counts, letFail: 1 });
  expect(await listWinners(db.pool, raffleIdOf(1))).toMatchObject([
    { place: 1, status: 'paid', prize: 5n * ONE_EVO },
    { place: 2, status: 'no_wallet', prize: (5n * ONE_EVO) / 2n, walletAddress: null },
    { place: 3, status: 'account_removed', prize: 1n },
  ]);
  const told = await listRaffleEvents(db.pool, raffleIdOf(1));
  const stream = `raffle-${raffleIdOf(1)}`;
  expect(told).toEqual(
    ledger.events.filter(
      (event) => event.stream === stream || (event.type === 'SeedCommitted' && event.data.number === 1),
    ),
  );
  const [seedOf3] = await listRaffleEvents(db.pool, raffleIdOf(3));
  expect(seedOf3).toMatchObject({ stream: 'raffle-seeds', data: { number: 3, hash: hash('3') } });
  expect((await listRaffleEvents(db.pool, raffleIdOf(3))).map(({ type }) => type)).toEqual([
    'SeedCommitted',
    'RaffleCommitted',
    'EntriesFrozen',
    'RaffleFailed',
  ]);
  const [winner] = await listWinners(db.pool, raffleIdOf(1));
  const userId = winner?.userId ?? '';
  expect(await pendingRewardsOf(db.pool, [userId])).toEqual(new Map([[userId, 5n * ONE_EVO]]));
  // One that fails when its round was named counts as let fail for ever, not among those that failed before their draw.
  ledger.append(`raffle-${raffleIdOf(5)}`, { type: 'RaffleFailed', data: { reason: 'no seed' } });
  await project(db.pool, ledger.events);
  expect(await countRaffles(db.pool, dueAt)).toEqual({ ...counts, letFail: 1 });
});

test('everybody is told of the last completed raffle, also where a place behind its end was taken', async () => {
  const own = await startTestReadModels();
  try {
    const ledger = history();
    const raffleId = raffleIdOf(1);
    const lastDraw = async () => {
      await project(own.pool, ledger.events);
      return (await publicFigures(own.pool)).lastDraw;
    };
    const told = { raffleId, winners: 3, totalDistributed: '5', completedAt: '2026-01-01T00:00:00.000Z' };
    expect(await lastDraw()).toEqual(told);
    const taken = { type: 'RevisionTaken', data: { commandId: crypto.randomUUID() } } as const;
    ledger.append(`raffle-${raffleId}`, taken);
    expect(await lastDraw()).toEqual(told);
  } finally {
    await own.stop();
  }
});

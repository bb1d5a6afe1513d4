import { beforeEach, describe, expect, test } from 'vitest';
import { formatPosition } from '../../contracts/ledger-position.ts';
import { validation } from '../../contracts/messages.ts';
import { LedgerCorrupt, LedgerUnavailable } from '../domain-error.ts';
import { hashInput } from '../envelope.ts';
import { createCommandHandler } from '../handle-command.ts';
import { freezeEntries, packIds } from '../proof/frozen-entries.ts';
import { dyingAfter } from '../testing/ending-timing.ts';
import { testUserId } from '../testing/publish-proof.ts';
import { newWallet, testContext } from '../testing/start-ledger.ts';
import { ownBeacon } from './own-beacon.ts';
import { BeaconLate, NoLaterBlock, type RafflePorts } from './raffle-ports.ts';
import { commitNextSeed, finishRaffle } from './run-raffle.ts';
import { firstRaffle } from './testing/first-raffle.ts';
import { portsFor, SEED, walletOf } from './testing/raffle-ports.ts';

let raffle: ReturnType<typeof firstRaffle>;
beforeEach(() => {
  raffle = firstRaffle();
});

const START = { commit: 0n, prepare: 0n };

describe('a raffle of the seed alone', () => {
  test('is drawn to its winners, which an auditor finds again, and the next seed is committed', async () => {
    const ports = portsFor(5);
    const begun = await raffle.begin(ports);
    const context = testContext({ actor: { kind: 'admin', wallet: newWallet() } });
    const drawn = await raffle.finish(begun, ports, context);
    expect(await raffle.typesIn(raffle.stream)).toEqual(['RaffleCommitted', 'EntriesFrozen', 'RaffleDrawn']);
    expect(await raffle.typesIn('raffle-seeds')).toEqual(['SeedCommitted', 'SeedCommitted']);
    expect(await raffle.faults()).toEqual([]);
    expect(drawn.stage).toBe('drawn');
    const { winners } = drawn;
    expect(winners.map(({ place }) => place)).toEqual([1, 2]);
    expect(new Set(winners.map(({ userId }) => userId)).size).toBe(2);
    for (const { userId, username, walletAddress } of winners) {
      expect({ username, walletAddress }).toEqual({
        username: `user_${userId.slice(-2)}`,
        walletAddress: walletOf(userId),
      });
    }
    const [, frozen, last] = await raffle.ledger.read(raffle.stream);
    expect(frozen?.data).toMatchObject({ count: 5, position: formatPosition(begun.position) });
    expect(last?.data).toMatchObject({ seed: SEED, publicRandomness: null });
    // Who takes it there is the program; it keeps the wallet of who began it.
    expect(last?.metadata.actor).toEqual({ ...context.actor, kind: 'system' });
    const operations = ['freeze-entries', 'draw-raffle'];
    expect([frozen, last].map((event) => event?.metadata.inputHash)).toEqual(
      operations.map((operation) => hashInput({ operation, raffleId: raffle.raffleId })),
    );
  });

  test('binds its draw to where the entries were committed, whichever place that event was prepared at', async () => {
    const freezeEligible: RafflePorts['freezeEligible'] = async (_, { commit, prepare }) => ({
      commit,
      prepare: prepare - 1n,
    });
    expect((await raffle.run(portsFor(5, { freezeEligible }))).stage).toBe('drawn');
    expect(await raffle.faults()).toEqual([]);
  });

  test('is drawn once, whoever finishes it and however often', async () => {
    const ports = portsFor(9);
    const begun = await raffle.begin(ports);
    const first = await raffle.finish(begun, ports);
    const others = portsFor(30, { createSeed: async () => 'e'.repeat(64) });
    const again = await finishRaffle(createCommandHandler(raffle.ledger.store), others, begun, testContext());
    expect(again.winners).toEqual(first.winners);
    expect(await raffle.typesIn(raffle.stream)).toEqual(['RaffleCommitted', 'EntriesFrozen', 'RaffleDrawn']);
    expect(await raffle.typesIn('raffle-seeds')).toHaveLength(2);
  });

  test('with as many winners as take part lets everybody win', async () => {
    const { winners, stage } = await raffle.run(portsFor(2));
    expect(stage).toBe('drawn');
    expect(winners.map(({ userId }) => userId).sort()).toEqual([testUserId(0), testUserId(1)]);
  });

  test('that was drawn asks for nobody who takes part any more', async () => {
    const ports = portsFor(5);
    const begun = await raffle.begin(ports);
    await raffle.finish(begun, ports);
    const gone = () => Promise.reject(new Error('nobody is kept any more'));
    const state = await raffle.finish(begun, { ...ports, freezeEligible: gone, entriesOf: gone });
    expect(state.stage).toBe('drawn');
  });

  test('that the node which is asked does not have is not over: nothing is done, and it is told again', async () => {
    const ports = portsFor(5);
    await commitNextSeed(raffle.handler, ports, 1, testContext());
    const unknown = { raffleId: raffle.raffleId, position: START };
    await expect(raffle.finish(unknown, ports)).rejects.toBeInstanceOf(LedgerUnavailable);
    const empty = firstRaffle();
    await expect(empty.finish(unknown, ports)).rejects.toBeInstanceOf(LedgerUnavailable);
    expect(await empty.ledger.readAll()).toEqual([]);
    expect(await raffle.ledger.read(raffle.stream)).toEqual([]);
    expect(await raffle.typesIn('raffle-seeds')).toHaveLength(1);
  });

  test.each([0, 1, 2])('a program that dies after %i appends: the next finishes it', async (appends) => {
    const ports = portsFor(5);
    const begun = await raffle.begin(ports);
    const { store, timing } = dyingAfter(appends, raffle.ledger.store);
    const dying = finishRaffle(createCommandHandler(store, { timing }), ports, begun, testContext());
    await expect(dying).rejects.toBeInstanceOf(LedgerUnavailable);
    expect(await raffle.typesIn(raffle.stream)).toHaveLength(1 + appends);
    const state = await raffle.finish(begun, ports);
    expect(state.stage).toBe('drawn');
    expect(await raffle.typesIn('raffle-seeds')).toHaveLength(2);
    expect(await raffle.faults()).toEqual([]);
  });
});

describe('fails in public, and the next can be begun,', () => {
  const failed = async (ports: RafflePorts, reason: string) => {
    const state = await raffle.run(ports);
    expect(state).toMatchObject({ stage: 'failed', failure: reason });
    expect((await raffle.ledger.read(raffle.stream)).at(-1)).toMatchObject({
      type: 'RaffleFailed',
      data: { reason },
    });
    expect(await raffle.typesIn('raffle-seeds')).toHaveLength(2);
    return state;
  };

  test('when the seed is lost', () =>
    failed(portsFor(5, { revealSeed: async () => undefined }), 'The seed that was committed is lost'));

  test('when fewer are eligible than were counted', async () => {
    const ports = portsFor(1, { countEligible: async () => 9 });
    await failed(ports, validation.winnersExceedEligible(2, 1));
  });

  test('when who was kept is not who was frozen', async () => {
    const ports = portsFor(5);
    const begun = await raffle.begin(ports);
    const dies = { ...ports, revealSeed: () => Promise.reject(new Error('killed')) };
    await expect(raffle.finish(begun, dies)).rejects.toThrow('killed');
    const state = await raffle.finish(begun, portsFor(6));
    expect(state.failure).toBe('The entries that were kept are not the ones that were frozen');
  });

  test('when the chain names no block, or does not give it', async () => {
    const silent = { nameBlock: () => Promise.reject(new NoLaterBlock('The chain is silent')) };
    await failed(portsFor(5, silent), 'The chain is silent');
  });

  test('when the chain does not give the block that it named', () =>
    failed(
      portsFor(5, {
        nameBlock: async () => '12',
        blockHash: () => Promise.reject(new NoLaterBlock('Block 12 did not come')),
      }),
      'Block 12 did not come',
    ));
});

test('what only cannot be answered now fails no raffle', async () => {
  const ports = portsFor(5, { nameBlock: () => Promise.reject(new Error('no connection')) });
  const begun = await raffle.begin(ports);
  await expect(raffle.finish(begun, ports)).rejects.toThrow('no connection');
  const named = { ...ports, nameBlock: async () => '12' };
  const later = { ...named, blockHash: () => Promise.reject(new Error('no connection')) };
  await expect(raffle.finish(begun, later)).rejects.toThrow('no connection');
  expect(await raffle.typesIn(raffle.stream)).toEqual(['RaffleCommitted', 'EntriesFrozen']);
});

test('a raffle of a block is drawn from the block that was named when the entries were frozen', async () => {
  const asked: string[] = [];
  const ports = portsFor(5, {
    nameBlock: async () => '12',
    blockHash: async (number) => {
      asked.push(number);
      return 'b'.repeat(64);
    },
  });
  const drawn = await raffle.run(ports);
  expect(asked).toEqual(['12']);
  const [, frozen, last] = await raffle.ledger.read(raffle.stream);
  expect(frozen?.data).toMatchObject({ block: '12' });
  expect(last?.data).toMatchObject({ publicRandomness: { blockNumber: '12', blockHash: 'b'.repeat(64) } });
  expect(drawn.stage).toBe('drawn');
  expect(await raffle.faults()).toEqual([]);
});

test('a raffle names no block that was there before it could be written down: told again it names a later one', async () => {
  const asked: string[] = [];
  const stoodStill = portsFor(5, {
    nameBlock: async () => '12',
    isBlockToCome: async (number) => {
      asked.push(number);
      return false;
    },
  });
  const begun = await raffle.begin(stoodStill);
  await expect(raffle.finish(begun, stoodStill)).rejects.toBeInstanceOf(LedgerUnavailable);
  expect(new Set(asked)).toEqual(new Set(['12']));
  expect(await raffle.typesIn(raffle.stream)).toEqual(['RaffleCommitted']);
  const awake = portsFor(5, { nameBlock: async () => '15', blockHash: async () => 'b'.repeat(64) });
  expect((await raffle.finish(begun, awake)).entries).toMatchObject({ block: '15' });
  expect(await raffle.faults()).toEqual([]);
});

test('a replica whose chain names no block gives up no raffle that another one has frozen since, and draws it', async () => {
  const others = portsFor(5, {
    nameBlock: async () => '12',
    blockHash: () => Promise.reject(new Error('not yet')),
  });
  const begun = await raffle.begin(others);
  const ports = portsFor(5, {
    async nameBlock() {
      await expect(raffle.finish(begun, others)).rejects.toThrow('not yet');
      throw new NoLaterBlock('The chain is silent');
    },
    blockHash: async () => 'b'.repeat(64),
  });
  const drawn = await finishRaffle(createCommandHandler(raffle.ledger.store), ports, begun, testContext());
  expect(drawn).toMatchObject({ stage: 'drawn', entries: { block: '12' } });
  expect(await raffle.typesIn(raffle.stream)).toEqual(['RaffleCommitted', 'EntriesFrozen', 'RaffleDrawn']);
  expect(await raffle.faults()).toEqual([]);
});

describe('a raffle of a beacon', () => {
  const at = '2026-01-05T10:00:00.000Z';
  // Round 9 is published 34 seconds later.
  const { beacon, sign } = ownBeacon({
    secretKey: '05'.repeat(32),
    genesis: Date.parse(at) / 1_000 + 10,
    period: 3,
  });
  const rule = { ...beacon, marginSeconds: 30 };
  const later = '2026-01-05T10:00:40.000Z';
  const withBeacon = (users: number, more: Partial<RafflePorts> = {}) =>
    portsFor(users, {
      beacon: () => rule,
      pinRound: async () => ({ round: 9, at }),
      roundSignature: async (_, round) => ({ signature: sign(round), at: later }),
      ...more,
    });

  test('names its round and reveals its seed when the entries are frozen, and takes that round', async () => {
    const drawn = await raffle.run(withBeacon(5));
    expect(drawn.stage).toBe('drawn');
    const [committed, frozen, last] = await raffle.ledger.read(raffle.stream);
    expect(committed?.data).toMatchObject({ beacon: rule });
    expect(frozen).toMatchObject({
      data: { beacon: { chainHash: rule.chainHash, round: 9, seed: SEED } },
      metadata: { occurredAt: at },
    });
    expect(last).toMatchObject({
      data: { beacon: { round: 9, signature: sign(9) }, publicRandomness: null, seed: SEED },
      metadata: { occurredAt: later },
    });
    expect(await raffle.faults()).toEqual([]);
  });

  test('lets the next raffle be begun while it waits for its round, and cannot fail any more', async () => {
    const late = withBeacon(5, { roundSignature: () => Promise.reject(new BeaconLate('round 9 is late')) });
    const begun = await raffle.begin(late);
    await expect(raffle.finish(begun, late)).rejects.toThrow('round 9 is late');
    expect(await raffle.typesIn(raffle.stream)).toEqual(['RaffleCommitted', 'EntriesFrozen']);
    expect(await raffle.typesIn('raffle-seeds')).toHaveLength(2);
    // Whatever is lost now, the winners follow from what everybody has.
    const lost = withBeacon(5, { revealSeed: async () => undefined });
    expect((await raffle.finish(begun, lost)).stage).toBe('drawn');
    expect(await raffle.faults()).toEqual([]);
  });

  test('names no round that was out before it could be written down: told again it names a later one', async () => {
    const stoodStill = withBeacon(5, { stillToCome: () => false });
    const begun = await raffle.begin(stoodStill);
    await expect(raffle.finish(begun, stoodStill)).rejects.toBeInstanceOf(LedgerUnavailable);
    expect(await raffle.typesIn(raffle.stream)).toEqual(['RaffleCommitted']);
    const awake = withBeacon(5, { pinRound: async () => ({ round: 10, at: '2026-01-05T10:00:05.000Z' }) });
    expect((await raffle.finish(begun, awake)).entries?.beacon).toMatchObject({ round: 10 });
    expect(await raffle.faults()).toEqual([]);
  });

  test('with as many winners as take part is drawn', async () => {
    expect((await raffle.run(withBeacon(2))).winners).toHaveLength(2);
  });

  test('waits where what was kept is not what was frozen: it has to be mended', async () => {
    const late = withBeacon(5, { roundSignature: () => Promise.reject(new BeaconLate('late')) });
    const begun = await raffle.begin(late);
    await expect(raffle.finish(begun, late)).rejects.toThrow('late');
    const other = {
      ...withBeacon(5),
      entriesOf: async () => freezeEntries(raffle.raffleId, packIds([testUserId(77)])),
    };
    await expect(raffle.finish(begun, other)).rejects.toBeInstanceOf(LedgerCorrupt);
    expect((await raffle.finish(begun, withBeacon(5))).stage).toBe('drawn');
  });

  test.each([
    ['of another round', sign(10)],
    ['that is none', 'f'.repeat(96)],
    ['that is cut off', 'ab'],
  ])('is not drawn with a signature %s', async (_, signature) => {
    const ports = withBeacon(5, { roundSignature: async () => ({ signature, at: later }) });
    const begun = await raffle.begin(ports);
    await expect(raffle.finish(begun, ports)).rejects.toBeInstanceOf(LedgerCorrupt);
    expect(await raffle.typesIn(raffle.stream)).toEqual(['RaffleCommitted', 'EntriesFrozen']);
  });

  test('fails before its round is named, while it can: without its seed, or with too few to win', async () => {
    const lost = await raffle.run(withBeacon(5, { revealSeed: async () => undefined }));
    expect(lost).toMatchObject({ stage: 'failed', failure: 'The seed that was committed is lost' });
    raffle = firstRaffle();
    const few = await raffle.run(withBeacon(1, { countEligible: async () => 9 }));
    expect(few).toMatchObject({ stage: 'failed', failure: validation.winnersExceedEligible(2, 1) });
    expect(await raffle.typesIn(raffle.stream)).toEqual(['RaffleCommitted', 'RaffleFailed']);
  });
});

test('a draw that names somebody who was not kept is none', async () => {
  const ports = portsFor(5, { keptUsers: async () => new Map() });
  await expect(raffle.run(ports)).rejects.toBeInstanceOf(LedgerCorrupt);
  expect(await raffle.typesIn(raffle.stream)).toEqual(['RaffleCommitted', 'EntriesFrozen']);
});

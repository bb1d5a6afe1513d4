import { afterAll, beforeAll, expect, test } from 'vitest';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import type { EventStore } from '../../../ledger/event-store.ts';
import { raffleIdOf } from '../../../ledger/proof/raffle-id.ts';
import { readNewestSeed } from '../../../ledger/raffles/read-newest-seed.ts';
import { readRaffle } from '../../../ledger/raffles/read-raffle.ts';
import { testContext } from '../../../ledger/testing/start-ledger.ts';
import { type Anvil, startAnvil } from '../../testing/anvil.ts';
import { type RafflePrograms, startRafflePrograms } from './testing/raffle-programs.ts';

/** Without transactions it makes a block only when it is told to. */
let chain: Anvil;
let stage: RafflePrograms;
beforeAll(async () => {
  chain = await startAnvil();
  stage = await startRafflePrograms({ rpcUrl: chain.url });
});
afterAll(async () => {
  await stage.close();
  await chain.stop();
});

const height = async () => Number(await chain.request('eth_blockNumber'));
async function mine(blocks: number): Promise<void> {
  for (let n = 0; n < blocks; n++) await chain.request('evm_mine');
}

/** A life in which nothing of a kind gets into the ledger: the program dies at that moment. */
const dyingBefore = (type: string): EventStore => ({
  ...stage.ledger.store,
  append: (stream, events, expected) =>
    events.some((event) => event.type === type)
      ? Promise.reject(new Error('the program is dead'))
      : stage.ledger.store.append(stream, events, expected),
});

const rules = { mode: 'flat', amounts: ['5', '5'] } as const;
const begin = async (store: EventStore) => {
  // A node whose newest block is old counts as one that is behind.
  await mine(1);
  return stage.program(store).raffles.start(rules, async () => undefined, {
    ...testContext({ actor: { kind: 'admin', wallet: `0x${'0'.repeat(40)}` } }),
  });
};

/** The next life: it goes on with what was begun. */
async function goOn(raffleId: string): Promise<void> {
  const [begun] = await stage.ledger.read(`raffle-${raffleId}`);
  if (!begun) throw new Error('it was begun');
  const { raffles } = stage.program(stage.ledger.store);
  await raffles.process.handle(begun, new AbortController().signal);
}

test('dead with a block in mind that is there when it comes back: the ledger never names a known block', async () => {
  const raffleId = raffleIdOf((await readNewestSeed(stage.handler))?.number ?? 0);
  await expect(begin(dyingBefore('EntriesFrozen'))).rejects.toThrow(LedgerUnavailable);
  await mine(5);
  const before = await height();
  const life = goOn(raffleId);
  await expect.poll(async () => (await readRaffle(stage.handler, raffleId)).stage).toBe('frozen');
  const block = Number((await readRaffle(stage.handler, raffleId)).entries?.block);
  expect(block).toBeGreaterThan(before + 1);

  await mine(block - (await height()));
  await life;
  await expect.poll(async () => (await readRaffle(stage.handler, raffleId)).stage).toBe('drawn');
});

test('dead after the entries are frozen: the draw takes the block that the ledger names, however late', async () => {
  const raffleId = raffleIdOf((await readNewestSeed(stage.handler))?.number ?? 0);
  // It may die while the blocks are still mined.
  const dies = expect(begin(dyingBefore('RaffleDrawn'))).rejects.toThrow(LedgerUnavailable);
  await expect.poll(async () => (await readRaffle(stage.handler, raffleId)).stage).toBe('frozen');
  const { block } = (await readRaffle(stage.handler, raffleId)).entries ?? {};
  await mine(7);
  await dies;
  await mine(7);
  await goOn(raffleId);
  await expect.poll(async () => (await readRaffle(stage.handler, raffleId)).stage).toBe('drawn');
  const drawn = (await stage.ledger.read(`raffle-${raffleId}`)).find(({ type }) => type === 'RaffleDrawn');
  expect(drawn?.data).toMatchObject({ publicRandomness: { blockNumber: block } });
});

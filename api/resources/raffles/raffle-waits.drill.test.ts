import { afterAll, beforeAll, expect, test } from 'vitest';
import { raffleIdOf } from '../../../ledger/proof/raffle-id.ts';
import { type Anvil, startAnvil } from '../../testing/anvil.ts';
import { createTestClient } from '../../testing/client.ts';
import { newUser } from '../../testing/email-calls.ts';
import {
  eventsOfRaffle,
  type RaffleStage,
  setRaffleStage,
  verifyAddress,
} from '../../testing/raffle-stage.ts';

/** Without transactions it makes no block by itself. */
let chain: Anvil;
let stage: RaffleStage;
beforeAll(async () => {
  chain = await startAnvil();
  stage = await setRaffleStage({ RPC_URL: chain.url });
}, 60_000);
afterAll(async () => {
  await stage.close();
  await chain.stop();
});

const toldOf = async (raffleId: string) => eventsOfRaffle(await stage.ledger(), raffleId);

/** The block that was named when the entries were frozen, and the one that the draw took. */
const blocksOf = async (raffleId: string) =>
  (await stage.ledger()).flatMap(({ stream, data }) => {
    if (stream !== `raffle-${raffleId}`) return [];
    const { block, publicRandomness } = data as {
      block?: string;
      publicRandomness?: { blockNumber: string };
    };
    return [block, publicRandomness?.blockNumber].filter((one) => one !== undefined);
  });

test('while a raffle waits for a block others are paid for referrals', async () => {
  const raffleId = raffleIdOf(1);
  // A node whose newest block is old counts as one that is behind.
  await chain.request('evm_mine');
  const answering = stage.start({ amount: '1', winnerCount: 1 });
  await expect.poll(() => toldOf(raffleId), { timeout: 30_000 }).toContain('EntriesFrozen');

  const { userId: referrerId } = await newUser(stage.app);
  const friend = createTestClient(stage.app.url);
  await friend.connect({ referrerId });
  await verifyAddress(friend);
  const paid = async () =>
    (await stage.ledger()).some(
      ({ stream, type, data }) =>
        stream === `account-${referrerId}` &&
        type === 'RewardGranted' &&
        (data as { source?: string }).source === 'referral',
    );
  await expect.poll(paid, { timeout: 40_000 }).toBe(true);
  expect(await toldOf(raffleId)).toEqual(['RaffleCommitted', 'EntriesFrozen']);
  // The ledger names the block before it exists.
  const [named] = await blocksOf(raffleId);
  expect(Number(named)).toBeGreaterThan(Number(await chain.request('eth_blockNumber')));

  // Nobody can compute what was not drawn.
  expect(await friend.get(`/api/public/raffles/${raffleId}/proof`)).toMatchObject({
    status: 409,
    body: { error: 'RaffleNotDrawn' },
  });

  const drawn = async () => {
    await chain.request('evm_mine');
    return toldOf(raffleId);
  };
  await expect.poll(drawn, { timeout: 30_000 }).toContain('RaffleDrawn');
  expect(await answering).toMatchObject({ status: 200, body: { raffleId } });
  expect(await blocksOf(raffleId)).toEqual([named, named]);
});

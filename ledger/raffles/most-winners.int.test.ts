import { afterAll, beforeAll, expect, test } from 'vitest';
import { RAFFLE } from '../../contracts/constants.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { createCommandHandler } from '../handle-command.ts';
import { raffleIdOf } from '../proof/raffle-id.ts';
import { startTestLedger, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { type RaffleCommand, raffle } from './raffle.ts';

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startTestLedger();
});
afterAll(() => ledger.stop());

const hash = 'a'.repeat(64);

/** A draw with so many winners of 16 million entries, each with the longest name, goes through its stages. */
async function draw(number: number, winners: number): Promise<string> {
  const handler = createCommandHandler(ledger.store, { timeLimit: 2_000, attemptLimit: 1_000 });
  const run = async (command: RaffleCommand) => {
    const { after } = await handler.handle({
      ...testContext(),
      stream: streamOf('raffle', raffleIdOf(number)),
      decider: raffle,
      command,
      input: {},
    });
    return after.stage;
  };
  const amounts = Array.from({ length: winners }, () => '999999.999999999999999999');
  await run({ type: 'CommitRaffle', number, mode: 'tiered', amounts, seedHash: hash });
  await run({ type: 'FreezeEntries', root: hash, count: 2 ** 24, position: 'C:1/P:1', block: '1' });
  return run({
    type: 'DrawRaffle',
    seed: hash,
    algorithm: 'test',
    publicRandomness: { blockNumber: '1', blockHash: hash },
    winners: Array.from({ length: winners }, (_, at) => ({
      place: at + 1,
      index: 2 ** 24 - 1 - at,
      entry: hash,
      path: new Array<string>(24).fill(hash),
      userId: crypto.randomUUID(),
      username: 'x'.repeat(64),
      walletAddress: `0x${'f'.repeat(40)}`,
    })),
  });
}

test('as many winners as a raffle may have fit into one event, and twice as many would never be drawn', async () => {
  expect(await draw(1, RAFFLE.maxWinners)).toBe('drawn');
  await expect(draw(2, 2 * RAFFLE.maxWinners)).rejects.toThrow();
});

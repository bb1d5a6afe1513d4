import { setTimeout as sleep } from 'node:timers/promises';
import { createPublicClient, http } from 'viem';
import { NoLaterBlock, type RafflePorts } from '../../ledger/raffles/run-raffle.ts';
import type { Database } from '../../projector/database.ts';

type Options = {
  /** Milliseconds until the raffle fails for want of a block. */
  readonly patience?: number;
  readonly pollEvery?: number;
  /** Waits for nothing any more; the raffle is finished after the next start. */
  readonly signal?: AbortSignal;
};

/**
 * Names a block that did not exist when the entries were frozen, and gives its hash: the number after the chain's
 * newest is kept before anybody waits for it, so that trying again, or dying and starting again, gives no other.
 */
export function laterBlocks(
  db: Database,
  rpcUrl: string | undefined,
  { patience = 30_000, pollEvery = 500, signal }: Options = {},
): Pick<RafflePorts, 'nameBlock' | 'blockHash'> {
  if (rpcUrl === undefined) {
    return {
      nameBlock: async () => undefined,
      async blockHash(blockNumber) {
        throw new NoLaterBlock(
          `No block for the draw: block ${blockNumber} was named, and no chain is set now`,
        );
      },
    };
  }
  const chain = createPublicClient({
    ccipRead: false,
    cacheTime: 0,
    transport: http(rpcUrl, { timeout: 5_000, retryCount: 1 }),
  });
  const until = async <Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer> => {
    const deadline = performance.now() + patience;
    let trouble = 'the chain has made no new block; it has to make them without transactions too';
    while (performance.now() < deadline) {
      try {
        const answer = await ask();
        if (answer !== undefined) return answer;
      } catch (error) {
        trouble = `the chain does not answer: ${error instanceof Error ? firstLine(error.message) : 'unknown'}`;
      }
      // What stops the waiting is its reason, not that a timer was stopped.
      await sleep(pollEvery, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
    }
    throw new NoLaterBlock(`No block for the draw after ${patience / 1000} s: ${trouble}`);
  };
  return {
    async nameBlock(raffleId) {
      const kept = await keptBlock(db, raffleId);
      const number =
        kept ?? (await keepBlock(db, raffleId, (await until(() => chain.getBlockNumber())) + 1n));
      return String(number);
    },
    blockHash: (number) =>
      until(async () => {
        const blockNumber = BigInt(number);
        if ((await chain.getBlockNumber()) < blockNumber) return undefined;
        const { hash } = await chain.getBlock({ blockNumber });
        return HASH.exec(hash ?? '')?.[1]?.toLowerCase();
      }),
  };
}

/** What a chain says is not to be trusted: the ledger takes nothing else. */
const HASH = /^0x([0-9a-fA-F]{64})$/;

/** The rest of viem's messages names the URL, which may carry a key. Cut, since it becomes part of an event. */
const firstLine = (message: string) => (message.split('\n', 1)[0] ?? '').slice(0, 200);

async function keptBlock(db: Database, raffleId: string): Promise<bigint | undefined> {
  const { rows } = await db.query<{ block_number: string | null }>(
    'select block_number from raffles.frozen where raffle_id = $1',
    [raffleId],
  );
  const number = rows[0]?.block_number;
  return number === null || number === undefined ? undefined : BigInt(number);
}

/** The first number that was kept counts. */
async function keepBlock(db: Database, raffleId: string, number: bigint): Promise<bigint> {
  await db.query(
    'update raffles.frozen set block_number = $2 where raffle_id = $1 and block_number is null',
    [raffleId, number],
  );
  return (await keptBlock(db, raffleId)) ?? number;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { createPublicClient } from 'viem';
import { CHAIN_ID } from '../../../contracts/constants.ts';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import { NoLaterBlock, type RafflePorts } from '../../../ledger/raffles/raffle-ports.ts';
import { type Clock, systemClock } from '../../http/clock.ts';
import { chainTransport } from '../../integrations/chain/chain-transport.ts';

type Options = {
  /** Milliseconds until the raffle fails for want of a block. */
  readonly patience?: number;
  readonly pollEvery?: number;
  /** Milliseconds for one question to the chain. */
  readonly callLimit?: number;
  readonly clock?: Clock;
  /** Waits for nothing any more; the raffle is finished after the next start. */
  readonly signal?: AbortSignal;
};

/**
 * The named block is the second one to come, since the next may come while the entries are written down: it has to
 * be unknown when the ledger names it. Nothing but the ledger remembers it. A program that dies before, or stands still,
 * names another one then, for the first may be known.
 */
const BLOCKS_AHEAD = 2n;

/**
 * Milliseconds that the newest block may be old. A node that stands still or is still reading, alone or as one of several
 * behind an address, takes for a block to come what the others have had for long.
 */
const STALE_AFTER = 60_000;

/** Calls of one look at the chain, how often each is tried once more, and milliseconds for what is between them. */
const [CALLS_OF_A_LOOK, RETRIES, SLACK_MS] = [3, 1, 5_000];

/** Names a block that does not exist yet, and gives its hash once it does. */
export function laterBlocks(
  rpcUrl: string | undefined,
  { patience = 45_000, pollEvery = 500, callLimit = 5_000, clock = systemClock, signal }: Options = {},
): Pick<RafflePorts, 'nameBlock' | 'isBlockToCome' | 'blockHash'> {
  if (rpcUrl === undefined) {
    return {
      nameBlock: async () => undefined,
      isBlockToCome: async () => false,
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
    transport: chainTransport(rpcUrl, { timeout: callLimit, retryCount: RETRIES }),
  });
  /** The number of the newest block. @throws NodeBehind where it is no longer the newest, or our clock is ahead */
  const newest = async (): Promise<bigint> => {
    const { number, timestamp } = await chain.getBlock();
    const age = clock() - Number(timestamp) * 1_000;
    // What is no number is no age.
    if (number === null || !(age <= STALE_AFTER)) throw new NodeBehind(age);
    return number;
  };
  const longestLook = pollEvery + CALLS_OF_A_LOOK * (RETRIES + 1) * callLimit + SLACK_MS;
  const until = async <Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer> => {
    let trouble = NO_NEW_BLOCK;
    for (let waited = 0; ; ) {
      const began = performance.now();
      try {
        const isOurs = (await chain.getChainId()) === CHAIN_ID;
        const answer = isOurs ? await ask() : undefined;
        if (answer !== undefined) return answer;
        trouble = isOurs ? NO_NEW_BLOCK : 'RPC_URL is of another chain';
      } catch (error) {
        trouble = silenceOf(error);
      }
      if (waited >= patience) {
        throw new NoLaterBlock(`No block for the draw after ${patience / 1000} s: ${trouble}`);
      }
      // What stops the waiting is its reason, not that a timer was stopped.
      await sleep(pollEvery, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
      const took = performance.now() - began;
      // Who stood still has not asked meanwhile, and of that time no chain can be said to have been silent.
      if (took <= longestLook) waited += took;
    }
  };
  return {
    nameBlock: async () => String((await until(newest)) + BLOCKS_AHEAD),
    async isBlockToCome(number) {
      try {
        return (await newest()) < BigInt(number);
      } catch (error) {
        throw new LedgerUnavailable(new Error(silenceOf(error)));
      }
    },
    blockHash: (number) =>
      until(async () => {
        const blockNumber = BigInt(number);
        if ((await chain.getBlockNumber()) < blockNumber) return undefined;
        const { number: given, hash } = await chain.getBlock({ blockNumber });
        return given !== blockNumber ? undefined : HASH.exec(hash ?? '')?.[1]?.toLowerCase();
      }),
  };
}

const NO_NEW_BLOCK = 'the chain has made no new block; it has to make them without transactions too';

/** What a chain says is not to be trusted: the ledger takes nothing else. */
const HASH = /^0x([0-9a-fA-F]{64})$/;

class NodeBehind extends Error {
  constructor(age: number) {
    super(
      `the newest block that the chain gives is ${Math.round(age / 1_000)} s old: the node that was asked is behind, or the clock of this program is ahead`,
    );
  }
}

const silenceOf = (error: unknown): string =>
  error instanceof NodeBehind
    ? error.message
    : `the chain does not answer: ${error instanceof Error ? firstLine(error.message) : 'unknown'}`;

/** The rest of viem's messages names the URL, which may carry a key. Cut, since it becomes part of an event. */
const firstLine = (message: string) => (message.split('\n', 1)[0] ?? '').slice(0, 200);

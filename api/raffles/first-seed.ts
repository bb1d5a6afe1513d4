import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Raffles } from './raffles.ts';

const RETRY_MS = 2_000;

/** Commits the seed of the first raffle as soon as the ledger and the database are there. */
export function keepFirstSeed(
  raffles: Pick<Raffles, 'commitFirstSeed'>,
  logger: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ended = (async () => {
    while (!signal.aborted) {
      try {
        return await raffles.commitFirstSeed();
      } catch (error) {
        logger.warn({ err: error }, 'the first seed is not committed yet');
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

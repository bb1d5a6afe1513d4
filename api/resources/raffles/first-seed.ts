import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Raffles } from './raffles.ts';

const RETRY_MS = 2_000;

/**
 * Commits the seed of the first raffle as soon as the ledger and the database are there. Resolves after the first
 * attempt.
 */
export async function keepFirstSeed(
  raffles: Pick<Raffles, 'commitFirstSeed'>,
  logger: Logger,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const tried = Promise.withResolvers<void>();
  const ended = (async () => {
    while (!signal.aborted) {
      try {
        return await raffles.commitFirstSeed();
      } catch (error) {
        logger.warn({ err: error }, 'the first seed is not committed yet');
        tried.resolve();
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  })();
  await Promise.race([tried.promise, ended]);
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

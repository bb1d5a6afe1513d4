import type { CommandHandler } from '../handle-command.ts';
import { readProgram } from '../program/read-program.ts';
import { newestSeed, RAFFLE_SEEDS_STREAM, raffleSeeds, type Seed } from './seeds.ts';

/**
 * The newest seed that is committed now; its raffle may have used it already.
 * @throws LedgerUnavailable
 */
export async function readNewestSeed(handler: CommandHandler): Promise<Seed | undefined> {
  const { seeds } = await readProgram(handler);
  return newestSeed(seeds, await handler.read(RAFFLE_SEEDS_STREAM, raffleSeeds(seeds)));
}

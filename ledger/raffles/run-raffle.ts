import { v5 as uuidv5 } from 'uuid';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import type { Authorize } from '../authorize.ts';
import { asProgram, type CommandContext } from '../command-context.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import type { CommandHandler } from '../handle-command.ts';
import { readProgram } from '../program/read-program.ts';
import { RAFFLE_NAMESPACE, raffleIdOf } from '../proof/raffle-id.ts';
import { drawRaffle } from './draw-raffle.ts';
import { freezeRaffle } from './freeze-raffle.ts';
import { type RaffleState, RaffleUnderWay, raffle } from './raffle.ts';
import type { RafflePorts } from './raffle-ports.ts';
import { type RaffleSteps, stepsOf, TooManyWinners } from './raffle-steps.ts';
import { readRaffle } from './read-raffle.ts';
import { newestSeed, RAFFLE_SEEDS_STREAM, raffleSeeds, type Seed } from './seeds.ts';

export type RaffleRules = {
  readonly mode: 'flat' | 'tiered';
  /** EVO in normal form, the first place first; as many as winners. */
  readonly amounts: readonly string[];
};

/** A raffle, and where its first event stands. */
export type BegunRaffle = { readonly raffleId: string; readonly position: LedgerPosition };

/**
 * Commits the seed of the next raffle unless it is committed. Called at first start and after each draw, so that a
 * seed always stands in the ledger before anybody knows who will be eligible.
 */
export async function commitNextSeed(
  handler: CommandHandler,
  ports: RafflePorts,
  number: number,
  context: CommandContext,
): Promise<void> {
  const { seeds: before } = await readProgram(handler);
  const commit = (hash: string, dryRun: boolean) =>
    handler.handle({
      ...asProgram(context),
      stream: RAFFLE_SEEDS_STREAM,
      decider: raffleSeeds(before),
      command: { type: 'CommitSeed', number, hash },
      input: { operation: 'commit-seed', number },
      commandId: uuidv5(`seed/${number}`, RAFFLE_NAMESPACE),
      dryRun,
    });
  const planned = await commit('0'.repeat(64), true);
  if (planned.replayed) return;
  if (planned.events.length === 0) {
    if ((newestSeed(before, planned.before)?.number ?? 0) >= number) return;
    // Its raffle's seed is committed, or nobody could ask for the next one.
    throw new LedgerUnavailable(new Error(`the node that was asked does not know of seed ${number - 1} yet`));
  }
  await commit(await ports.createSeed(number), false);
}

/**
 * Begins the raffle of the newest committed seed: from here on it is public. `finishRaffle` does the rest. `replayed`
 * where an earlier sending of the command had begun it.
 * @throws DomainError with the text for too many winners; nothing was begun
 * @throws RaffleUnderWay when somebody else has begun it
 */
export async function beginRaffle(
  handler: CommandHandler,
  ports: RafflePorts,
  request: {
    readonly rules: RaffleRules;
    /** The newest committed seed. */
    readonly seed: Seed;
    /** Where the read models stand at the least. */
    readonly from: LedgerPosition;
    readonly authorize: Authorize;
  },
  context: CommandContext,
): Promise<BegunRaffle & { readonly replayed: boolean }> {
  const { rules, seed, from, authorize } = request;
  const winners = rules.amounts.length;
  const raffleId = raffleIdOf(seed.number);
  const beacon = ports.beacon();
  const { position, replayed } = await handler.handle({
    ...context,
    stream: streamOf('raffle', raffleId),
    decider: raffle,
    command: {
      type: 'CommitRaffle',
      number: seed.number,
      mode: rules.mode,
      amounts: [...rules.amounts],
      seedHash: seed.hash,
      ...(beacon && { beacon }),
    },
    input: { operation: 'begin-raffle', mode: rules.mode, amounts: rules.amounts },
    authorize: async (use) => {
      // The right is held from its look on, and counting may wait for the read models.
      await eligibleFor(winners, ports, from);
      return authorize(use);
    },
  });
  if (!position) throw new RaffleUnderWay();
  return { raffleId, position, replayed };
}

/**
 * How many may win, at a position that is not before `from`.
 * @throws DomainError with the text for too many winners
 */
export async function eligibleFor(
  winners: number,
  ports: Pick<RafflePorts, 'countEligible'>,
  from: LedgerPosition,
): Promise<number> {
  const eligible = await ports.countEligible(from);
  if (winners > eligible) throw new TooManyWinners(winners, eligible);
  return eligible;
}

/**
 * Takes a begun raffle to its draw: freezes the entries, reveals the seed, names the winners, commits the next
 * seed. Each step is keyed by the raffle, so whoever calls it again, also after a crash, only completes it.
 * @throws LedgerUnavailable, also where the node that was asked does not have the raffle yet, and what the ports throw
 *   where they only could not answer now
 */
export async function finishRaffle(
  handler: CommandHandler,
  ports: RafflePorts,
  begun: BegunRaffle,
  context: CommandContext,
): Promise<RaffleState> {
  const { raffleId } = begun;
  const known = await readRaffle(handler, raffleId);
  if (known.stage === 'none') {
    throw new LedgerUnavailable(new Error(`the node that was asked does not know of raffle ${raffleId} yet`));
  }
  const stage: RaffleSteps = { raffleId, ports, run: stepsOf(handler, raffleId, asProgram(context)) };
  const fixed = known.stage === 'committed' ? await freezeRaffle(stage, begun.position, known) : known;
  const commitNext = () => commitNextSeed(handler, ports, fixed.number + 1, context);
  // Nothing is left to decide once a round is named, and it may be long in coming: the next raffle can be begun.
  if (fixed.entries?.beacon) await commitNext();
  const over = fixed.stage === 'frozen' ? await drawRaffle(stage, fixed) : fixed;
  // Also where it was drawn before: the program may have died between the draw and this.
  await commitNext();
  return over;
}

import { v5 as uuidv5 } from 'uuid';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { RaffleWinner } from '../../contracts/events/raffle.ts';
import { formatPosition, type LedgerPosition, parsePosition } from '../../contracts/ledger-position.ts';
import { validation } from '../../contracts/messages.ts';
import { formatEvo } from '../../contracts/money.ts';
import type { Authorize } from '../authorize.ts';
import { asProgram, type CommandContext } from '../command-context.ts';
import { DomainError, LedgerCorrupt, LedgerUnavailable } from '../domain-error.ts';
import type { CommandHandler } from '../handle-command.ts';
import { readProgram } from '../program/read-program.ts';
import { bytesOfHex, bytesToHex } from '../proof/bytes.ts';
import { entryAt, type FrozenEntries } from '../proof/frozen-entries.ts';
import { drawIndices, RAFFLE_ALGORITHM, raffleRulesHash } from '../proof/raffle-draw.ts';
import { RAFFLE_NAMESPACE, raffleIdOf } from '../proof/raffle-id.ts';
import { type RaffleState, RaffleUnderWay, raffle } from './raffle.ts';
import { readRaffle } from './read-raffle.ts';
import { newestSeed, RAFFLE_SEEDS_STREAM, raffleSeeds, type Seed } from './seeds.ts';

export type EligibleUser = {
  readonly userId: string;
  readonly username: string;
  readonly walletAddress: string | null;
};

/** What a draw needs from outside the ledger. */
export type RafflePorts = {
  /** Keeps a new secret seed and gives its SHA-256 in hex. */
  readonly createSeed: (number: number) => Promise<string>;
  /** The kept seed in hex; undefined when it is lost. */
  readonly revealSeed: (hash: string) => Promise<string | undefined>;
  /** How many are eligible at a position that is not before `from`. */
  readonly countEligible: (from: LedgerPosition) => Promise<number>;
  /**
   * Keeps who is eligible at a position that is not before `from`, and gives that position. What was kept for a
   * raffle first stays, also after a crash.
   */
  readonly freezeEligible: (raffleId: string, from: LedgerPosition) => Promise<LedgerPosition>;
  /** The entries of those who were kept for the raffle. */
  readonly entriesOf: (raffleId: string) => Promise<FrozenEntries>;
  /** Those of them who are asked for, as they were then, by user id. */
  readonly keptUsers: (
    raffleId: string,
    userIds: readonly string[],
  ) => Promise<ReadonlyMap<string, EligibleUser>>;
  /**
   * The number of a block of the chain that does not exist yet, and not so soon that it may before the ledger names
   * it; undefined only where no chain is set.
   * @throws NoLaterBlock when the chain does not answer
   */
  readonly nameBlock: () => Promise<string | undefined>;
  /**
   * The hash of that block, 64 hex digits, once it is there.
   * @throws NoLaterBlock when the chain does not give it
   */
  readonly blockHash: (blockNumber: string) => Promise<string>;
};

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
 * Begins the raffle of the newest committed seed: from here on it is public. `finishRaffle` does the rest.
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
): Promise<BegunRaffle> {
  const { rules, seed, from, authorize } = request;
  const winners = rules.amounts.length;
  const raffleId = raffleIdOf(seed.number);
  const { position } = await handler.handle({
    ...context,
    stream: streamOf('raffle', raffleId),
    decider: raffle,
    command: {
      type: 'CommitRaffle',
      number: seed.number,
      mode: rules.mode,
      amounts: [...rules.amounts],
      seedHash: seed.hash,
    },
    input: { operation: 'begin-raffle', mode: rules.mode, amounts: rules.amounts },
    authorize: async (use) => {
      // The right is held from its look on, and counting may wait for the read models.
      await eligibleFor(winners, ports, from);
      return authorize(use);
    },
  });
  if (!position) throw new RaffleUnderWay();
  return { raffleId, position };
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
 * @throws LedgerUnavailable, and what the ports throw where they only could not answer now
 */
export async function finishRaffle(
  handler: CommandHandler,
  ports: RafflePorts,
  begun: BegunRaffle,
  context: CommandContext,
): Promise<RaffleState> {
  const known = await readRaffle(handler, begun.raffleId);
  const over = isUnderWay(known)
    ? await draw(handler, ports, { ...begun, known }, asProgram(context))
    : known;
  // Also where it was drawn before: the program may have died between the draw and this.
  if (over.stage !== 'none') await commitNextSeed(handler, ports, over.number + 1, context);
  return over;
}

const isUnderWay = ({ stage }: RaffleState) => stage === 'committed' || stage === 'frozen';

async function draw(
  handler: CommandHandler,
  ports: RafflePorts,
  { raffleId, position: begunAt, known }: BegunRaffle & { readonly known: RaffleState },
  context: CommandContext,
): Promise<RaffleState> {
  const run = async (command: Parameters<typeof raffle.decide>[0], operation: string) => {
    const { after } = await handler.handle({
      ...context,
      stream: streamOf('raffle', raffleId),
      decider: raffle,
      command,
      input: { operation, raffleId },
      commandId: uuidv5(operation, raffleId),
    });
    return after;
  };
  const fail = (reason: string) => run({ type: 'FailRaffle', reason }, 'fail-raffle');

  const position = await ports.freezeEligible(raffleId, begunAt);
  const frozen = await ports.entriesOf(raffleId);
  const { count } = frozen;
  const root = bytesToHex(frozen.tree.root);
  // Named before anybody can know its hash, in the event that freezes the entries; so what stands there counts.
  const block = known.entries ? known.entries.block : await orNoBlock(ports.nameBlock());
  if (block instanceof NoLaterBlock) return fail(block.message);
  const at = formatPosition(position);
  const state = await run(
    { type: 'FreezeEntries', root, count, position: at, ...(block !== undefined && { block }) },
    'freeze-entries',
  );
  if (!isUnderWay(state)) return state;
  const { entries } = state;
  if (entries?.root !== root) return fail('The entries that were kept are not the ones that were frozen');
  const { number, mode, seedHash } = state;
  const winnerCount = state.amounts.length;
  if (winnerCount > count) return fail(new TooManyWinners(winnerCount, count).message);

  const blockNumber = entries.block;
  const blockHash = blockNumber === undefined ? undefined : await orNoBlock(ports.blockHash(blockNumber));
  if (blockHash instanceof NoLaterBlock) return fail(blockHash.message);
  const publicRandomness =
    blockNumber === undefined || blockHash === undefined ? null : { blockNumber, blockHash };
  const seed = await ports.revealSeed(seedHash);
  if (seed === undefined) return fail('The seed that was committed is lost');
  const amounts = state.amounts.map(formatEvo);
  const drawContext = {
    raffleId,
    root,
    count,
    rulesHash: raffleRulesHash({ number, mode, amounts, seedHash }),
    // As the ledger says it, whatever is kept beside it.
    eligibleAt: String(eligiblePosition(entries).commit),
    publicRandomness,
  };
  const drawn = drawIndices(hexBytes(seed), drawContext, winnerCount).map((index) => ({
    index,
    ...entryAt(frozen, index),
  }));
  const users = await ports.keptUsers(
    raffleId,
    drawn.map(({ userId }) => userId),
  );
  const winners = drawn.map(({ index, entry, path, userId }, place): RaffleWinner => {
    const user = users.get(userId);
    if (!user) throw new LedgerCorrupt(`the draw named ${userId}, who was not kept for raffle ${raffleId}`);
    return { place: place + 1, index, entry, path, ...user };
  });
  return run(
    { type: 'DrawRaffle', seed, algorithm: RAFFLE_ALGORITHM, publicRandomness, winners },
    'draw-raffle',
  );
}

function eligiblePosition({ position }: { readonly position: string }): LedgerPosition {
  const parsed = parsePosition(position);
  if (!parsed) throw new LedgerCorrupt(`entries were frozen at ${position}`);
  return parsed;
}

class TooManyWinners extends DomainError {
  constructor(winners: number, eligible: number) {
    super('invalid', 'TooManyWinners', validation.winnersExceedEligible(winners, eligible));
  }
}

/** A chain is set, and it gave no block in time: the raffle fails with this text. */
export class NoLaterBlock extends Error {}

const orNoBlock = <Answer>(asked: Promise<Answer>): Promise<Answer | NoLaterBlock> =>
  asked.catch((error: unknown) => {
    if (error instanceof NoLaterBlock) return error;
    throw error;
  });

function hexBytes(hex: string): Uint8Array {
  const bytes = bytesOfHex(hex, 32);
  if (!bytes) throw new LedgerCorrupt('32 bytes in hex were expected');
  return bytes;
}

import { v5 as uuidv5 } from 'uuid';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { RaffleWinner } from '../../contracts/events/raffle.ts';
import { formatPosition, type LedgerPosition } from '../../contracts/ledger-position.ts';
import { validation } from '../../contracts/messages.ts';
import type { CommandContext } from '../command-context.ts';
import { DomainError, LedgerCorrupt } from '../domain-error.ts';
import type { CommandHandler } from '../handle-command.ts';
import { PROGRAM_STREAM, program } from '../program/program.ts';
import { bytesOfHex, bytesToHex } from '../proof/bytes.ts';
import { inclusionProof, merkleTree } from '../proof/merkle.ts';
import { drawIndices, RAFFLE_ALGORITHM } from '../proof/raffle-draw.ts';
import { sortedEntries } from '../proof/raffle-entries.ts';
import { type RaffleState, RaffleUnderWay, raffle } from './raffle.ts';

export type EligibleUser = {
  readonly userId: string;
  readonly username: string;
  readonly walletAddress: string | null;
};

export type FrozenUsers = {
  readonly position: LedgerPosition;
  readonly users: readonly EligibleUser[];
};

/** What a draw needs from outside the ledger. */
export type RafflePorts = {
  /** Keeps a new secret seed and gives its SHA-256 in hex. */
  readonly createSeed: (number: number) => Promise<string>;
  /** The kept seed in hex. */
  readonly revealSeed: (hash: string) => Promise<string>;
  /** How many are eligible at a position that is not before `from`. */
  readonly countEligible: (from: LedgerPosition) => Promise<number>;
  /**
   * Who is eligible at a position that is not before `from`, and that position. The first answer for a raffle is
   * kept, and every later one is the same, also after a crash.
   */
  readonly freezeEligible: (raffleId: string, from: LedgerPosition) => Promise<FrozenUsers>;
  /** A block of the chain that did not exist when it was asked for; null where no chain is set. */
  readonly laterBlock: () => Promise<{ readonly blockNumber: string; readonly blockHash: string } | null>;
};

export type RaffleRules = {
  readonly mode: 'flat' | 'tiered';
  /** EVO in normal form, the first place first; as many as winners. */
  readonly amounts: readonly string[];
};

/** The id of the raffle of a number: there is one, so two admins who start at once start the same. */
export function raffleIdOf(number: number): string {
  return uuidv5(`raffle/${number}`, RAFFLE_NAMESPACE);
}

/** Any constant UUID; it only keeps raffle ids apart from other UUIDv5. */
const RAFFLE_NAMESPACE = '6f7c1a52-5d0e-4b5e-9c56-7b1c7d1f0d60';

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
  const current = await handler.handle({
    ...context,
    stream: PROGRAM_STREAM,
    decider: program,
    command: { type: 'CommitSeed', number, hash: '0'.repeat(64) },
    input: { operation: 'commit-seed', number },
    commandId: uuidv5(`seed/${number}`, RAFFLE_NAMESPACE),
    dryRun: true,
  });
  if (current.events.length === 0 || current.replayed) return;
  const hash = await ports.createSeed(number);
  await handler.handle({
    ...context,
    stream: PROGRAM_STREAM,
    decider: program,
    command: { type: 'CommitSeed', number, hash },
    input: { operation: 'commit-seed', number },
    commandId: uuidv5(`seed/${number}`, RAFFLE_NAMESPACE),
  });
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
    readonly seed: { readonly number: number; readonly hash: string };
    /** Where the read models stand at the least. */
    readonly from: LedgerPosition;
    readonly authorize: () => Promise<void>;
  },
  context: CommandContext,
): Promise<{ raffleId: string; position: LedgerPosition }> {
  const { rules, seed, from, authorize } = request;
  const eligible = await ports.countEligible(from);
  if (rules.amounts.length > eligible) throw new TooManyWinners(rules.amounts.length, eligible);
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
    authorize,
  });
  if (!position) throw new RaffleUnderWay();
  return { raffleId, position };
}

/**
 * Takes a begun raffle to its draw: freezes the entries, reveals the seed, names the winners, commits the next
 * seed. Each step is keyed by the raffle, so whoever calls it again, also after a crash, only completes it.
 */
export async function finishRaffle(
  handler: CommandHandler,
  ports: RafflePorts,
  begun: { readonly raffleId: string; readonly position: LedgerPosition },
  context: CommandContext,
): Promise<RaffleState> {
  const { raffleId } = begun;
  const run = (command: Parameters<typeof raffle.decide>[0], operation: string) =>
    handler.handle({
      ...context,
      stream: streamOf('raffle', raffleId),
      decider: raffle,
      command,
      input: { operation, raffleId },
      commandId: uuidv5(operation, raffleId),
    });

  const { position, users } = await ports.freezeEligible(raffleId, begun.position);
  const entries = sortedEntries(
    raffleId,
    users.map(({ userId }) => userId),
  );
  const tree = merkleTree(entries.map(({ entry }) => hexBytes(entry)));
  const root = bytesToHex(tree.root);
  const { after: state } = await run(
    { type: 'FreezeEntries', root, count: entries.length, position: formatPosition(position) },
    'freeze-entries',
  );
  if (state.stage === 'drawn' || state.stage === 'completed' || state.stage === 'failed') return state;
  if (state.amounts.length > entries.length) {
    const { message: reason } = new TooManyWinners(state.amounts.length, entries.length);
    const { after } = await run({ type: 'FailRaffle', reason }, 'fail-raffle');
    await commitNextSeed(handler, ports, state.number + 1, context);
    return after;
  }

  const publicRandomness = await ports.laterBlock();
  const seed = await ports.revealSeed(state.seedHash);
  const drawContext = {
    raffleId,
    root,
    count: entries.length,
    publicRandomness: publicRandomness?.blockHash ?? null,
  };
  const byId = new Map(users.map((user) => [user.userId, user]));
  const winners = drawIndices(hexBytes(seed), drawContext, state.amounts.length).map(
    (index, place): RaffleWinner => {
      const entry = entries[index];
      const user = entry && byId.get(entry.userId);
      if (!entry || !user) throw new LedgerCorrupt(`the draw named entry ${index} of ${entries.length}`);
      return {
        place: place + 1,
        index,
        entry: entry.entry,
        path: inclusionProof(tree, index).map(bytesToHex),
        ...user,
      };
    },
  );
  const drawn = await run(
    { type: 'DrawRaffle', seed, algorithm: RAFFLE_ALGORITHM, publicRandomness, winners },
    'draw-raffle',
  );
  await commitNextSeed(handler, ports, drawn.after.number + 1, context);
  return drawn.after;
}

export class TooManyWinners extends DomainError {
  constructor(winners: number, eligible: number) {
    super('invalid', 'TooManyWinners', validation.winnersExceedEligible(winners, eligible));
  }
}

function hexBytes(hex: string): Uint8Array {
  const bytes = bytesOfHex(hex, 32);
  if (!bytes) throw new LedgerCorrupt('32 bytes in hex were expected');
  return bytes;
}

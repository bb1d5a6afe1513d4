import type { LedgerPosition } from '../contracts/ledger-position.ts';
import { type Aggregate, Aggregates } from './aggregates.ts';
import type { OutcomeUnknown } from './append.ts';
import type { Authorize, HeldRight } from './authorize.ts';
import type { CacheUse } from './cache-use.ts';
import type { CommandContext } from './command-context.ts';
import { namesOf } from './command-steps.ts';
import { CommandsTogether } from './commands-together.ts';
import { ATTEMPT_LIMIT_MS, Deadline, TIME_LIMIT_MS } from './deadline.ts';
import type { Decider } from './decider.ts';
import type { LedgerCorrupt } from './domain-error.ts';
import type { DecidedEvent, EnvelopedEvent } from './envelope.ts';
import type { EventStore } from './event-store.ts';
import { execute } from './execute-command.ts';
import { holdUntilCertain } from './hold-until-certain.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { LATE_LIMIT_MS, LateSearch } from './late-search.ts';
import { isMoved, type MovedUntil } from './moved-ledger.ts';
import { noSnapshots, type Snapshots } from './snapshots.ts';
import { systemTiming, type Timing } from './timing.ts';
import { kindOf, noTracing, type Tracing } from './tracing.ts';

/** `commandId`: the same id with the same input is one command, however often and wherever it is sent. */
export type CommandRequest<State, Command, Event extends DecidedEvent> = CommandContext & {
  readonly stream: string;
  readonly decider: Decider<State, Command, Event>;
  readonly command: Command;
  /** What the person asked for, without time and randomness; its hash decides whether a retry is the same. */
  readonly input: unknown;
  readonly authorize?: Authorize;
  /** The revision of the stream's last event as the command was made from it; it holds for no other. */
  readonly madeAt?: bigint | undefined;
  /**
   * The revision up to which whoever asks has read the stream for this very request: what is kept of it up to there is
   * as new as what would be read again, and final is said from it.
   */
  readonly readUpTo?: bigint | undefined;
  /** True: decide and say what would happen, append nothing. */
  readonly dryRun?: boolean;
};

export type CommandResult<State, Event extends DecidedEvent> = {
  /** What the command appended (or would append); empty when the state already is as asked. */
  readonly events: readonly EnvelopedEvent<Event>[];
  readonly before: State;
  readonly after: State;
  /** Of the command's last event, or of one that was appended with it; undefined when nothing was appended. */
  readonly position: LedgerPosition | undefined;
  /** Of the stream's last event once the command was done; undefined while there is no such stream. */
  readonly revision: bigint | undefined;
  /** True when an earlier sending of this command had already done it. */
  readonly replayed: boolean;
};

/** A stream's state, with the revision and the position of its last event; both undefined when there is no such stream. */
export type ReadAggregate<State> = {
  readonly state: State;
  readonly revision: bigint | undefined;
  readonly position: LedgerPosition | undefined;
};

export type CommandHandler = {
  /**
   * Loads, decides, appends at the exact revision.
   * @throws DomainError when the decider or `authorize` refuses; nothing was appended
   * @throws IdempotencyKeyReused when the commandId came before with another input
   * @throws StreamMovedOn when the stream's end is another than the command was made from; nothing was appended
   * @throws CommandForgotten when it was done so long ago that the stream has forgotten what it did
   * @throws LedgerUnavailable after at most the time limit, when the outcome is not known
   * @throws LedgerCorrupt when the stream is not what can have been written to it; nothing was appended
   */
  handle<State, Command, Event extends DecidedEvent>(
    request: CommandRequest<State, Command, Event>,
  ): Promise<CommandResult<State, Event>>;
  /**
   * A stream's state as the ledger has it now, whatever the read models have reached: what was done a moment ago is
   * in it. The initial state when there is no such stream.
   * @throws LedgerUnavailable after at most the time limit
   */
  read<State, Event extends DecidedEvent>(
    stream: string,
    decider: Decider<State, never, Event>,
    deadline?: Deadline,
  ): Promise<State>;
  /** As `read`, with the revision and the position of the stream's last event. */
  aggregate<State, Event extends DecidedEvent>(
    stream: string,
    decider: Decider<State, never, Event>,
    deadline?: Deadline,
  ): Promise<ReadAggregate<State>>;
  /**
   * As `aggregate`, for who wants what happened up to a revision: what is kept in memory will do where it reaches that,
   * though it may lack what came since.
   * @throws LedgerUnavailable also where the node that was asked does not have the revision
   */
  aggregateFrom<State, Event extends DecidedEvent>(
    stream: string,
    decider: Decider<State, never, Event>,
    revision: bigint,
    deadline?: Deadline,
  ): Promise<ReadAggregate<State>>;
  /**
   * The stream's state as it was before a revision.
   * @throws LedgerUnavailable after at most the time limit
   */
  readBefore<State, Event extends DecidedEvent>(
    stream: string,
    decider: Decider<State, never, Event>,
    revision: bigint,
    deadline?: Deadline,
  ): Promise<State>;
  /** What the streams take that are kept in memory between commands. */
  kept(): CacheUse;
  /** The time that one request has, from now on, where it does not end before. */
  newDeadline(): Deadline;
  /** Resolves when no right is held any more: each was given back, also of a command whose outcome was unknown. */
  settled(): Promise<void>;
  /** Abandons the rights that are held still. */
  close(): Promise<void>;
};

export type CommandHandlerOptions = {
  /** Milliseconds for one command, its retries and its waiting in line included. */
  readonly timeLimit?: number;
  /** Milliseconds for one call of the event store before its outcome counts as unknown. */
  readonly attemptLimit?: number;
  /** Aggregates that are kept in memory between commands. */
  readonly keptStreams?: number;
  /** Bytes of heap that they may take, about. */
  readonly keptBytes?: number;
  /**
   * Causes that the events up to there name are places of another store and say nothing here: what is told of so early
   * is looked for in the whole stream, by its command's id.
   */
  readonly movedUntil?: MovedUntil;
  readonly snapshots?: Snapshots;
  /** Milliseconds that whoever asks now still waits: no command and no read takes longer. */
  readonly timeLeft?: () => number;
  readonly timing?: Timing;
  readonly tracing?: Tracing;
  readonly onSnapshotTrouble?: (error: unknown, stream: string) => void;
  /** Told when a stream is not what can have been written to it; whoever reads it gets the same error. */
  readonly onCorrupt?: (error: LedgerCorrupt) => void;
};

const KEPT_STREAMS = 20_000;
const KEPT_BYTES = 64 * 2 ** 20;

/** What the steps of a command work with. */
export type Desk = {
  readonly store: EventStore;
  readonly aggregates: Aggregates;
  readonly timing: Timing;
  readonly tracing: Tracing;
  readonly keepUntilCertain: (unknown: OutcomeUnknown, held: HeldRight) => void;
  /** Of an act whose outcome is certain: its answer does not wait for it. */
  readonly giveBack: (held: HeldRight) => void;
};

/**
 * The only writer of the ledger. A command is three steps: `load` gives what the stream holds, `decide` is pure,
 * `append` gives back what the ledger holds then, by its own word. On anything but a yes they are taken again.
 */
export function createCommandHandler(store: EventStore, options: CommandHandlerOptions = {}): CommandHandler {
  const { timeLimit = TIME_LIMIT_MS, attemptLimit = ATTEMPT_LIMIT_MS } = options;
  const { keptStreams: limit = KEPT_STREAMS, keptBytes: mostBytes = KEPT_BYTES } = options;
  const { snapshots = noSnapshots, timing = systemTiming, onSnapshotTrouble = () => undefined } = options;
  const { onCorrupt = () => undefined, tracing = noTracing, movedUntil = () => undefined } = options;
  const { timeLeft = () => timeLimit } = options;
  const kept = { limit, mostBytes, movedUntil };
  const aggregates = new Aggregates({ store, snapshots, ...kept, onSnapshotTrouble, onCorrupt });
  // Commands on one stream take turns: in one process they would only make each other's revisions wrong.
  const turns = new KeyedQueue(timing);
  const newDeadline = () => new Deadline(Math.min(timeLimit, timeLeft()), attemptLimit, timing);
  const held = new Set<Promise<void>>();
  const keepTrackOf = (giving: Promise<void>) => {
    const over = giving.finally(() => held.delete(over));
    held.add(over);
  };
  const closing = new AbortController();
  const desk: Desk = {
    store,
    aggregates,
    timing,
    tracing,
    keepUntilCertain: (unknown, right) => keepTrackOf(holdUntilCertain(desk, unknown, right, closing.signal)),
    giveBack: (right) =>
      keepTrackOf(Promise.resolve(right[Symbol.asyncDispose]()).catch(() => right.abandon?.())),
  };
  const settled = async () => {
    while (held.size > 0) await Promise.all(held);
  };
  const aggregate: CommandHandler['aggregate'] = async (stream, decider, deadline = newDeadline()) =>
    told(await aggregates.read(stream, decider, deadline));
  const handleLate: CommandHandler['handle'] = async (request) => {
    const deadline = new Deadline(LATE_LIMIT_MS, attemptLimit, timing);
    const search = new LateSearch(store, request.stream, request.commandId);
    // Before the turn: a long stream must not keep others waiting.
    await search.toEnd(deadline);
    return turns.run(request.stream, deadline, () => execute(request, desk, deadline, search));
  };
  const together = new CommandsTogether(desk, turns, (request, deadline) => execute(request, desk, deadline));
  const handle: CommandHandler['handle'] = async (request) => {
    const { cause } = request;
    if (cause?.isLate) return handleLate(request);
    if (cause && isMoved(cause.position, movedUntil()))
      return handleLate({ ...request, cause: { ...cause, isLate: true } });
    const { deadline = newDeadline(), decider, dryRun } = request;
    if (decider.isMeetingPlace && !dryRun && !cause) return together.do(request, deadline);
    return turns.run(request.stream, deadline, () => execute(request, desk, deadline));
  };
  return {
    handle(request) {
      const { correlationId, stream } = request;
      const attributes = { 'evo.stream': kindOf(stream) };
      return tracing.span({ name: 'command', correlationId, attributes }, async (note) => {
        const result = await handle(request);
        note({ 'evo.events': namesOf(result.events), 'evo.replayed': result.replayed });
        return result;
      });
    },
    read: async (...call) => (await aggregate(...call)).state,
    aggregate,
    aggregateFrom: async (stream, decider, revision, deadline = newDeadline()) =>
      told(await aggregates.reaching(stream, decider, revision, deadline)),
    async readBefore(stream, decider, revision, deadline = newDeadline()) {
      return (await aggregates.before(stream, decider, revision, deadline)).state;
    },
    kept: () => aggregates.use(),
    newDeadline,
    settled,
    async close() {
      closing.abort();
      await settled();
    },
  };
}

function told<State>({ state, end, position }: Aggregate<State>): ReadAggregate<State> {
  return { state, revision: end?.revision, position };
}

import type { Actor } from '../contracts/events/event.ts';
import type { LedgerPosition } from '../contracts/ledger-position.ts';
import type { Authorize } from './authorize.ts';
import { Deadline } from './deadline.ts';
import type { Decider } from './decider.ts';
import { DomainError, IdempotencyKeyReused, LedgerCorrupt, LedgerUnavailable } from './domain-error.ts';
import {
  type DecidedEvent,
  type Envelope,
  type EnvelopedEvent,
  envelop,
  hashInput,
  type StoredEvent,
} from './envelope.ts';
import type { EventStore } from './event-store.ts';
import { type Fold, FoldCache } from './fold.ts';
import { KeyedQueue } from './keyed-queue.ts';

export type CommandRequest<State, Command, Event extends DecidedEvent> = {
  readonly stream: string;
  readonly decider: Decider<State, Command, Event>;
  readonly command: Command;
  /** The same id with the same input is one command, however often and wherever it is sent. */
  readonly commandId: string;
  /** What the person asked for, without time and randomness; its hash decides whether a retry is the same. */
  readonly input: unknown;
  readonly actor: Actor;
  /** RFC 3339; when the API accepted the command. */
  readonly occurredAt: string;
  readonly correlationId: string;
  readonly authorize?: Authorize;
  /** True: decide and say what would happen, append nothing. */
  readonly dryRun?: boolean;
};

export type CommandResult<State, Event extends DecidedEvent> = {
  /** What the command appended (or would append); empty when the state already is as asked. */
  readonly events: readonly EnvelopedEvent<Event>[];
  readonly before: State;
  readonly after: State;
  /** Of the command's last event; undefined when nothing was appended. */
  readonly position: LedgerPosition | undefined;
  /** True when an earlier sending of this command had already done it. */
  readonly replayed: boolean;
};

export type CommandHandler = {
  /**
   * Loads, decides, appends at the exact revision.
   * @throws DomainError when the decider or `authorize` refuses; nothing was appended
   * @throws IdempotencyKeyReused when the commandId came before with another input
   * @throws LedgerUnavailable after at most the time limit, when the outcome is not known
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
  ): Promise<State>;
};

export type CommandHandlerOptions = {
  /** Milliseconds for one command, its retries and its waiting in line included. */
  readonly timeLimit?: number;
  /** Milliseconds for one call of the event store before its outcome counts as unknown. */
  readonly attemptLimit?: number;
  /** Streams whose fold is kept in memory between commands. */
  readonly cachedStreams?: number;
};

/**
 * The only writer of the ledger. One command goes through five steps: load the stream, look whether the command
 * was done before, decide, append at the exact revision, and on anything but a yes find out what happened.
 */
export function createCommandHandler(store: EventStore, options: CommandHandlerOptions = {}): CommandHandler {
  const { timeLimit = 2_800, attemptLimit = 1_200, cachedStreams = 20_000 } = options;
  const folds = new FoldCache(store, cachedStreams);
  // Commands on one stream take turns: in one process they would only make each other's revisions wrong.
  const turns = new KeyedQueue();

  return {
    handle: (request) => {
      const deadline = new Deadline(timeLimit, attemptLimit);
      return turns.run(request.stream, deadline, () => execute(request, store, folds, deadline));
    },
    read: (stream, decider) => {
      const deadline = new Deadline(timeLimit, attemptLimit);
      return turns.run(stream, deadline, async () => (await folds.refresh(stream, decider, deadline)).state);
    },
  };
}

async function execute<State, Command, Event extends DecidedEvent>(
  request: CommandRequest<State, Command, Event>,
  store: EventStore,
  folds: FoldCache,
  deadline: Deadline,
): Promise<CommandResult<State, Event>> {
  const { stream, decider } = request;
  const inputHash = hashInput(request.input);
  const envelope: Envelope = {
    stream,
    commandId: request.commandId,
    inputHash,
    actor: request.actor,
    occurredAt: request.occurredAt,
    correlationId: request.correlationId,
  };

  // 1. Load. A fold from memory may be behind the ledger; nothing final is said from it alone.
  let { fold, fresh } = await folds.get(stream, decider, deadline);

  for (let conflicts = 0; ; conflicts++) {
    // 2. Done before?
    const done = fold.commands.get(request.commandId);
    if (done) {
      if (done.inputHash !== inputHash) throw new IdempotencyKeyReused();
      return replay(request, store, deadline);
    }

    // 3. and 4. Decide and append. A refusal from an old fold is no refusal: look again first.
    let result: CommandResult<State, Event> | undefined;
    try {
      result = await decideAndAppend(request, { store, folds, fold, envelope, deadline });
    } catch (refusal) {
      if (!(refusal instanceof DomainError) || fresh) throw refusal;
      fold = await folds.refresh(stream, decider, deadline);
      fresh = true;
      continue;
    }
    if (result?.events.length === 0 && !fresh) {
      fold = await folds.refresh(stream, decider, deadline);
      fresh = true;
      continue;
    }
    if (result) return result;

    // 5. Somebody was faster (or it was ourselves, unheard): fold what is new and start over.
    if (conflicts >= MAX_CONFLICTS)
      throw new LedgerUnavailable(new Error(`${conflicts} conflicts on ${stream}`));
    await deadline.pause(Math.random() * 2 ** Math.min(conflicts, 6));
    fold = await folds.refresh(stream, decider, deadline);
    fresh = true;
  }
}

const MAX_CONFLICTS = 50;

type Attempt<State> = {
  readonly store: EventStore;
  readonly folds: FoldCache;
  readonly fold: Fold<State>;
  readonly envelope: Envelope;
  readonly deadline: Deadline;
};

/** Appends at the exact revision, never ANY. Undefined when the stream has gone on since the fold. */
async function decideAndAppend<State, Command, Event extends DecidedEvent>(
  { stream, decider, command, authorize, dryRun }: CommandRequest<State, Command, Event>,
  { store, folds, fold, envelope, deadline }: Attempt<State>,
): Promise<CommandResult<State, Event> | undefined> {
  await using _held = await authorize?.();
  const before = fold.state;
  const decided = decider.decide(command, before);
  const after = decided.reduce(decider.evolve, before);
  const events = envelop(decided, envelope, fold.last);
  const event = events.at(-1);
  if (!event || dryRun) return { events, before, after, position: undefined, replayed: false };
  const outcome = await appendWithCertainty(store, stream, events, fold.revision, deadline);
  if (outcome.kind === 'conflict') return undefined;
  const { commandId, inputHash } = envelope;
  folds.advance(fold, after, { event, commandId, inputHash });
  return { events, before, after, position: outcome.position, replayed: false };
}

/**
 * Sends the same bytes at the same revision until the event store says yes or no. After an unknown outcome that is
 * the only safe step: the store recognises the ids at their original revision, while ids at a later revision would
 * be written twice. An earlier sending that is still under way can no longer succeed once the revision has passed.
 */
async function appendWithCertainty(
  store: EventStore,
  stream: string,
  events: Parameters<EventStore['append']>[1],
  expected: bigint | undefined,
  deadline: Deadline,
): Promise<{ kind: 'appended'; position: LedgerPosition } | { kind: 'conflict' }> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await deadline
      .attempt(() => store.append(stream, events, expected))
      .catch((cause) => ({
        kind: 'unknown' as const,
        cause,
      }));
    if (outcome.kind !== 'unknown') return outcome;
    if (deadline.passed) throw new LedgerUnavailable(outcome.cause);
    await deadline.pause(10 * 2 ** Math.min(attempt, 5) * (0.5 + Math.random() / 2));
  }
}

/** Reads the stream again up to the command's last event and answers as it was answered then. */
async function replay<State, Command, Event extends DecidedEvent>(
  { stream, decider, commandId }: CommandRequest<State, Command, Event>,
  store: EventStore,
  deadline: Deadline,
): Promise<CommandResult<State, Event>> {
  let before = decider.initialState;
  let after = decider.initialState;
  const events: StoredEvent<Event>[] = [];
  await deadline.read(async () => {
    before = after = decider.initialState;
    events.length = 0;
    for await (const stored of store.readStream(stream, 0n)) {
      // A stream belongs to one decider, so its events are that decider's.
      const event = stored as unknown as StoredEvent<Event>;
      const isOurs = event.metadata.commandId === commandId;
      // Read on to the end all the same: the client never frees a read that was left half-way.
      if (!isOurs && events.length > 0) continue;
      if (isOurs) events.push(event);
      else before = decider.evolve(before, event);
      after = decider.evolve(after, event);
    }
  });
  const last = events.at(-1);
  if (!last) throw new LedgerCorrupt(`the events of command ${commandId} are gone from ${stream}`);
  return { events, before, after, position: last.position, replayed: true };
}

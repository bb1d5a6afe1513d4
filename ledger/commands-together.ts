import { AsyncLocalStorage } from 'node:async_hooks';
import type { Aggregate, Aggregates } from './aggregates.ts';
import { appendWithCertainty, type CertainOutcome, OutcomeUnknown, type Proposal } from './append.ts';
import type { HeldRight } from './authorize.ts';
import { appendSpan, disposeLater, envelopeOf, rememberAll } from './command-steps.ts';
import type { Deadline } from './deadline.ts';
import { LedgerUnavailable } from './domain-error.ts';
import { type DecidedEvent, type EnvelopedEvent, envelop, hashInput, type StreamEnd } from './envelope.ts';
import type { CommandRequest, CommandResult, Desk } from './handle-command.ts';
import type { KeyedQueue } from './keyed-queue.ts';
import { ageOf, findCommand, type KnownCommands } from './known-commands.ts';

/** Commands of one append at the most: a few kilobytes. */
const MOST = 50;

/** A command in line, with the answer that whoever does it gives. */
type Waiting<State, Command, Event extends DecidedEvent> = {
  readonly request: CommandRequest<State, Command, Event>;
  readonly deadline: Deadline;
  readonly answer: PromiseWithResolvers<CommandResult<State, Event>>;
  /** Does work as a part of the own request, whoever leads. */
  readonly asOwn: <Result>(work: () => Result) => Result;
  isTaken: boolean;
};

/** Does a command that nobody does with others. */
type DoAlone = <State, Command, Event extends DecidedEvent>(
  request: CommandRequest<State, Command, Event>,
  deadline: Deadline,
) => Promise<CommandResult<State, Event>>;

/**
 * Commands of many people on one stream (`Decider.isMeetingPlace`): while one append is under way others come, and when
 * it is over all of them go in the next. Each keeps its own command id, input, right and answer, and is decided after the
 * one before it. What is not plain (a command that may have been done before, one that is refused, a stream that another
 * replica has gone on with) is done by itself, as everywhere else.
 */
export class CommandsTogether {
  readonly #desk: Desk;
  readonly #turns: KeyedQueue;
  readonly #doAlone: DoAlone;
  /** By stream; all of one stream have its one decider. */
  readonly #lines = new Map<string, Set<Waiting<unknown, unknown, DecidedEvent>>>();

  constructor(desk: Desk, turns: KeyedQueue, doAlone: DoAlone) {
    this.#desk = desk;
    this.#turns = turns;
    this.#doAlone = doAlone;
  }

  /** As `CommandHandler.handle`. */
  async do<State, Command, Event extends DecidedEvent>(
    request: CommandRequest<State, Command, Event>,
    deadline: Deadline,
  ): Promise<CommandResult<State, Event>> {
    const { stream } = request;
    const answer = Promise.withResolvers<CommandResult<State, Event>>();
    const asOwn = AsyncLocalStorage.snapshot();
    const own: Waiting<State, Command, Event> = { request, deadline, answer, asOwn, isTaken: false };
    // A stream belongs to one decider, so whoever takes it along knows what it is.
    const waiting = own as unknown as Waiting<unknown, unknown, DecidedEvent>;
    const line = this.#lines.get(stream) ?? new Set();
    this.#lines.set(stream, line.add(waiting));
    const turn = this.#turns.run(stream, deadline, async () => {
      if (!own.isTaken) await this.#lead(waiting, line);
      return answer.promise;
    });
    try {
      // One that others have taken along needs no turn, and none waits longer than it may for those that came later.
      return await Promise.race([turn, deadline.wait(() => answer.promise)]);
    } finally {
      line.delete(waiting);
      if (line.size === 0 && this.#lines.get(stream) === line) this.#lines.delete(stream);
    }
  }

  async #lead(
    first: Waiting<unknown, unknown, DecidedEvent>,
    line: Set<Waiting<unknown, unknown, DecidedEvent>>,
  ): Promise<void> {
    const { decider } = first.request;
    const others = [...line].filter(
      (other) => other !== first && other.request.decider === decider && !other.deadline.passed,
    );
    const group = [first, ...others.slice(0, MOST - 1)];
    for (const one of group) {
      one.isTaken = true;
      line.delete(one);
      // Its asker may have gone.
      one.answer.promise.catch(() => undefined);
    }
    const alone = group.length > 1 ? await this.#together(group) : group;
    for (const { request, deadline, answer, asOwn } of alone) {
      if (deadline.passed) answer.reject(new LedgerUnavailable(new Error('its turn came too late')));
      else await asOwn(() => this.#doAlone(request, deadline)).then(answer.resolve, answer.reject);
    }
  }

  /** A fault is told to all: whoever was taken along and has no answer would keep the line waiting for ever. */
  async #together(
    group: readonly Waiting<unknown, unknown, DecidedEvent>[],
  ): Promise<readonly Waiting<unknown, unknown, DecidedEvent>[]> {
    try {
      return await appendTogether(group, this.#desk);
    } catch (fault) {
      for (const { answer } of group) answer.reject(fault);
      return [];
    }
  }
}

/** What one command adds to the stream, and the right that is held for it. */
type Part<State, Command, Event extends DecidedEvent> = {
  readonly one: Waiting<State, Command, Event>;
  readonly held: HeldRight | undefined;
  readonly before: State;
  readonly after: State;
  readonly events: readonly EnvelopedEvent<Event>[];
  /** Of the last of its events. */
  readonly revision: bigint;
};

/** What several commands add to a stream, in their order, and how it is after all of them. */
type Parts<State, Command, Event extends DecidedEvent> = {
  readonly parts: readonly Part<State, Command, Event>[];
  readonly state: State;
  readonly end: StreamEnd | undefined;
};

/** How often they are tried together where other replicas go on with the stream, before each is done by itself. */
const MOST_TRIES = 4;

/** @returns those that must be done by themselves; all others have their answers */
async function appendTogether<State, Command, Event extends DecidedEvent>(
  group: readonly Waiting<State, Command, Event>[],
  desk: Desk,
): Promise<readonly Waiting<State, Command, Event>[]> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const rest = await tryTogether(group, desk, tries > 0);
    if (rest !== 'conflict') return rest;
  }
  return group;
}

/** @param isLate whether what is kept of the stream was behind the ledger */
async function tryTogether<State, Command, Event extends DecidedEvent>(
  group: readonly Waiting<State, Command, Event>[],
  desk: Desk,
  isLate: boolean,
): Promise<readonly Waiting<State, Command, Event>[] | 'conflict'> {
  const [first] = group;
  if (!first) return [];
  const { stream, decider } = first.request;
  // Whoever asks is answered at the own deadline; the append may take what the last of them has.
  const deadline = group.reduce(
    (last, { deadline: own }) => (own.remaining > last.remaining ? own : last),
    first.deadline,
  );
  const aggregate = await loaded(desk.aggregates, first.request, deadline, isLate);
  if (!aggregate) return group;
  const expected = aggregate.end?.revision;
  const { parts, state, end } = await decideInOrder(group, aggregate, desk);
  const events = parts.flatMap((part) => part.events);
  if (events.length === 0) return group;

  try {
    const { seenBy } = aggregate;
    const outcome = await appendTraced(parts, { stream, events, expected, seenBy }, desk, deadline);
    if (outcome.kind === 'appended') {
      const { position } = outcome;
      const commands = rememberAll(aggregate.commands, events, expected);
      const seen = { state, end, position, commands, seenBy: outcome.seenBy };
      desk.aggregates.acknowledge(stream, decider, seen);
      for (const { one, before, after, events: own, revision } of parts) {
        one.answer.resolve({ events: own, before, after, position, revision, replayed: false });
      }
    }
    giveAllBack(parts, desk);
    if (outcome.kind === 'conflict') return 'conflict';
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) {
      // It is certain what became of the append: it was answered, or never sent.
      giveAllBack(parts, desk);
      throw error;
    }
    if (parts.some(({ held }) => held)) desk.keepUntilCertain(error, heldTogether(parts));
    for (const { one } of parts) one.answer.reject(error);
  }
  const done = new Set(parts.map(({ one }) => one));
  return group.filter((one) => !done.has(one));
}

/** Undefined where the stream cannot be had: each learns by itself why. */
async function loaded<State, Command, Event extends DecidedEvent>(
  aggregates: Aggregates,
  { stream, decider }: CommandRequest<State, Command, Event>,
  deadline: Deadline,
  anew: boolean,
): Promise<Aggregate<State> | undefined> {
  try {
    if (anew) return await aggregates.read(stream, decider, deadline);
    return (await aggregates.load(stream, decider, deadline)).aggregate;
  } catch {
    return undefined;
  }
}

/** Those of the commands that are plain, each decided after the one before it. */
async function decideInOrder<State, Command, Event extends DecidedEvent>(
  group: readonly Waiting<State, Command, Event>[],
  aggregate: Aggregate<State>,
  { giveBack }: Desk,
): Promise<Parts<State, Command, Event>> {
  let { state, end } = aggregate;
  const plain = plainOf(group, aggregate.commands);
  const expected = end?.revision;
  const rights = await Promise.allSettled(
    plain.map(async ({ request: { stream, commandId, authorize }, deadline, asOwn }) => {
      const use = { stream, expected, commandId, deadline };
      return authorize && (await asOwn(() => deadline.wait(() => authorize(use), disposeLater)));
    }),
  );
  const parts: Part<State, Command, Event>[] = [];
  for (const [at, one] of plain.entries()) {
    const right = rights[at];
    if (right?.status !== 'fulfilled') continue;
    const held = right.value;
    // While others waited for their rights its own time may have come to an end.
    const decided = one.deadline.passed ? undefined : decide(one, held, state, end);
    if (!decided) {
      if (held) giveBack(held);
      continue;
    }
    parts.push({ one, held, before: state, ...decided, revision: decided.end.revision });
    state = decided.after;
    end = decided.end;
  }
  return { parts, state, end };
}

/** Those in time whose ids are new to the stream; of several with one id the first. */
function plainOf<State, Command, Event extends DecidedEvent>(
  group: readonly Waiting<State, Command, Event>[],
  known: KnownCommands,
): readonly Waiting<State, Command, Event>[] {
  const ids = new Set<string>();
  return group.filter(({ request, deadline }) => {
    if (deadline.passed) return false;
    const { commandId } = request;
    const isNew = !findCommand(known, commandId) && ageOf(known, request) === 'new';
    return isNew && !ids.has(commandId) && ids.add(commandId);
  });
}

/** Undefined for a command that is refused, or has nothing to do: that is said from what the ledger has now. */
function decide<State, Command, Event extends DecidedEvent>(
  one: Waiting<State, Command, Event>,
  held: HeldRight | undefined,
  before: State,
  last: StreamEnd | undefined,
): { after: State; events: readonly EnvelopedEvent<Event>[]; end: StreamEnd } | undefined {
  const { decider, command, input } = one.request;
  try {
    const decided = decider.decide(command, before);
    const { events, end } = envelop(decided, envelopeOf(one.request, hashInput(input), held), last);
    if (events.length === 0 || !end) return undefined;
    return { after: decided.reduce(decider.evolve, before), events, end };
  } catch {
    return undefined;
  }
}

/** The append as a part of each command's trace. */
function appendTraced<State, Command, Event extends DecidedEvent>(
  parts: readonly Part<State, Command, Event>[],
  proposal: Proposal,
  { store, tracing }: Desk,
  deadline: Deadline,
): Promise<CertainOutcome> {
  const appending = appendWithCertainty(store, proposal, deadline);
  const traced = parts.map(({ one, events }) =>
    tracing.span(appendSpan(one.request, events), async (note) => {
      const outcome = await appending;
      note({ 'evo.outcome': outcome.kind });
      return outcome;
    }),
  );
  return Promise.allSettled(traced).then(() => appending);
}

function giveAllBack(parts: readonly { readonly held: HeldRight | undefined }[], { giveBack }: Desk): void {
  for (const { held } of parts) if (held) giveBack(held);
}

/** All rights of one append, which are given back together. */
function heldTogether(parts: readonly { readonly held: HeldRight | undefined }[]): HeldRight {
  const rights = parts.flatMap(({ held }) => held ?? []);
  return {
    // All of them are for one append.
    isLost: () => rights.some((right) => right.isLost?.()),
    abandon() {
      for (const right of rights) right.abandon?.();
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(rights.map((right) => right[Symbol.asyncDispose]()));
    },
  };
}

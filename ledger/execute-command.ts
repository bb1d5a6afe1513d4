import type { Aggregate } from './aggregates.ts';
import { appendWithCertainty, OutcomeUnknown, type Proposal } from './append.ts';
import type { HeldRight, RightUse } from './authorize.ts';
import type { CommandContext } from './command-context.ts';
import { appendSpan, disposeLater, envelopeOf, rememberAll } from './command-steps.ts';
import type { Deadline } from './deadline.ts';
import {
  CommandForgotten,
  DomainError,
  IdempotencyKeyReused,
  LedgerUnavailable,
  StreamMovedOn,
} from './domain-error.ts';
import { type DecidedEvent, envelop, hashInput } from './envelope.ts';
import type { CommandRequest, CommandResult, Desk } from './handle-command.ts';
import { ageOf, findCommand, findForCause, isCauseOver, type KnownCommand } from './known-commands.ts';
import { LateSearch } from './late-search.ts';
import { replay } from './replay.ts';

const MAX_CONFLICTS = 50;

/**
 * Takes the steps of one command until they come to an end: load, decide, append; again on anything but a yes.
 * @param late whoever is told late is looked for by this in the whole stream
 * @throws as `CommandHandler.handle`
 */
export async function execute<State, Command, Event extends DecidedEvent>(
  request: CommandRequest<State, Command, Event>,
  desk: Desk,
  deadline: Deadline,
  late?: LateSearch,
): Promise<CommandResult<State, Event>> {
  const { stream, decider, cause, madeAt, readUpTo } = request;
  const { aggregates } = desk;
  const inputHash = hashInput(request.input);
  // What was read of the stream once is not read again after a conflict, however often it comes to one.
  const search = late ?? new LateSearch(desk.store, stream, request.commandId);
  // What is kept in memory may be behind the ledger; nothing final is said from it alone.
  let { aggregate, isFresh } = await aggregates.load(stream, decider, deadline);
  if (readUpTo !== undefined && (aggregate.end?.revision ?? -1n) >= readUpTo) isFresh = true;
  for (let conflicts = 0; ; ) {
    const { commands } = aggregate;
    const done =
      findCommand(commands, request.commandId) ??
      (cause
        ? findForCause(commands, cause, request.commandId)
        : await findForgotten(request, aggregate, search, deadline)) ??
      (await late?.upTo(aggregate.end?.revision, deadline));
    if (done && done.inputHash !== inputHash) throw new IdempotencyKeyReused();
    if (done) return { ...(await replay(request, done, desk, deadline)), replayed: true };
    try {
      if (madeAt !== undefined && madeAt !== aggregate.end?.revision) throw new StreamMovedOn();
      const result = await decideAndAppend(request, inputHash, aggregate, desk, deadline);
      // What was appended was decided from the ledger's end; what would only happen (a dry run, nothing to do) may not be.
      // That a cause is over is said by an event that the ledger has: it will not be less over for what is newer.
      const isFinal = result !== undefined && (result.position !== undefined || result.replayed || isFresh);
      if (isFinal) return result;
      if (result === undefined) {
        // Somebody was faster, or it was ourselves, unheard.
        conflicts += 1;
        if (conflicts > MAX_CONFLICTS) {
          throw new LedgerUnavailable(new Error(`${conflicts} conflicts on ${stream}`));
        }
        if (conflicts > 1) await deadline.pause(2 ** Math.min(conflicts, 6));
      }
    } catch (refusal) {
      if (!(refusal instanceof DomainError) || isFresh) throw refusal;
    }
    const refused = aggregate;
    aggregate = await aggregates.read(stream, decider, deadline);
    isFresh = true;
    if (conflicts === 1 && aggregate === refused) {
      // Refused, and yet nothing new: what is kept may go beyond a ledger whose store was put back to an older copy.
      aggregates.forget(stream);
      aggregate = await aggregates.read(stream, decider, deadline);
    }
  }
}

/**
 * Of a command that the stream does not remember: what it did, where only a look through the stream can tell.
 * @throws CommandForgotten when it is too old for that; what the program does by itself may come however late
 */
async function findForgotten(
  sending: CommandContext,
  { commands, end }: Aggregate<unknown>,
  search: LateSearch,
  deadline: Deadline,
): Promise<KnownCommand | undefined> {
  const age = ageOf(commands, sending);
  if (age === 'forgotten' && sending.actor.kind !== 'system') throw new CommandForgotten();
  if (age === 'new') return undefined;
  return search.upTo(end?.revision, deadline);
}

/** Undefined when the stream has gone on since it was read. */
async function decideAndAppend<State, Command, Event extends DecidedEvent>(
  request: CommandRequest<State, Command, Event>,
  inputHash: string,
  aggregate: Aggregate<State>,
  desk: Desk,
  deadline: Deadline,
): Promise<CommandResult<State, Event> | undefined> {
  const { stream, decider, command, commandId, authorize, dryRun, cause } = request;
  const { state: before, end, commands, seenBy } = aggregate;
  const nothing = { events: [], before, after: before, position: undefined, revision: end?.revision };
  if (cause && isCauseOver(commands, cause)) return { ...nothing, replayed: true };

  const use: RightUse = {
    ...{ stream, expected: end?.revision, commandId, deadline },
    ...(dryRun && { isDryRun: true }),
  };
  const held = authorize && (await deadline.wait(() => authorize(use), disposeLater));
  let mayGiveBack = true;
  try {
    const decided = decider.decide(command, before);
    const after = decided.reduce(decider.evolve, before);
    const { events, end: newEnd } = envelop(decided, envelopeOf(request, inputHash, held), end);
    const would = { events, before, after, position: undefined, revision: newEnd?.revision, replayed: false };
    if (events.length === 0 || dryRun) return would;
    const proposal: Proposal = { stream, events, expected: end?.revision, seenBy };
    const outcome = await desk.tracing.span(appendSpan(request, events), async (note) => {
      const came = await appendWithCertainty(desk.store, proposal, deadline);
      note({ 'evo.outcome': came.kind });
      return came;
    });
    if (outcome.kind === 'conflict') return undefined;
    if (newEnd) await tell(held, newEnd.revision, proposal);
    desk.aggregates.acknowledge(stream, decider, {
      state: after,
      end: newEnd,
      position: outcome.position,
      commands: rememberAll(commands, events, end?.revision),
      seenBy: outcome.seenBy,
    });
    return { ...would, position: outcome.position };
  } catch (error) {
    if (held && error instanceof OutcomeUnknown) {
      mayGiveBack = false;
      desk.keepUntilCertain(error, held);
    }
    throw error;
  } finally {
    if (mayGiveBack && held) desk.giveBack(held);
  }
}

/**
 * A right that could not be told of its append is not given back: that is done as for an append of which nobody knows
 * whether it is over.
 * @throws OutcomeUnknown
 */
async function tell(held: HeldRight | undefined, revision: bigint, proposal: Proposal): Promise<void> {
  try {
    await held?.onAppended?.(revision);
  } catch (cause) {
    throw new OutcomeUnknown(proposal, cause);
  }
}

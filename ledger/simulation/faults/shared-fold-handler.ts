import { appendWithCertainty } from '../../append.ts';
import { LedgerUnavailable } from '../../domain-error.ts';
import { type DecidedEvent, envelop, hashInput, type StreamEnd, storedHash } from '../../envelope.ts';
import type { EventStore } from '../../event-store.ts';
import type { CommandHandler, CommandRequest, CommandResult } from '../../handle-command.ts';

/** Of one stream, for all who ask: reading goes on from here, and what was read is folded in here. */
type Fold = { state: unknown; end: StreamEnd | undefined; readonly commands: Set<string> };

/**
 * A handler of an earlier time. A read that takes too long is given up by who waits for it, and goes on all the same
 * into the fold that others have begun to use.
 */
export function sharedFoldHandler(handler: CommandHandler, store: EventStore): CommandHandler {
  const folds = new Map<string, Fold>();
  return {
    ...handler,
    async handle<State, Command, Event extends DecidedEvent>(
      request: CommandRequest<State, Command, Event>,
    ): Promise<CommandResult<State, Event>> {
      const { stream, decider, commandId, deadline, dryRun, cause, authorize } = request;
      if (!deadline || dryRun || cause || authorize) return handler.handle(request);
      const fold = folds.get(stream) ?? { state: decider.initialState, end: undefined, commands: new Set() };
      folds.set(stream, fold);
      await deadline.read(() => catchUp(store, request, fold));
      if (fold.commands.has(commandId)) return handler.handle(request);
      // The stream's own decider has folded it.
      const before = fold.state as State;
      const decided = decider.decide(request.command, before);
      const envelope = { ...request, inputHash: hashInput(request.input) };
      const expected = fold.end?.revision;
      const { events, end } = envelop(decided, envelope, fold.end);
      if (events.length === 0) return handler.handle(request);
      const outcome = await appendWithCertainty(store, { stream, events, expected }, deadline);
      if (outcome.kind === 'conflict') throw new LedgerUnavailable(new Error('somebody was faster'));
      fold.state = decided.reduce(decider.evolve, before);
      fold.end = end;
      fold.commands.add(commandId);
      return {
        events,
        before,
        after: decided.reduce(decider.evolve, before),
        position: outcome.position,
        revision: end?.revision,
        replayed: false,
      };
    },
  };
}

async function catchUp<State, Command, Event extends DecidedEvent>(
  store: EventStore,
  { stream, decider }: CommandRequest<State, Command, Event>,
  fold: Fold,
): Promise<void> {
  for await (const event of store.readStream(stream, fold.end ? fold.end.revision + 1n : 0n)) {
    fold.commands.add(event.metadata.commandId);
    fold.end = { revision: event.revision, hash: storedHash(event) };
    // A stream belongs to one decider, so its events are that decider's.
    if (event.type !== 'RevisionTaken')
      fold.state = decider.evolve(fold.state as State, event as unknown as Event);
  }
}

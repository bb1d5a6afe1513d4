import type { DecidedEvent, EnvelopedEvent } from '../../envelope.ts';
import type { EventStore } from '../../event-store.ts';
import type { CommandRequest } from '../../handle-command.ts';
import type { Fault } from './fault.ts';
import { sharedFoldHandler } from './shared-fold-handler.ts';

/** The store tells events apart by their command and their place in it, not by what they say. */
export const idsWithoutContent: Fault = {
  name: 'ids-without-content',
  broken: { identityOf: ({ metadata }, index) => `${metadata.commandId}/${index}` },
};

/** All reads of a stream fold into one state, also those that nobody waits for any more. */
export const mutableFold: Fault = { name: 'mutable-fold', broken: { handler: sharedFoldHandler } };

/** By a replica's store, what it proposed last for each command. */
const proposed = new WeakMap<EventStore, Map<string, readonly EnvelopedEvent[]>>();

/** A command that was done before is answered with what this replica had proposed for it. */
export const replayMixesAttempts: Fault = {
  name: 'replay-mixes-attempts',
  broken: {
    store(store) {
      const own = new Map<string, readonly EnvelopedEvent[]>();
      const noting: EventStore = {
        ...store,
        append(stream, events, expected) {
          own.set(`${stream} ${events[0]?.metadata.commandId}`, events);
          return store.append(stream, events, expected);
        },
      };
      proposed.set(noting, own);
      return noting;
    },
    handler: (handler, store) => ({
      ...handler,
      async handle<State, Command, Event extends DecidedEvent>(
        request: CommandRequest<State, Command, Event>,
      ) {
        const result = await handler.handle(request);
        const own = proposed.get(store)?.get(`${request.stream} ${request.commandId}`);
        if (!result.replayed || !own) return result;
        // Of the same command, so of the same decider.
        return { ...result, events: own as unknown as typeof result.events };
      },
    }),
  },
};

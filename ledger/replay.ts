import { type Aggregates, NodeBehind } from './aggregates.ts';
import type { Deadline } from './deadline.ts';
import type { Decider } from './decider.ts';
import { LedgerCorrupt } from './domain-error.ts';
import type { DecidedEvent, StoredEvent } from './envelope.ts';
import type { EventStore } from './event-store.ts';
import type { KnownCommand } from './known-commands.ts';

type Done<State, Event extends DecidedEvent> = {
  readonly stream: string;
  readonly decider: Decider<State, never, Event>;
  readonly commandId: string;
};

type Means = { readonly store: EventStore; readonly aggregates: Aggregates };

/**
 * Reads the events of a command that was done, and what the stream was before them: the answer of that time.
 * @throws LedgerUnavailable, LedgerCorrupt
 */
export async function replay<State, Event extends DecidedEvent>(
  done: Done<State, Event>,
  known: KnownCommand,
  means: Means,
  deadline: Deadline,
) {
  try {
    return await readAgain(done, known, means, deadline);
  } catch (error) {
    // What is kept may go beyond a ledger whose store was put back to an older copy, or that has lost its end.
    means.aggregates.forget(done.stream);
    throw error;
  }
}

async function readAgain<State, Event extends DecidedEvent>(
  { stream, decider, commandId }: Done<State, Event>,
  { revision }: KnownCommand,
  { store, aggregates }: Means,
  deadline: Deadline,
) {
  const { state: before } = await aggregates.before(stream, decider, revision, deadline);
  const page = await deadline.read(async (signal) => {
    const found = await store.readPage(stream, revision, MOST_EVENTS, signal);
    if (found.length === 0) throw new NodeBehind(stream, revision);
    return found;
  });
  const others = page.findIndex(({ metadata }) => metadata.commandId !== commandId);
  // A stream belongs to one decider, so its events are that decider's.
  const events = page.slice(0, others < 0 ? undefined : others) as unknown as StoredEvent<Event>[];
  const last = events.at(-1);
  if (!last) throw new LedgerCorrupt(`the events of command ${commandId} are gone from ${stream}`);
  const after = events.reduce(decider.evolve, before);
  return { events, before, after, position: last.position, revision: last.revision };
}

/** More than any command appends at once. */
const MOST_EVENTS = 100;

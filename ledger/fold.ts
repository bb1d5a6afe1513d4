import type { Deadline } from './deadline.ts';
import type { Decider } from './decider.ts';
import { LedgerCorrupt } from './domain-error.ts';
import type { DecidedEvent } from './envelope.ts';
import type { EventStore } from './event-store.ts';
import type { HashedEvent } from './proof/event-hash.ts';

/** A stream folded up to a revision, with what the write side needs beside the decider's own state. */
export type Fold<State> = {
  state: State;
  /** Of the stream's last event; undefined when there is no such stream. */
  revision: bigint | undefined;
  /** The stream's last event, which the next one's `prevHash` covers. */
  last: HashedEvent | undefined;
  /** Every command that the stream has seen, by its id. */
  readonly commands: Map<string, { readonly inputHash: string }>;
};

/**
 * Keeps the folds of the streams that were used last. A kept fold can be behind the ledger (another process
 * writes too), never ahead of it; who finds it behind calls `refresh`, which reads only what is new.
 */
export class FoldCache {
  readonly #store: EventStore;
  readonly #limit: number;
  readonly #folds = new Map<string, Fold<unknown>>();

  constructor(store: EventStore, limit: number) {
    this.#store = store;
    this.#limit = limit;
  }

  /** `fresh` is true when the fold was read just now. */
  async get<State, Event extends DecidedEvent>(
    stream: string,
    decider: Decider<State, never, Event>,
    deadline: Deadline,
  ): Promise<{ fold: Fold<State>; fresh: boolean }> {
    const kept = this.#folds.get(stream);
    if (!kept) return { fold: await this.refresh(stream, decider, deadline), fresh: true };
    this.#keep(stream, kept);
    // A stream belongs to one decider, so what was kept under its name is that decider's state.
    return { fold: kept as Fold<State>, fresh: false };
  }

  /** Folds what the stream has gained since the kept fold. */
  async refresh<State, Event extends DecidedEvent>(
    stream: string,
    decider: Decider<State, never, Event>,
    deadline: Deadline,
  ): Promise<Fold<State>> {
    // As in `get`.
    const kept = this.#folds.get(stream) as Fold<State> | undefined;
    const fold: Fold<State> = kept ?? {
      state: decider.initialState,
      revision: undefined,
      last: undefined,
      commands: new Map(),
    };
    await deadline.read(async () => {
      const from = fold.revision === undefined ? 0n : fold.revision + 1n;
      // A read that was given up may still run beside its successor: each event is folded once, in its order.
      for await (const stored of this.#store.readStream(stream, from)) {
        const next = fold.revision === undefined ? 0n : fold.revision + 1n;
        if (stored.revision < next) continue;
        if (stored.revision > next) throw new LedgerCorrupt(`${stream} has no revision ${next}`);
        // For the same reason the stored event is one of the decider's.
        fold.state = decider.evolve(fold.state, stored as unknown as Event);
        fold.revision = stored.revision;
        fold.commands.set(stored.metadata.commandId, { inputHash: stored.metadata.inputHash });
        fold.last = stored;
      }
    });
    this.#keep(stream, fold);
    return fold;
  }

  /** Takes over what was just appended. */
  advance<State>(
    fold: Fold<State>,
    state: State,
    appended: { readonly event: HashedEvent; readonly commandId: string; readonly inputHash: string },
  ): void {
    fold.state = state;
    fold.revision = appended.event.revision;
    fold.last = appended.event;
    fold.commands.set(appended.commandId, { inputHash: appended.inputHash });
    this.#keep(appended.event.stream, fold);
  }

  #keep(stream: string, fold: Fold<unknown>): void {
    this.#folds.delete(stream);
    this.#folds.set(stream, fold);
    if (this.#folds.size <= this.#limit) return;
    const oldest = this.#folds.keys().next().value;
    if (oldest !== undefined) this.#folds.delete(oldest);
  }
}

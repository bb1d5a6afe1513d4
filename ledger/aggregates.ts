import type { LedgerPosition } from '../contracts/ledger-position.ts';
import type { CacheUse } from './cache-use.ts';
import { endWith } from './chain.ts';
import type { Deadline } from './deadline.ts';
import type { Decider } from './decider.ts';
import { LedgerCorrupt, LedgerUnavailable } from './domain-error.ts';
import { type DecidedEvent, type StoredEvent, type StreamEnd, storedHash } from './envelope.ts';
import type { EventStore } from './event-store.ts';
import { bytesOfMarks, countCommands, type KnownCommands, noCommands, remember } from './known-commands.ts';
import { lookAtEnd } from './look-at-end.ts';
import { EVERYWHERE, isMoved, type MovedUntil } from './moved-ledger.ts';
import { roughBytes } from './rough-bytes.ts';
import { decodeFold, encodeFold, type Snapshots } from './snapshots.ts';

/**
 * A stream folded up to its end as it was read, with what the write side needs beside the decider's own state. It is
 * never changed: who goes on makes another one.
 */
export type Aggregate<State> = {
  readonly state: State;
  /** Undefined when there is no such stream. */
  readonly end: StreamEnd | undefined;
  /** Of the stream's last event in the whole ledger. */
  readonly position: LedgerPosition | undefined;
  readonly commands: KnownCommands;
  /** The node that had its end (`EventStore.node`); another one may have another event there. */
  readonly seenBy: number;
};

/** Events of one call of the store. */
const PAGE = 500;
/** Events between two snapshots of a stream; one that is shorter has none. */
export const SNAPSHOT_EVERY = 1_000;
/** Milliseconds that a snapshot may take before the stream is read without it. */
const SNAPSHOT_PATIENCE = 500;
/** So many remembered commands weigh as much as one aggregate. */
const COMMANDS_A_WEIGHT = 64;

type Kept = { readonly aggregate: Aggregate<unknown>; readonly weight: number; readonly bytes: number };

export type AggregatesOptions = {
  readonly store: EventStore;
  readonly snapshots: Snapshots;
  /** How many are kept in memory; one that remembers many commands counts as several. */
  readonly limit: number;
  /** Bytes of heap that they may take, about. */
  readonly mostBytes: number;
  /** As of the command handler. */
  readonly movedUntil: MovedUntil;
  /** Told when a snapshot could not be kept or used; the ledger itself is read then. */
  readonly onSnapshotTrouble: (error: unknown, stream: string) => void;
  /** Told when a stream is not what can have been written to it. */
  readonly onCorrupt: (error: LedgerCorrupt) => void;
};

/**
 * The write side's one way to read a stream. The aggregates that were used last are kept in memory; such a one may
 * be behind the ledger (another process writes too), and holds nothing that was not read from it, or acknowledged
 * by the store byte for byte. A long stream is read page by page, and what was read is kept whatever becomes of who
 * asked; from a thousand events on it is kept beside the ledger, too.
 */
export class Aggregates {
  readonly #options: AggregatesOptions;
  readonly #kept = new Map<string, Kept>();
  #weight = 0;
  #bytes = 0;
  /** By stream, the revision of the newest snapshot that is known. */
  readonly #saved = new Map<string, bigint>();

  #movedUntil: LedgerPosition | undefined;

  constructor(options: AggregatesOptions) {
    this.#options = options;
    this.#movedUntil = options.movedUntil();
  }

  /** What the kept aggregates take. */
  use(): CacheUse {
    return { entries: this.#kept.size, bytes: this.#bytes, mostBytes: this.#options.mostBytes };
  }

  /**
   * The kept aggregate, which may be behind the ledger, or the one that is read now (`isFresh`), as where another node
   * answers than that which had it.
   * @throws LedgerUnavailable, LedgerCorrupt
   */
  async load<State, Event extends DecidedEvent>(
    stream: string,
    decider: Decider<State, never, Event>,
    deadline: Deadline,
  ): Promise<{ readonly aggregate: Aggregate<State>; readonly isFresh: boolean }> {
    const kept = this.#find<State>(stream);
    if (!kept || kept.seenBy !== this.#options.store.node()) {
      return { aggregate: await this.read(stream, decider, deadline), isFresh: true };
    }
    this.#touch(stream);
    return { aggregate: kept, isFresh: false };
  }

  /**
   * The stream as the ledger has it now; of a kept one only what is new is read.
   * @throws LedgerUnavailable, LedgerCorrupt
   */
  async read<State, Event extends DecidedEvent>(
    stream: string,
    decider: Decider<State, never, Event>,
    deadline: Deadline,
  ): Promise<Aggregate<State>> {
    return this.#toldOfCorruption(() => this.#read(stream, decider, deadline));
  }

  async #read<State, Event extends DecidedEvent>(
    stream: string,
    decider: Decider<State, never, Event>,
    deadline: Deadline,
  ): Promise<Aggregate<State>> {
    const kept = this.#find<State>(stream);
    const read = await this.#follow(stream, decider, kept ?? this.#empty(decider), deadline);
    if (read) return read;
    // The ledger does not go on from what was kept: that is worth nothing, and the ledger alone counts.
    this.#forget(stream);
    const anew = await this.#follow(stream, decider, this.#empty(decider), deadline);
    if (!anew) throw new LedgerCorrupt(`the first event of ${stream} names one before it`);
    return anew;
  }

  /**
   * The stream up to a revision at the least: the kept aggregate where it reaches that, or as the ledger has it now.
   * @throws LedgerUnavailable, also where the node that was asked does not have the revision; LedgerCorrupt
   */
  async reaching<State, Event extends DecidedEvent>(
    stream: string,
    decider: Decider<State, never, Event>,
    revision: bigint,
    deadline: Deadline,
  ): Promise<Aggregate<State>> {
    const { aggregate, isFresh } = await this.load(stream, decider, deadline);
    if (nextOf(aggregate) > revision) return aggregate;
    const read = isFresh ? aggregate : await this.read(stream, decider, deadline);
    if (nextOf(read) <= revision) throw new NodeBehind(stream, revision);
    return read;
  }

  /**
   * The stream as it was before a revision. Nothing of it is kept.
   * @throws LedgerUnavailable, LedgerCorrupt
   */
  async before<State, Event extends DecidedEvent>(
    stream: string,
    decider: Decider<State, never, Event>,
    revision: bigint,
    deadline: Deadline,
  ): Promise<Aggregate<State>> {
    return this.#toldOfCorruption(() => this.#before(stream, decider, revision, deadline));
  }

  async #before<State, Event extends DecidedEvent>(
    stream: string,
    decider: Decider<State, never, Event>,
    revision: bigint,
    deadline: Deadline,
  ): Promise<Aggregate<State>> {
    let aggregate = this.#empty(decider);
    if (revision > BigInt(PAGE)) {
      aggregate = (await this.#fromSnapshot(stream, decider, deadline, revision - 1n)) ?? aggregate;
    }
    while (nextOf(aggregate) < revision) {
      const missing = revision - nextOf(aggregate);
      const maxCount = missing < PAGE ? Number(missing) : PAGE;
      const next = nextOf(aggregate);
      const page = await deadline.read(async (signal) => {
        const found = await this.#options.store.readPage(stream, next, maxCount, signal);
        if (found.length === 0) throw new NodeBehind(stream, next);
        return found;
      });
      aggregate = fold(decider, stream, aggregate, page, this.#movedUntil);
    }
    return aggregate;
  }

  /** Takes over what the store has acknowledged, unless more is known by now. */
  acknowledge<State, Event extends DecidedEvent>(
    stream: string,
    decider: Decider<State, never, Event>,
    aggregate: Aggregate<State>,
  ): void {
    this.#keepNewer(stream, aggregate);
    this.#saveSometimes(stream, decider, aggregate);
  }

  /** What is kept of a stream is worth nothing: the next one who asks reads it from its start. */
  forget(stream: string): void {
    this.#forget(stream);
  }

  async #toldOfCorruption<Result>(read: () => Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof LedgerCorrupt) this.#options.onCorrupt(error);
      throw error;
    }
  }

  /** Undefined when another event stands at the aggregate's end, or the stream's next one does not name it. */
  async #follow<State, Event extends DecidedEvent>(
    stream: string,
    decider: Decider<State, never, Event>,
    from: Aggregate<State>,
    deadline: Deadline,
  ): Promise<Aggregate<State> | undefined> {
    const seen = await this.#seenNow(stream, from, deadline);
    if (!seen) return undefined;
    let aggregate = seen;
    let mayHaveSnapshot = seen.end === undefined;
    for (;;) {
      const page = await this.#page(stream, aggregate, PAGE, deadline);
      const [first] = page;
      if (!first) return aggregate;
      if (aggregate === seen && first.metadata.prevHash !== (seen.end?.hash ?? null)) return undefined;
      aggregate = fold(decider, stream, aggregate, page, this.#movedUntil);
      this.#keepNewer(stream, aggregate);
      this.#saveSometimes(stream, decider, aggregate);
      if (page.length < PAGE) return aggregate;
      if (!mayHaveSnapshot) continue;
      mayHaveSnapshot = false;
      const snapshot = await this.#fromSnapshot(stream, decider, deadline);
      if (snapshot && nextOf(snapshot) > nextOf(aggregate)) aggregate = snapshot;
    }
  }

  /** The aggregate; undefined when the node that answers now has another event at its end. */
  async #seenNow<State>(
    stream: string,
    aggregate: Aggregate<State>,
    deadline: Deadline,
  ): Promise<Aggregate<State> | undefined> {
    const { store } = this.#options;
    const node = store.node();
    if (!aggregate.end || aggregate.seenBy === node) return aggregate;
    const stands = await lookAtEnd(store, stream, aggregate.end, deadline);
    if (stands === 'another') return undefined;
    // The node may be behind.
    if (stands === 'none') return aggregate;
    const seen = { ...aggregate, seenBy: node };
    this.#keepNewer(stream, seen);
    return seen;
  }

  #empty<State>({ initialState }: { readonly initialState: State }): Aggregate<State> {
    const seenBy = this.#options.store.node();
    return { state: initialState, end: undefined, position: undefined, commands: noCommands, seenBy };
  }

  #page(
    stream: string,
    aggregate: Aggregate<unknown>,
    maxCount: number,
    deadline: Deadline,
  ): Promise<readonly StoredEvent[]> {
    const { store } = this.#options;
    return deadline.read((signal) => store.readPage(stream, nextOf(aggregate), maxCount, signal));
  }

  /** Undefined when there is none that the ledger bears out. */
  async #fromSnapshot<State, Event extends DecidedEvent>(
    stream: string,
    { snapshotVersion }: Decider<State, never, Event>,
    deadline: Deadline,
    upTo?: bigint,
  ): Promise<Aggregate<State> | undefined> {
    const { snapshots, store, onSnapshotTrouble } = this.#options;
    if (snapshotVersion === undefined) return undefined;
    try {
      const found = await deadline.attempt(
        () => snapshots.load(stream, snapshotVersion, upTo),
        SNAPSHOT_PATIENCE,
      );
      if (!found) return undefined;
      const { end } = found;
      const seenBy = store.node();
      const [event] = await deadline.read((signal) => store.readPage(stream, end.revision, 1, signal));
      if (event?.revision !== end.revision || storedHash(event) !== end.hash) {
        throw new Error(`a snapshot of ${stream} is not of this ledger`);
      }
      const { state, commands } = decodeFold<State>(found.fold);
      if (upTo === undefined) this.#saved.set(stream, end.revision);
      return { state, commands, end, position: event.position, seenBy };
    } catch (error) {
      onSnapshotTrouble(error, stream);
      return undefined;
    }
  }

  #saveSometimes<State, Event extends DecidedEvent>(
    stream: string,
    { snapshotVersion }: Decider<State, never, Event>,
    { state, commands, end }: Aggregate<State>,
  ): void {
    if (snapshotVersion === undefined || !end || this.#movedUntil === EVERYWHERE) return;
    if (end.revision + 1n - (this.#saved.get(stream) ?? 0n) < SNAPSHOT_EVERY) return;
    this.#saved.set(stream, end.revision);
    const { snapshots, onSnapshotTrouble } = this.#options;
    const snapshot = { stream, version: snapshotVersion, end, fold: encodeFold({ state, commands }) };
    snapshots.save(snapshot).catch((error: unknown) => onSnapshotTrouble(error, stream));
  }

  #find<State>(stream: string): Aggregate<State> | undefined {
    this.#forgetIfMoved();
    // A stream belongs to one decider, so what was kept under its name is that decider's state.
    return this.#kept.get(stream)?.aggregate as Aggregate<State> | undefined;
  }

  /** What was folded before it was known up to where the ledger was copied knows of no causes. */
  #forgetIfMoved(): void {
    const movedUntil = this.#options.movedUntil();
    if (movedUntil === this.#movedUntil) return;
    this.#movedUntil = movedUntil;
    for (const stream of [...this.#kept.keys()]) this.#forget(stream);
  }

  #keepNewer(stream: string, aggregate: Aggregate<unknown>): void {
    const kept = this.#kept.get(stream)?.aggregate;
    if (!kept || nextOf(kept) <= nextOf(aggregate)) this.#keep(stream, aggregate);
  }

  /** It is the one that was used last now. */
  #touch(stream: string): void {
    const kept = this.#kept.get(stream);
    if (!kept) return;
    this.#kept.delete(stream);
    this.#kept.set(stream, kept);
  }

  #keep(stream: string, aggregate: Aggregate<unknown>): void {
    this.#drop(stream);
    const weight = 1 + Math.floor(countCommands(aggregate.commands) / COMMANDS_A_WEIGHT);
    const bytes = roughBytes(aggregate) + bytesOfMarks(aggregate.commands) + 2 * stream.length;
    this.#kept.set(stream, { aggregate, weight, bytes });
    this.#weight += weight;
    this.#bytes += bytes;
    const { limit, mostBytes } = this.#options;
    for (const oldest of this.#kept.keys()) {
      if ((this.#weight <= limit && this.#bytes <= mostBytes) || oldest === stream) return;
      this.#forget(oldest);
    }
  }

  #forget(stream: string): void {
    this.#drop(stream);
    this.#saved.delete(stream);
  }

  #drop(stream: string): void {
    const kept = this.#kept.get(stream);
    if (!kept) return;
    this.#kept.delete(stream);
    this.#weight -= kept.weight;
    this.#bytes -= kept.bytes;
  }
}

/**
 * A stream seems to end before a revision that it is known to have: the node that answered is behind (it leads no more,
 * or has just begun to), and asked again it, or another, will have it.
 */
export class NodeBehind extends LedgerUnavailable {
  constructor(stream: string, revision: bigint) {
    super(new Error(`the node that was asked does not have revision ${revision} of ${stream} yet`));
  }
}

function nextOf({ end }: Aggregate<unknown>): bigint {
  return end ? end.revision + 1n : 0n;
}

/** With the events that come next in the stream, each of which names the one before it. */
function fold<State, Event extends DecidedEvent>(
  { evolve }: Pick<Decider<State, never, Event>, 'evolve'>,
  stream: string,
  aggregate: Aggregate<State>,
  page: readonly StoredEvent[],
  movedUntil: LedgerPosition | undefined,
): Aggregate<State> {
  // Before anything is made of them.
  const end = endWith(stream, page, aggregate.end);
  const { seenBy } = aggregate;
  let { state, commands, position } = aggregate;
  for (const event of page) {
    // A stream belongs to one decider, so its events are that decider's.
    if (event.type !== 'RevisionTaken') state = evolve(state, event as unknown as Event);
    commands = remember(commands, event, isMoved(event.position, movedUntil));
    position = event.position;
  }
  return { state, commands, end, position, seenBy };
}

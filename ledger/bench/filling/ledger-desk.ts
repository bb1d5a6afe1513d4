import { join } from 'node:path';
import type { Decider } from '../../decider.ts';
import type { Outcome } from '../../embedded/store/commit-queue.ts';
import { EventLog, type WriteResult } from '../../embedded/store/event-log.ts';
import { openDatabase } from '../../embedded/store/open.ts';
import { type DecidedEvent, envelop, hashInput, type StoredEvent, type StreamEnd } from '../../envelope.ts';
import type { CommandHandler, CommandRequest } from '../../handle-command.ts';

/** Appends that are on their way to the disk; beyond them the desk waits. */
const MOST_UNDER_WAY = 4_000;

const neverAsked = async () => {
  throw new Error('a process that is told each event at once never looks back');
};

type Kept = { state: unknown; end: StreamEnd | undefined };

/**
 * Writes a ledger file as fast as one thread decides: commands go through their deciders and the handler's own envelope
 * into the embedded store's own log, without a network between, and nothing is read back. It is the only writer of the
 * file, so it knows each event's position beforehand, and a process can be told at once what it is to act on.
 */
export class LedgerDesk {
  /** What the desk has written and nobody has taken yet, in the order of the ledger. */
  readonly told: StoredEvent[] = [];
  readonly #database: ReturnType<typeof openDatabase>;
  readonly #log: EventLog;
  readonly #streams = new Map<string, Kept>();
  #position: bigint;
  #underWay = 0;
  #failure: unknown;
  #room = Promise.withResolvers<void>();

  constructor(folder: string) {
    this.#database = openDatabase(join(folder, 'ledger.sqlite'));
    this.#log = new EventLog(this.#database);
    this.#position = BigInt(this.#log.tail.head);
  }

  /** The part of a command handler that a process works with. */
  readonly handler: Pick<CommandHandler, 'handle' | 'aggregate' | 'aggregateFrom' | 'readBefore'> = {
    handle: async (request) => {
      const before = this.#stateOf(request.stream, request.decider);
      const events = this.write(request);
      const after = this.#stateOf(request.stream, request.decider);
      const { revision, position } = this.#endOf(request.stream);
      return {
        events,
        before,
        after,
        revision,
        position: events.length > 0 ? position : undefined,
        replayed: false,
      };
    },
    aggregate: async (stream, decider) => ({
      state: this.#stateOf(stream, decider),
      ...this.#endOf(stream),
    }),
    aggregateFrom: (stream, decider) => this.handler.aggregate(stream, decider),
    readBefore: neverAsked,
  };
  /** Of its event store, as much. */
  readonly store = { readPage: neverAsked };

  /** Decides a command and appends what comes of it. @throws DomainError */
  write<State, Command, Event extends DecidedEvent>(
    request: Omit<CommandRequest<State, Command, Event>, 'authorize' | 'dryRun' | 'deadline'>,
  ): readonly StoredEvent<Event>[] {
    const { stream, decider, command, input } = request;
    const state = this.#stateOf(stream, decider);
    const decided = decider.decide(command, state);
    if (decided.length === 0) return [];
    const end = this.#streams.get(stream)?.end;
    const enveloped = envelop(decided, { ...request, inputHash: hashInput(input) }, end);
    const from = end ? end.revision + 1n : 0n;
    const stored = enveloped.events.map((event, index) => {
      this.#position += 1n;
      const position = { commit: this.#position, prepare: this.#position };
      return { ...event, stream, revision: from + BigInt(index), position };
    });
    this.#streams.set(stream, { state: decided.reduce(decider.evolve, state), end: enveloped.end });
    this.#append(stream, end, stored);
    for (const event of stored) this.told.push(event);
    return stored;
  }

  /** Forgets a stream that nobody will write to any more. */
  forget(stream: string): void {
    this.#streams.delete(stream);
  }

  /** Resolves when there is room for more. @throws what an append failed with */
  async pace(): Promise<void> {
    while (this.#underWay > MOST_UNDER_WAY && this.#failure === undefined) await this.#room.promise;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** When everything is on the disk. */
  async close(): Promise<void> {
    while (this.#underWay > 0 && this.#failure === undefined) await this.#room.promise;
    this.#log.close();
    this.#database.close();
    if (this.#failure !== undefined) throw this.#failure;
  }

  #stateOf<State, Event>(stream: string, decider: Decider<State, never, Event>): State {
    const kept = this.#streams.get(stream);
    // A stream has one decider.
    return kept ? (kept.state as State) : decider.initialState;
  }

  #endOf(stream: string) {
    const revision = this.#streams.get(stream)?.end?.revision;
    const position = { commit: this.#position, prepare: this.#position };
    return { revision, position: revision === undefined ? undefined : position };
  }

  #append(stream: string, end: StreamEnd | undefined, stored: readonly StoredEvent[]): void {
    const last = stored.at(-1)?.position.commit;
    this.#underWay += 1;
    const proposed = stored.map(({ id, type, data, metadata }) => ({
      ...{ id, type, isJson: true },
      data: Buffer.from(JSON.stringify(data)),
      metadata: Buffer.from(JSON.stringify(metadata)),
    }));
    this.#log.append(stream, end ? Number(end.revision) : NO_STREAM, proposed, (outcome) => {
      this.#underWay -= 1;
      this.#failure ??= faultOf(outcome, last);
      this.#room.resolve();
      this.#room = Promise.withResolvers();
    });
  }
}

/** As the log counts: the revision before the first. */
const NO_STREAM = -1;

function faultOf(outcome: Outcome<WriteResult>, last: bigint | undefined): unknown {
  if (!outcome.ok) return outcome.error;
  const { value } = outcome;
  if (value.kind === 'written' && value.position !== undefined && BigInt(value.position) === last)
    return undefined;
  return new Error(`the store did something else than was foreseen: ${JSON.stringify(value)}`);
}

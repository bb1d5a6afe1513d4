import { decideAppend } from '../../embedded/store/append-rules.ts';
import type { EnvelopedEvent, StoredEvent } from '../../envelope.ts';
import type { AppendOutcome } from '../../event-store.ts';
import { upcast } from '../../upcast.ts';

/** An event of the simulated ledger, and what nobody but the checks may know. */
export type Landed = {
  readonly event: StoredEvent;
  /** Events of one append have the same. */
  readonly append: number;
  /** What sent it, as the trace names it. */
  readonly sentBy: string;
};

type Identity = (event: Pick<EnvelopedEvent, 'id' | 'metadata'>, index: number) => string;

const AT_ONCE: Indexing = { now: () => 0, takes: 0 };

/** Bytes between two positions. */
const STEP = 100n;

/** When a write that was taken will be indexed; a repetition that comes before is dropped, as by EventStoreDB. */
export type Indexing = {
  /** Virtual milliseconds. */
  readonly now: () => number;
  /** How long from now on. */
  readonly takes: number;
};

/** The ledger itself, with the embedded node's own rules for an append. What was written never changes. */
export class MemoryLog {
  readonly landed: Landed[] = [];
  readonly #streams = new Map<string, StoredEvent[]>();
  /** By commit position, when what was just written is indexed. */
  readonly #indexedAt = new Map<bigint, number>();
  #appends = 0;
  readonly #onAppend: (landed: readonly Landed[]) => void;

  readonly #identityOf: Identity;

  /**
   * @param onAppend told of every append that wrote something
   * @param identityOf what events are told apart by, their ids if not given
   */
  constructor(onAppend: (landed: readonly Landed[]) => void, identityOf: Identity = ({ id }) => id) {
    this.#onAppend = onAppend;
    this.#identityOf = identityOf;
  }

  /** @param proposed as it came over the network: what became of the sender's own objects changes nothing */
  append(
    stream: string,
    proposed: string,
    expected: bigint | undefined,
    sentBy: string,
    indexing: Indexing = AT_ONCE,
  ): AppendOutcome {
    // `append` of the network wrote it from such events.
    const events = JSON.parse(proposed) as EnvelopedEvent[];
    const known = this.#streams.get(stream) ?? [];
    const view = { last: known.length - 1, tombstoned: false, softDeleted: false, hasMetadata: false };
    const identityOf = this.#identityOf;
    const at = expected === undefined ? -1 : Number(expected);
    const decision = decideAppend(view, at, events.map(identityOf), {
      idAt(revision) {
        const event = known[revision];
        return event && identityOf(event, revision - at - 1);
      },
      revisionOf: () => undefined,
    });
    if (decision.kind === 'already-appended') {
      const last = known[decision.lastRevision];
      if (!last) throw new Error('an append was recognised that is not there');
      const indexedAt = this.#indexedAt.get(last.position.commit) ?? 0;
      if (indexing.now() < indexedAt) return { kind: 'unknown', cause: new Error('DeadlineExceeded') };
      return { kind: 'appended', position: last.position };
    }
    if (decision.kind !== 'append') return { kind: 'conflict' };
    const append = this.#appends++;
    const landed = events.map(({ id, type, data, metadata }, index): Landed => {
      const place = STEP * BigInt(this.landed.length + 1 + index);
      const { event, metadata: read, isNewest } = upcast(type, data, metadata);
      const stored: StoredEvent = {
        ...event,
        id,
        stream,
        revision: BigInt(known.length + index),
        position: { commit: place, prepare: place },
        metadata: read,
        ...(!isNewest && { written: { data, metadata } }),
      };
      return { event: deepFrozen(stored), append, sentBy };
    });
    this.#streams.set(stream, [...known, ...landed.map(({ event }) => event)]);
    this.landed.push(...landed);
    this.#onAppend(landed);
    const last = landed.at(-1);
    if (!last) throw new Error('an append of nothing');
    if (indexing.takes > 0) this.#indexedAt.set(last.event.position.commit, indexing.now() + indexing.takes);
    return { kind: 'appended', position: last.event.position };
  }

  stream(name: string): readonly StoredEvent[] {
    return this.#streams.get(name) ?? [];
  }

  /** So many of the first events at the most that no append is cut in two. */
  wholeAppends(atMost: number): number {
    let count = Math.max(0, atMost);
    while (count > 0 && this.landed[count]?.append === this.landed[count - 1]?.append) count -= 1;
    return count;
  }
}

/** Who changes what was read is found at once. */
function deepFrozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFrozen(member);
  return Object.freeze(value);
}

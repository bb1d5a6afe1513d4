import { hash } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import type { Actor, EventMetadata, Right } from '../contracts/events/event.ts';
import { eventSchemas, isKnownEventType } from '../contracts/events/ledger-event.ts';
import { formatPosition, type LedgerPosition } from '../contracts/ledger-position.ts';
import { LedgerCorrupt } from './domain-error.ts';
import type { Cause } from './known-commands.ts';
import { canonicalJson } from './proof/canonical-json.ts';
import { EVENT_HASH, hashedText } from './proof/event-hash.ts';

/** An event as a decider makes it. */
export type DecidedEvent = { readonly type: string; readonly data: object };

/** An event with everything that it is appended with. */
export type EnvelopedEvent<Event extends DecidedEvent = DecidedEvent> = Event & {
  readonly id: string;
  readonly metadata: EventMetadata;
};

/** An event as the ledger gives it back. */
export type StoredEvent<Event extends DecidedEvent = DecidedEvent> = EnvelopedEvent<Event> & {
  readonly stream: string;
  /** From 0. */
  readonly revision: bigint;
  readonly position: LedgerPosition;
  /**
   * Data and metadata as they were written, which is what the event's hash covers; absent where they are the ones
   * above, because the event was written in the newest version of its type.
   */
  readonly written?: { readonly data: unknown; readonly metadata: unknown };
};

/** The last event of a stream, which the next one names in its `prevHash`. */
export type StreamEnd = { readonly revision: bigint; readonly hash: string };

/** The hash of an event as it was written, whatever version of its type that was. */
export function storedHash(event: Omit<StoredEvent, 'position'>): string {
  const { data, metadata } = event.written ?? event;
  // As `eventHash`, by Node's own SHA-256: whoever follows the ledger hashes every event.
  const text = hashedText({ ...event, data: canonicalJson(data), metadata: canonicalJson(metadata) });
  return `${EVENT_HASH}:${hash('sha256', text)}`;
}

/** Where and for whom the events of one command are written. */
export type Envelope = {
  readonly stream: string;
  readonly commandId: string;
  readonly inputHash: string;
  readonly actor: Actor;
  readonly occurredAt: string;
  readonly correlationId: string;
  readonly cause?: Cause;
  readonly right?: Right;
};

/** The events of one command as they are appended, and the end that the stream has with them. */
export type Enveloped<Event extends DecidedEvent> = {
  readonly events: readonly EnvelopedEvent<Event>[];
  /** That of the stream before when there are no events. */
  readonly end: StreamEnd | undefined;
};

/**
 * Gives the events of one command their ids and metadata, chained to the stream's last event.
 * An id is UUIDv5(commandId, "<stream>/<index>/<SHA-256 of type, data and metadata>"). The metadata name the event
 * before, and so on to the stream's first: two events of one id are the same to the last byte and stand in the same
 * place. So when the store says that it has these ids, it has these bytes.
 * @param end of the stream, undefined at its start
 * @throws LedgerCorrupt when a decider made an event that its own schema refuses
 */
export function envelop<Event extends DecidedEvent>(
  events: readonly Event[],
  envelope: Envelope,
  end: StreamEnd | undefined,
): Enveloped<Event> {
  const { stream, commandId, inputHash, actor, occurredAt, correlationId, cause, right } = envelope;
  let last = end;
  const enveloped = events.map((event, index) => {
    const { version, data } = schemaOf(event);
    const parsed = data.safeParse(event.data);
    if (!parsed.success) throw new LedgerCorrupt(`${event.type} does not fit its schema`, parsed.error);
    const metadata: EventMetadata = {
      schemaVersion: version,
      commandId,
      inputHash,
      actor,
      occurredAt,
      prevHash: last?.hash ?? null,
      correlationId,
      ...(right && { right }),
      ...(cause && { cause: { process: cause.process, position: formatPosition(cause.position) } }),
    };
    const { type } = event;
    const revision = last ? last.revision + 1n : 0n;
    const content = { data: canonicalJson(event.data), metadata: canonicalJson(metadata) };
    const contentHash = hash('sha256', `${type}\n${content.data}\n${content.metadata}`);
    const id = uuidv5(Buffer.from(`${stream}/${index}/${contentHash}`), commandId);
    const text = hashedText({ id, type, stream, revision, ...content });
    last = { revision, hash: `${EVENT_HASH}:${hash('sha256', text)}` };
    return { ...event, id, metadata };
  });
  return { events: enveloped, end: last };
}

/** SHA-256 (hex) over the canonical JSON of what a person asked for, so that one key means one request. */
export function hashInput(input: unknown): string {
  return hash('sha256', canonicalJson(input));
}

function schemaOf(event: DecidedEvent) {
  if (!isKnownEventType(event.type)) throw new LedgerCorrupt(`unknown event type ${event.type}`);
  return eventSchemas[event.type];
}

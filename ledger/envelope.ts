import { v5 as uuidv5 } from 'uuid';
import type { Actor, EventMetadata } from '../contracts/events/event.ts';
import { eventSchemas, isKnownEventType } from '../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../contracts/ledger-position.ts';
import { LedgerCorrupt } from './domain-error.ts';
import { canonicalJson } from './proof/canonical-json.ts';
import { eventHash, type HashedEvent, sha256Hex } from './proof/event-hash.ts';

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
};

/** Where and for whom the events of one command are written. */
export type Envelope = {
  readonly stream: string;
  readonly commandId: string;
  readonly inputHash: string;
  readonly actor: Actor;
  readonly occurredAt: string;
  readonly correlationId: string;
};

/**
 * Gives the events of one command their ids and metadata, chained to the stream's last event.
 * An id is UUIDv5(commandId, "<stream>/<index>"): the same command makes the same ids again, and a command that
 * touches two streams never makes the same id twice.
 * @param last the stream's last event, undefined at the start of a stream
 * @throws LedgerCorrupt when a decider made an event that its own schema refuses
 */
export function envelop<Event extends DecidedEvent>(
  events: readonly Event[],
  envelope: Envelope,
  last: HashedEvent | undefined,
): (EnvelopedEvent<Event> & HashedEvent)[] {
  let previous = last;
  return events.map((event, index) => {
    const { version, data } = schemaOf(event);
    const parsed = data.safeParse(event.data);
    if (!parsed.success) throw new LedgerCorrupt(`${event.type} does not fit its schema`, parsed.error);
    const metadata: EventMetadata = {
      schemaVersion: version,
      commandId: envelope.commandId,
      inputHash: envelope.inputHash,
      actor: envelope.actor,
      occurredAt: envelope.occurredAt,
      prevHash: previous ? eventHash(previous) : null,
      correlationId: envelope.correlationId,
    };
    const enveloped = {
      ...event,
      id: uuidv5(`${envelope.stream}/${index}`, envelope.commandId),
      stream: envelope.stream,
      revision: previous ? previous.revision + 1n : 0n,
      metadata,
    };
    previous = enveloped;
    return enveloped;
  });
}

/** SHA-256 (hex) over the canonical JSON of what a person asked for, so that one key means one request. */
export function hashInput(input: unknown): string {
  return sha256Hex(canonicalJson(input));
}

function schemaOf(event: DecidedEvent) {
  if (!isKnownEventType(event.type)) throw new LedgerCorrupt(`unknown event type ${event.type}`);
  return eventSchemas[event.type];
}

import { readFileSync } from 'node:fs';
import { isKnownEventType, type LedgerEvent, parseStream } from '../../contracts/events/ledger-event.ts';
import { LedgerCorrupt } from '../../ledger/domain-error.ts';
import type { StoredEvent } from '../../ledger/envelope.ts';
import type { Database } from '../database.ts';

/** An event as the ledger gives it back, its type known. */
export type RecordedEvent = StoredEvent<LedgerEvent>;

/**
 * Writes what the events change, in a transaction that the caller owns. Every event comes exactly once and in
 * the order of the ledger.
 */
export type Project = (db: Database, batch: readonly RecordedEvent[]) => Promise<void>;

/** One room of the read side. */
export type ReadModel = {
  readonly name: string;
  /** Idempotent; unqualified names mean the schema that is being built. */
  readonly schema: string;
  readonly project: Project;
  /**
   * Of a model that has to ask before it can write: asks, waits for nothing, and gives back what then takes the place of
   * `project`. So the answer is on its way while others are at work.
   * @param told also events that may turn out to have been applied before
   */
  readonly ask?: (db: Database, told: readonly RecordedEvent[]) => Project;
};

/** @throws LedgerCorrupt on a type that this program does not know */
export function recorded(event: StoredEvent): RecordedEvent {
  if (!isKnownEventType(event.type)) throw new LedgerCorrupt(`unknown event type ${event.type}`);
  // A known type was checked against that type's own schema when it was read.
  return event as StoredEvent as RecordedEvent;
}

/** The user whose account the event belongs to, undefined for events of other streams. */
export function accountOf(event: RecordedEvent): string | undefined {
  const stream = parseStream(event.stream);
  return stream?.category === 'account' ? stream.id : undefined;
}

/** The text of `schema.sql` beside the module that asks. */
export function schemaBeside(moduleUrl: string): string {
  return readFileSync(new URL('./schema.sql', moduleUrl), 'utf8');
}

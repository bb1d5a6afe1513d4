import { v5 as uuidv5 } from 'uuid';
import { NodeBehind } from './aggregates.ts';
import { appendWithCertainty } from './append.ts';
import type { Deadline } from './deadline.ts';
import { LedgerCorrupt } from './domain-error.ts';
import { type Envelope, envelop, hashInput, type StoredEvent, storedHash } from './envelope.ts';
import type { EventStore } from './event-store.ts';

/** An append that was begun and of which nobody knows whether it is over. */
export type OpenAppend = {
  readonly stream: string;
  /** The revision that it is to follow; undefined: the stream is to be new. */
  readonly expected: bigint | undefined;
  readonly commandId: string;
};

/**
 * Makes sure that an append has landed or never will: by seeing that its stream has gone on, else by taking the
 * revision that it was to have. What stands behind its place need not be readable here, be it damaged or of a newer release:
 * that it stands there is enough.
 * @param occurredAt RFC 3339, of the event that takes the revision
 * @throws LedgerUnavailable when that is not certain in time; LedgerCorrupt where the event cannot be read that it was to
 *   follow
 */
export async function takeRevision(
  store: EventStore,
  { stream, expected, commandId }: OpenAppend,
  occurredAt: string,
  deadline: Deadline,
): Promise<void> {
  let last: StoredEvent | undefined;
  try {
    last = await deadline.read(async (signal) => {
      const found = await store.readLast(stream, signal);
      // A stream that has not got so far says nothing of the append: the node that was asked is behind.
      if ((found?.revision ?? -1n) < (expected ?? -1n)) throw new NodeBehind(stream, expected ?? 0n);
      return found;
    });
  } catch (error) {
    if (error instanceof LedgerCorrupt && (await isTaken(store, stream, (expected ?? -1n) + 1n, deadline))) {
      return;
    }
    throw error;
  }
  if (last?.revision !== expected) return;
  const envelope: Envelope = {
    stream,
    commandId: uuidv5(`take/${expected ?? 'none'}`, commandId),
    inputHash: hashInput({ operation: 'take-revision', commandId }),
    actor: { kind: 'system' },
    occurredAt,
    correlationId: commandId,
  };
  const end = last && { revision: last.revision, hash: storedHash(last) };
  const { events } = envelop([{ type: 'RevisionTaken', data: { commandId } }], envelope, end);
  // A conflict is as good: the stream has gone on.
  await appendWithCertainty(store, { stream, events, expected }, deadline);
}

/** Whether an event stands at a revision, readable or not. @throws LedgerUnavailable */
async function isTaken(
  store: EventStore,
  stream: string,
  revision: bigint,
  deadline: Deadline,
): Promise<boolean> {
  try {
    return (await deadline.read((signal) => store.readPage(stream, revision, 1, signal))).length > 0;
  } catch (error) {
    if (error instanceof LedgerCorrupt) return true;
    throw error;
  }
}

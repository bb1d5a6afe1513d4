import { type EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import { benchEvent } from './bench-event.ts';
import type { Lane } from './measure.ts';

/** Each lane writes to this many accounts in turn. */
const ACCOUNTS = 50;

/** Lanes that append single events at exact revisions, as a command handler does. */
export function appendLanes(client: EventStoreDBClient, inFlight: number, run: string): Lane[] {
  return Array.from({ length: inFlight }, (_, lane) => {
    const revisions = new Map<string, bigint>();
    let n = 0;
    return async () => {
      const stream = `account-${run}-${lane}-${n++ % ACCOUNTS}`;
      const expectedRevision = revisions.get(stream) ?? NO_STREAM;
      const result = await client.appendToStream(stream, benchEvent(n), { expectedRevision });
      revisions.set(stream, result.nextExpectedRevision);
    };
  });
}

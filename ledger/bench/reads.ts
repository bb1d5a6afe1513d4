import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { type EventStoreDBClient, START } from '@eventstore/db-client';
import { benchEvent } from './bench-event.ts';

const APPEND = 500;

/** Fills streams of one append each, so that reads have something to show. */
export async function fill(client: EventStoreDBClient, events: number): Promise<string> {
  const long = `long-${randomUUID()}`;
  const append = (stream: string) =>
    client.appendToStream(
      stream,
      Array.from({ length: APPEND }, (_, n) => benchEvent(n)),
    );
  for (let n = 0; n < events / 2; n += APPEND) await append(long);
  for (let n = 0; n < events / 2; n += APPEND) await append(`account-${randomUUID()}`);
  return long;
}

/** Events per second that the client takes from a catch-up subscription to `$all`. */
export async function catchUpRate(client: EventStoreDBClient): Promise<number> {
  const start = performance.now();
  const subscription = client.subscribeToAll({ fromPosition: START });
  const caughtUp = new Promise<void>((resolve) => subscription.once('caughtUp', resolve));
  let count = 0;
  let finished = Number.NaN;
  caughtUp.then(() => {
    finished = performance.now();
    return subscription.unsubscribe();
  });
  for await (const _ of subscription) count++;
  return count / ((finished - start) / 1000);
}

/** Events per second of a read of one long stream. */
export async function streamRate(client: EventStoreDBClient, stream: string): Promise<number> {
  const start = performance.now();
  let count = 0;
  for await (const _ of client.readStream(stream)) count++;
  return count / ((performance.now() - start) / 1000);
}

/** Rows per second of the same scan without a node: SQLite in this thread. */
export function scanRate(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const page = database.prepare('SELECT frame FROM events WHERE position > ? ORDER BY position LIMIT 256');
  const start = performance.now();
  let count = 0;
  for (let rows = page.all(0); rows.length > 0; rows = page.all(count)) count += rows.length;
  const rate = count / ((performance.now() - start) / 1000);
  database.close();
  return rate;
}

import { randomUUID } from 'node:crypto';
import {
  type AppendToStreamOptions,
  type EventStoreDBClient,
  type JSONEventData,
  jsonEvent,
  type ResolvedEvent,
} from '@eventstore/db-client';

/** An event store under test. The suite knows nothing of it but how to reach it. */
export type Target = { client(): EventStoreDBClient };

/** A name that no other run has used: the store may hold years of other data. */
export function streamName(kind = 'contract'): string {
  return `${kind}-${randomUUID()}`;
}

export function happened(n: number, type = 'Happened'): JSONEventData {
  return jsonEvent({ type, data: { n } });
}

export function happenedTimes(count: number): JSONEventData[] {
  return Array.from({ length: count }, (_, n) => happened(n));
}

export async function collect(events: AsyncIterable<ResolvedEvent>): Promise<ResolvedEvent[]> {
  const all: ResolvedEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The `n` of each event, which `happened` gave it. */
export function numbers(events: readonly ResolvedEvent[]): unknown[] {
  return events.map(({ event }) => (event?.data as { n?: number } | undefined)?.n);
}

/** The call credentials that make the client take the one-append-a-call path instead of the batch one. */
export const UNARY: AppendToStreamOptions = { credentials: { username: 'admin', password: 'changeit' } };

/** The rejection of a promise; fails when it resolves. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It was expected to fail.');
}

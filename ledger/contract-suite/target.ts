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

/** Writes JSON as the stream's metadata, its numbers digit by digit; the client's own function refuses what is wrong. */
export async function writeRawMetadata(
  client: EventStoreDBClient,
  stream: string,
  json: string,
): Promise<void> {
  const data: unknown = JSON.parse(json, keepDigits);
  const event = { id: randomUUID(), type: '$metadata', contentType: 'application/json', data } as const;
  // The client writes whatever JSON.stringify takes.
  await client.appendToStream(`$$${stream}`, { ...event, metadata: undefined } as JSONEventData);
}

/** https://github.com/tc39/proposal-json-parse-with-source, which TypeScript's library does not describe yet. */
const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON;

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && context?.source ? rawJson(context.source) : value;
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

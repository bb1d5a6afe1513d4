import { createReadStream } from 'node:fs';
import {
  BACKWARDS,
  END,
  type EventData,
  type EventStoreDBClient,
  NO_STREAM,
  type RecordedEvent,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { connectClient, withoutCredentials } from '../../event-store-client.ts';
import { inTime } from '../../in-time.ts';
import { textLines } from '../../text-lines.ts';
import { parseExactly } from '../wire/exact-json.ts';
import { contentBytes, type ExportedEvent, fromLine } from './ndjson.ts';

/** Lines that go to the same stream one after the other are appended together, within the append limit. */
const MAX_BATCH_EVENTS = 500;
const MAX_BATCH_BYTES = 500_000;
/** Milliseconds for one append. */
const PATIENCE = 30_000;

/**
 * Appends an export to any EventStoreDB, event by event in the order of the file and at the exact revisions
 * of the file. So it can be stopped and started again, also with a later export of the same ledger: what is there already
 * is recognised by its ids.
 */
export async function importLedger(
  file: string,
  connectionString: string,
  { patience = PATIENCE } = {},
): Promise<string> {
  const client = connectClient(connectionString);
  // Streams that the target knows as tombstoned; the file must come to their tombstones too.
  const ended = new Set<string>();
  let count = 0;
  try {
    for await (const batch of batches(file)) {
      await importBatch({ client, ended, patience }, batch);
      count += batch.length;
    }
  } finally {
    await client.dispose();
  }
  if (ended.size > 0)
    throw new Error(`The target has these streams tombstoned, the file has not: ${[...ended]}.`);
  return `${count} events of ${file} are at ${withoutCredentials(connectionString)}.`;
}

async function* batches(file: string): AsyncGenerator<ExportedEvent[]> {
  let batch: ExportedEvent[] = [];
  let bytes = 0;
  let lineNumber = 0;
  for await (const line of textLines(createReadStream(file))) {
    lineNumber++;
    if (line.trim() === '') continue;
    const event = parseLine(line, file, lineNumber);
    const size = Buffer.byteLength(line);
    const fits = batch.length < MAX_BATCH_EVENTS && bytes + size < MAX_BATCH_BYTES;
    if (batch.length > 0 && (!fits || !follows(event, batch.at(-1)))) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(event);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

function parseLine(line: string, file: string, lineNumber: number): ExportedEvent {
  try {
    return fromLine(line);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Line ${lineNumber} of ${file} cannot be imported: ${reason}.`, { cause: error });
  }
}

function follows(event: ExportedEvent, previous: ExportedEvent | undefined): boolean {
  // Each metadata event stands alone: some of them the target writes by itself.
  if (event.stream.startsWith('$$') || event.stream !== previous?.stream) return false;
  return typeof previous.revision === 'number' && event.revision === previous.revision + 1;
}

type Target = {
  readonly client: EventStoreDBClient;
  /** Streams that it knows as tombstoned and of which the file has not come to the end. */
  readonly ended: Set<string>;
  readonly patience: number;
};

async function importBatch(target: Target, batch: readonly ExportedEvent[]): Promise<void> {
  const { client, ended, patience } = target;
  const [first] = batch;
  if (!first) return;
  if (first.revision === 'tombstone') {
    ended.delete(first.stream);
    return importTombstone(client, first);
  }
  const expectedRevision = first.revision === 0 ? NO_STREAM : BigInt(first.revision - 1);
  try {
    await inTime(patience, client.appendToStream(first.stream, batch.map(toEvent), { expectedRevision }));
  } catch (error) {
    if (error instanceof StreamDeletedError) {
      ended.add(first.stream.replace(/^\$\$/, ''));
      return;
    }
    if (error instanceof WrongExpectedVersionError) {
      if (await wroteItself(client, first)) return;
      const [there, missing] = partedAt(batch, error.actualVersion);
      if (there.length > 0 && missing.length > 0) {
        await importBatch(target, there);
        return importBatch(target, missing);
      }
    }
    const reason = error instanceof WrongExpectedVersionError ? 'it has other events there' : String(error);
    const where = `'${first.stream}' from revision ${first.revision} on`;
    throw new Error(`The target took no events of ${where}: ${reason}.`, { cause: error });
  }
}

/**
 * What the stream may have of the batch already, and the rest: an import of an earlier export may have ended in the middle of
 * it. A store says of a part that it is not the whole.
 */
function partedAt(
  batch: readonly ExportedEvent[],
  newest: WrongExpectedVersionError['actualVersion'],
): readonly [there: readonly ExportedEvent[], missing: readonly ExportedEvent[]] {
  const isThere = ({ revision }: ExportedEvent) =>
    typeof revision === 'number' && typeof newest === 'bigint' && revision <= newest;
  return [batch.filter(isThere), batch.filter((event) => !isThere(event))];
}

async function importTombstone(client: EventStoreDBClient, { stream }: ExportedEvent): Promise<void> {
  try {
    await client.tombstoneStream(stream);
  } catch (error) {
    if (!(error instanceof StreamDeletedError)) throw error;
  }
}

/**
 * A store writes a metadata event itself when an append revives a soft-deleted stream. Such an event of the
 * export has its twin at the target, with the same data and another id. What is older than the newest
 * metadata can no longer be read and counts as there.
 */
async function wroteItself(client: EventStoreDBClient, event: ExportedEvent): Promise<boolean> {
  if (!event.stream.startsWith('$$') || typeof event.revision !== 'number') return false;
  const newest = await newestEvent(client, event.stream);
  if (!newest || newest.revision !== BigInt(event.revision))
    return (newest?.revision ?? -1n) > event.revision;
  return 'json' in event.data && JSON.stringify(newest.data) === plainJson(event.data.json);
}

async function newestEvent(client: EventStoreDBClient, stream: string): Promise<RecordedEvent | undefined> {
  let newest: RecordedEvent | undefined;
  try {
    // To its end: the client never frees a read that was left half-way.
    for await (const { event } of client.readStream(stream, NEWEST)) newest = event;
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  }
  return newest;
}

const NEWEST = { direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const;

/** As the client reads it: without the digits beyond a double. */
function plainJson(value: unknown): string {
  return JSON.stringify(JSON.parse(JSON.stringify(value)));
}

function toEvent({ id, type, contentType, data, metadata }: ExportedEvent): EventData {
  const bytes = contentBytes(metadata);
  const common = { id, type, metadata: bytes.length > 0 ? bytes : undefined };
  if (contentType === 'application/octet-stream') return { ...common, contentType, data: contentBytes(data) };
  // The client serialises JSON data itself; JSON of an unusual form keeps its meaning, not its spaces.
  const json = 'json' in data ? data.json : parseExactly(Buffer.from(data.base64, 'base64').toString('utf8'));
  // Whatever parseExactly returns can be serialised.
  return { ...common, contentType, data: json as Record<string, unknown> };
}

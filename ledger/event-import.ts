import { type EventData, jsonEvent, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client';
import { connectClient } from './event-store-client.ts';
import { inTime } from './in-time.ts';
import type { ExportedEvent } from './proof/audit/exported-event.ts';

/** Appends what another ledger holds: the same ids, data, metadata and order. */
export type EventImport = {
  /** @throws Error that says what the store did not take, or of what it did not say in time whether it has */
  append(page: readonly ExportedEvent[]): Promise<void>;
  close(): Promise<void>;
};

/** Events of one append, and bytes of their JSON: a store takes 1 MiB at once. */
const MOST_EVENTS = 500;
const MOST_BYTES = 500_000;
/** Milliseconds for one append: the client waits for ever for a store that stands still. */
const PATIENCE = 30_000;

export function openEventImport(connectionString: string, { patience = PATIENCE } = {}): EventImport {
  const client = connectClient(connectionString);
  const appendRun = async (run: readonly ExportedEvent[]) => {
    const [first] = run;
    if (!first) return;
    const expectedRevision = first.revision === 0 ? NO_STREAM : BigInt(first.revision - 1);
    try {
      await inTime(patience, client.appendToStream(first.stream, run.map(proposed), { expectedRevision }));
    } catch (error) {
      const reason = error instanceof WrongExpectedVersionError ? 'it has other events there' : String(error);
      throw new Error(
        `The store took no events of ${first.stream} from revision ${first.revision} on: ${reason}.`,
        { cause: error },
      );
    }
  };
  return {
    async append(page) {
      for (const run of runsOf(page)) await appendRun(run);
    },
    close: () => client.dispose(),
  };
}

/** Events of one stream that stand one behind the other are appended together. */
function* runsOf(page: readonly ExportedEvent[]): Generator<readonly ExportedEvent[]> {
  let run: ExportedEvent[] = [];
  let bytes = 0;
  for (const event of page) {
    const length = Buffer.byteLength(JSON.stringify(event));
    const isFull = run.length === MOST_EVENTS || bytes + length > MOST_BYTES;
    if (run.length > 0 && (isFull || run[0]?.stream !== event.stream)) {
      yield run;
      run = [];
      bytes = 0;
    }
    run.push(event);
    bytes += length;
  }
  if (run.length > 0) yield run;
}

function proposed({ id, type, data, metadata }: ExportedEvent): EventData {
  // What was audited has data and metadata that are plain JSON objects.
  return jsonEvent({
    id,
    type,
    data: data as Record<string, unknown>,
    metadata: metadata as Record<string, unknown>,
  });
}

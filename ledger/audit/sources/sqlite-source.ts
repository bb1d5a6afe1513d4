import { STREAM_PREFIXES } from '../../../contracts/events/ledger-event.ts';
import { openReadOnly } from '../../embedded/commands/read-only.ts';
import { EmbeddedEventStoreError } from '../../embedded/errors.ts';
import { decodeFrame, TOMBSTONE_REVISION } from '../../embedded/wire/frame.ts';
import type { ExportedEvent } from '../../proof/audit/exported-event.ts';
import { Unsound } from '../../proof/audit/fault.ts';
import { CannotRead, type LedgerSource } from './source.ts';

const PAGE = 500;

/**
 * The file of an embedded event store. It is opened for reading only, also while a program owns and writes it: what is
 * read is the ledger of the moment at which reading began.
 */
export function openSqlite(file: string): LedgerSource {
  const database = opened(file);
  let read = 0;
  const last = () => database.prepare('SELECT max(position) AS last FROM events').get()?.last;
  return {
    name: file,
    async size() {
      const count = last();
      return typeof count === 'number' ? count : 0;
    },
    done: () => read,
    async *pages() {
      let page: ExportedEvent[] = [];
      for (const { position, frame } of database
        .prepare('SELECT position, frame FROM events ORDER BY position')
        .iterate()) {
        read = Number(position);
        const event = eventOf(frame, read);
        if (event) page.push(event);
        if (page.length < PAGE) continue;
        yield page;
        page = [];
      }
      yield page;
    },
    end: () => undefined,
    close: async () => database.close(),
  };
}

function opened(file: string) {
  try {
    return openReadOnly(file);
  } catch (error) {
    const reason = error instanceof EmbeddedEventStoreError || error instanceof Error ? error.message : error;
    throw new CannotRead(String(reason), error);
  }
}

/** Undefined for an event of a stream that is not the ledger's. */
function eventOf(frame: unknown, position: number): ExportedEvent | undefined {
  try {
    if (!(frame instanceof Uint8Array)) throw new Error('its frame is no bytes');
    const { id, stream, type, revision, created, data, metadata, position: own } = decodeFrame(frame);
    if (!STREAM_PREFIXES.some((prefix) => stream.startsWith(prefix))) return undefined;
    if (own !== position) throw new Error(`it says of itself that it stands at ${own}`);
    return {
      position: `C:${own}/P:${own}`,
      id,
      type,
      stream,
      revision: revision === TOMBSTONE_REVISION ? Number.MAX_SAFE_INTEGER : revision,
      created: new Date(created / 10_000).toISOString(),
      data: parsed(data),
      metadata: parsed(metadata),
    };
  } catch (error) {
    throw new Unsound({
      rule: 'file',
      at: null,
      among: { from: 0, to: position },
      expected: `an event at position ${position} of the file`,
      found: error instanceof Error ? error.message : String(error),
      follows: 'The file is damaged there; what stands behind it was not looked at.',
    });
  }
}

/** @throws SyntaxError */
function parsed(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return null;
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

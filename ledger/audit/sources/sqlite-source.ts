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
  const rows = () => database.prepare('SELECT position, frame FROM events ORDER BY position').iterate();
  return {
    name: file,
    async size() {
      const count = found(last, 0);
      return typeof count === 'number' ? count : 0;
    },
    done: () => read,
    async *pages() {
      let page: ExportedEvent[] = [];
      const left = found(rows, read);
      for (;;) {
        const { value, done } = found(() => left.next(), read);
        if (done) break;
        const { position, frame } = value;
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

/** What SQLite gives. @throws Unsound where it says that the file is damaged */
function found<Value>(look: () => Value, read: number): Value {
  try {
    return look();
  } catch (error) {
    throw damaged(error, read, `a row behind position ${read} of the file`);
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
    throw damaged(error, position, `an event at position ${position} of the file`);
  }
}

function damaged(error: unknown, to: number, expected: string): Unsound {
  return new Unsound({
    rule: 'file',
    at: null,
    among: { from: 0, to },
    expected,
    found: error instanceof Error ? error.message : String(error),
    follows: 'The file is damaged there; what stands behind it was not looked at.',
  });
}

/** @throws SyntaxError */
function parsed(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return null;
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

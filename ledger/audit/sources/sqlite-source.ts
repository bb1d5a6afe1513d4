import type { DatabaseSync } from 'node:sqlite';
import { STREAM_PREFIXES } from '../../../contracts/events/ledger-event.ts';
import { openReadOnly } from '../../embedded/commands/read-only.ts';
import { DamagedEvent, EmbeddedEventStoreError } from '../../embedded/errors.ts';
import { type EventRow, FOLLOWING_COLUMNS, rowProblem, streamOf } from '../../embedded/store/event-rows.ts';
import { eventsProblem } from '../../embedded/store/soundness.ts';
import { decodeFrame, TOMBSTONE_REVISION } from '../../embedded/wire/frame.ts';
import type { ExportedEvent } from '../../proof/audit/exported-event.ts';
import { Unsound } from '../../proof/audit/fault.ts';
import { CannotRead, type LedgerSource } from './source.ts';

const PAGE = 500;

/**
 * The file of an embedded event store. It is opened for reading only, also while a program owns and writes it: what is
 * read is the ledger of the moment at which reading began. Once all is read, its own checksums are compared, and where it
 * is to end: they find what no event behind it tells.
 */
export function openSqlite(file: string): LedgerSource {
  const database = opened(file);
  let read = 0;
  let problem: string | undefined;
  const checkWhole = () => {
    if (problem !== undefined) throw altered(problem, read);
  };
  const last = () => database.prepare('SELECT max(position) AS last FROM events').get()?.last;
  const rows = () => {
    // One moment of the file for the events and for where it is to end.
    database.exec('BEGIN');
    return database.prepare(`SELECT ${FOLLOWING_COLUMNS} FROM events ORDER BY position`).iterate();
  };
  async function* pages(): AsyncGenerator<readonly ExportedEvent[]> {
    let page: ExportedEvent[] = [];
    const left = found(rows, read);
    const sums = checksums(database);
    try {
      for (;;) {
        const { value, done } = found(() => left.next(), read);
        if (done) break;
        const { position, frame } = value;
        read = Number(position);
        found(() => sums.add(value), read);
        const event = eventOf(frame, read);
        if (event) page.push(event);
        if (page.length < PAGE) continue;
        yield page;
        page = [];
      }
    } catch (error) {
      // What stands before a row that is damaged is judged first.
      yield page;
      throw error;
    }
    yield page;
    problem = found(sums.problem, read);
  }
  return {
    name: file,
    async size() {
      const count = found(last, 0);
      return typeof count === 'number' ? count : 0;
    },
    done: () => read,
    async *pages() {
      yield* pages();
      checkWhole();
    },
    async *hashedPages() {
      for await (const events of pages()) yield { events };
    },
    checkWhole,
    end: () => undefined,
    close: async () => database.close(),
  };
}

/** Told of every row in its order, says what the file's own checksums and its end do not bear out. */
function checksums(database: DatabaseSync): {
  readonly add: (row: EventRow) => void;
  readonly problem: () => string | undefined;
} {
  let position = 0;
  let before: unknown;
  let first: string | undefined;
  return {
    add(row) {
      position += 1;
      const problem = first === undefined ? rowProblem(row, position, before) : undefined;
      if (problem)
        first = new DamagedEvent(problem, { position, stream: streamOf(database, position) }).message;
      before = row.sum;
    },
    problem: () => first ?? eventsProblem(database, position + 1),
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
    const { id, stream, type, revision, created, data, metadata, isJson, position: own } = decodeFrame(frame);
    if (!STREAM_PREFIXES.some((prefix) => stream.startsWith(prefix))) return undefined;
    // Whoever reads it through the store gets bytes, and no event.
    if (!isJson && data.length > 0) throw new Error('it says of itself that it is no JSON');
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

function altered(problem: string, to: number): Unsound {
  return new Unsound({
    rule: 'file',
    at: null,
    among: { from: 0, to },
    expected: 'the events that were written into the file, all of them, up to where it says that it ends',
    found: problem,
    follows: 'The file was altered after it was written, in what no later event and no seal tells.',
  });
}

/** @throws SyntaxError */
function parsed(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return null;
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

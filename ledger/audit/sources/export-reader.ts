import { isUtf8 } from 'node:buffer';
import { checkExportDigest, ExportDigest } from '../../proof/audit/export-digest.ts';
import {
  type ExportEnd,
  type ExportedEvent,
  type ExportLine,
  NotAnExportLine,
  parseExportLine,
  partFault,
} from '../../proof/audit/exported-event.ts';
import { Unsound } from '../../proof/audit/fault.ts';
import type { HashedLines } from '../../proof/audit/line-hasher.ts';
import { type HashedBatch, hashHere, type LineHashing, textsOf } from '../hashing/line-hashing.ts';
import { nodePrimitives } from '../node-primitives.ts';
import { LineTooLong, lineBatches } from './line-batches.ts';
import { recognisedEvent } from './recognised-event.ts';
import { CannotRead, type HashedPage } from './source.ts';

/** One line of a ledger is an event of a megabyte at the most, and JSON may write each byte of it as six. */
const MOST_BYTES = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** What the lines of an export say, in their order: a head, events, an end, and nothing behind it. */
export class ExportReader {
  end: ExportEnd | undefined;
  #to: number | null = null;
  #number = 0;
  #lines = 0;
  readonly #digest = new ExportDigest(nodePrimitives.running());

  /** @throws Unsound, CannotRead */
  async *pagesOf(text: AsyncIterable<Uint8Array>): AsyncGenerator<readonly ExportedEvent[]> {
    for await (const { events } of this.hashedPagesOf(text)) yield events;
  }

  /** With what was hashed of the events meanwhile. @throws Unsound, CannotRead */
  async *hashedPagesOf(
    text: AsyncIterable<Uint8Array>,
    hashing: LineHashing = hashHere(),
  ): AsyncGenerator<HashedPage> {
    const waiting: Promise<HashedBatch>[] = [];
    let rest: Uint8Array | undefined;
    let failure: string | CannotRead | undefined;
    try {
      const batches = lineBatches(text, MOST_BYTES)[Symbol.asyncIterator]();
      for (;;) {
        const { batch, why } = await next(batches);
        failure ??= why;
        if (batch && batch.at(-1) !== LINE_FEED) rest = batch;
        else if (batch) waiting.push(begun(hashing, batch));
        const isOver = !batch || rest !== undefined;
        while (waiting.length > (isOver ? 0 : hashing.ahead)) {
          const [first] = waiting;
          waiting.shift();
          const hashed = await first;
          if (!hashed) continue;
          this.#digest.update(hashed.bytes);
          const readable = linesInUtf8(hashed.bytes);
          yield* this.#pages(textsOf(readable), hashed.lines);
          if (readable.length < hashed.bytes.length) this.#fail(NO_UTF8);
        }
        if (isOver) break;
      }
    } finally {
      hashing.close();
    }
    if (failure instanceof CannotRead) throw failure;
    if (failure === CUT_OFF) throw this.#cutOff();
    if (failure !== undefined) this.#fail(failure);
    if (rest) yield* this.#restPages(rest);
    if (this.#lines === 0) throw new CannotRead('This is no export of a ledger: it is empty.');
    if (!this.end) throw this.#cutOff();
    const fault = partFault(this.#to, this.#number);
    if (fault !== undefined) this.#fail(fault);
  }

  *#pages(texts: readonly string[], hashed: HashedLines): Generator<HashedPage> {
    const { isEvent, ends, dataAt, metadataAt } = hashed;
    const events: ExportedEvent[] = [];
    let number = 0;
    for (const text of texts) {
      for (let from = 0, to = 0; from < text.length; from = to + 1, number++) {
        to = ends[number] ?? 0;
        if (isEvent[number] === 1 && this.#lines > 0 && !this.end) {
          // `parseExportLine` has read this very line where it was hashed, or it was recognised there.
          const written = { text, from, dataAt: dataAt[number] ?? 0, metadataAt: metadataAt[number] ?? 0 };
          events.push(recognisedEvent(written) ?? (JSON.parse(text.slice(from, to)) as ExportedEvent));
          this.#lines += 1;
          this.#number += 1;
          continue;
        }
        let event: ExportedEvent | undefined;
        try {
          event = this.#take(text.slice(from, to));
        } catch (error) {
          // What stands before it is judged first.
          yield { events, digests: hashed };
          throw error;
        }
        if (!event) continue;
        yield { events, digests: hashed };
        yield { events: [event] };
        throw new CannotRead(`Event ${this.#number - 1} has no canonical form, and no hash.`);
      }
    }
    yield { events, digests: hashed };
  }

  #take(text: string): ExportedEvent | undefined {
    if (this.end) this.#fail('something behind the last line');
    const line = this.#parse(text);
    this.#lines += 1;
    if ((this.#lines === 1) !== (line.kind === 'head')) this.#fail(`a line of kind '${line.kind}'`);
    if (line.kind === 'head' && line.head.from > 0) {
      throw new CannotRead(
        `The export begins with event ${line.head.from}: the hashes and rules of a ledger need all before it, too.`,
      );
    }
    if (line.kind === 'head') this.#to = line.head.to;
    if (line.kind === 'end') this.end = line.end;
    if (line.kind !== 'event') return undefined;
    this.#number += 1;
    return line.event;
  }

  /** What stands behind the last line feed: the end, or where the file was cut off, be it behind a whole event. */
  *#restPages(bytes: Uint8Array): Generator<HashedPage> {
    const text = Buffer.from(bytes).toString();
    const kind = kindOf(text);
    if (kind === 'event' && this.#lines > 0 && !this.end && isUtf8(bytes)) {
      const event = this.#take(text);
      if (event) yield { events: [event] };
    }
    if (this.#lines > 0 && !this.end && kind !== 'end') throw this.#cutOff();
    this.#digest.update(bytes);
    if (!isUtf8(bytes)) this.#fail(NO_UTF8);
    this.#take(text);
  }

  #parse(text: string): ExportLine {
    try {
      return parseExportLine(text);
    } catch (error) {
      if (!(error instanceof NotAnExportLine)) throw error;
      // Of a file that is none, nothing can be said.
      if (this.#lines === 0) throw new CannotRead(`This is no export of a ledger: ${error.message}.`, error);
      return this.#fail(`a line that is none of an export: ${error.message}`);
    }
  }

  /** How many events it was asked for, where it has them all: the ledger may go on behind them. */
  get askedFor(): number | undefined {
    return this.#to !== null && this.#number >= this.#to ? this.#to : undefined;
  }

  /** Told last: whatever shows by itself says more than that something was altered. @throws Unsound */
  checkDigest(): void {
    if (this.end) checkExportDigest(this.end, this.#digest.hex(), this.#number);
  }

  /** Of a download that was broken off nobody is to blame: what is there holds so far. */
  #cutOff(): CannotRead {
    return new CannotRead(
      `This is no whole export: it was cut off behind ${this.#number === 1 ? '1 event' : `${this.#number} events`}, and the last line is missing.`,
    );
  }

  #fail(found: string): never {
    throw new Unsound({
      rule: 'file',
      at: null,
      among: { from: Math.max(0, this.#number - 1), to: this.#number },
      expected: `line ${this.#lines + 1} to be what an export has there: a head, events, an end`,
      found,
      follows: `From event ${this.#number} on nothing can be said of the ledger.`,
    });
  }
}

/** Of a packed text that ends too early. */
const CUT_OFF = 'a packed file that was cut off';
const NO_UTF8 = 'a line that is no text in UTF-8';

/** The lines before the first that another reader takes for other letters, or for none. */
function linesInUtf8(bytes: Uint8Array): Uint8Array {
  if (isUtf8(bytes)) return bytes;
  for (let from = 0, to = 0; ; from = to) {
    to = bytes.indexOf(LINE_FEED, from) + 1;
    if (!isUtf8(bytes.subarray(from, to))) return bytes.subarray(0, from);
  }
}

/** A batch, the end, or why there are no more. @throws Unsound, CannotRead */
async function next(
  batches: AsyncIterator<Uint8Array<ArrayBuffer>, void>,
): Promise<{ readonly batch?: Uint8Array<ArrayBuffer>; readonly why?: string | CannotRead }> {
  try {
    const { value } = await batches.next();
    return value ? { batch: value } : {};
  } catch (error) {
    if (error instanceof Unsound || error instanceof CannotRead) throw error;
    if (error instanceof LineTooLong) return { why: 'a line of sixteen million characters' };
    const reason = error instanceof Error ? error.message : error;
    // What a disk or a network does not give says nothing of what stands there.
    if (error instanceof Error && 'syscall' in error)
      return { why: new CannotRead(`The export cannot be read to its end: ${reason}.`, error) };
    if (error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR') return { why: CUT_OFF };
    return { why: `a file that cannot be unpacked: ${reason}` };
  }
}

/** Undefined for a line that is none of an export. */
function kindOf(text: string): ExportLine['kind'] | undefined {
  try {
    return parseExportLine(text).kind;
  } catch (error) {
    if (error instanceof NotAnExportLine) return undefined;
    throw error;
  }
}

function begun(hashing: LineHashing, bytes: Uint8Array<ArrayBuffer>): Promise<HashedBatch> {
  const hashed = hashing.hash(bytes);
  // Whoever waits for it is told; nobody may have come to that when reading is given up.
  hashed.catch(() => undefined);
  return hashed;
}

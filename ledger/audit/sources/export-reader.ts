import { createHash, type Hash } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import {
  type ExportEnd,
  type ExportedEvent,
  type ExportLine,
  NotAnExportLine,
  parseExportLine,
} from '../../proof/audit/exported-event.ts';
import { Unsound } from '../../proof/audit/fault.ts';
import { CannotRead } from './source.ts';

/** One line of a ledger is an event of a megabyte at the most, and JSON may write each byte of it as six. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** What the lines of an export say, in their order: a head, events, an end, and nothing behind it. */
export class ExportReader {
  end: ExportEnd | undefined;
  #number = 0;
  #lines = 0;
  readonly #digest: Hash = createHash('sha256');

  /** @throws Unsound, CannotRead */
  async *pagesOf(text: AsyncIterable<Uint8Array>): AsyncGenerator<readonly ExportedEvent[]> {
    const decoder = new StringDecoder('utf8');
    let rest = '';
    try {
      for await (const chunk of text) {
        const lines = (rest + decoder.write(chunk)).split('\n');
        rest = lines.pop() ?? '';
        if (rest.length > MOST_CHARACTERS) this.#fail('a line of sixteen million characters');
        const events = lines.flatMap((line) => this.#take(line));
        if (events.length > 0) yield events;
      }
    } catch (error) {
      if (error instanceof Unsound || error instanceof CannotRead) throw error;
      this.#fail(`a file that cannot be unpacked: ${error instanceof Error ? error.message : error}`);
    }
    if (rest + decoder.end() !== '') this.#fail('a last line without its line feed: the file was cut off');
    if (!this.end) this.#fail('no last line: the file was cut off');
  }

  #take(text: string): ExportedEvent[] {
    if (this.end) this.#fail('something behind the last line');
    const line = this.#parse(text);
    this.#lines += 1;
    if ((this.#lines === 1) !== (line.kind === 'head')) this.#fail(`a line of kind '${line.kind}'`);
    if (line.kind === 'head' && line.head.from > 0) {
      throw new CannotRead(
        `The export begins with event ${line.head.from}: the hashes and rules of a ledger need all before it, too.`,
      );
    }
    if (line.kind === 'end') this.#finish(line.end);
    else this.#digest.update(`${text}\n`);
    if (line.kind !== 'event') return [];
    this.#number += 1;
    return [line.event];
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

  #finish(end: ExportEnd): void {
    this.end = end;
    const digest = this.#digest.digest('hex');
    if (end.sha256 === undefined || end.sha256 === digest) return;
    this.#digestFault = { expected: end.sha256, found: digest };
  }

  #digestFault: { readonly expected: string; readonly found: string } | undefined;

  /** Told last: whatever shows by itself says more than that something was altered. @throws Unsound */
  checkDigest(): void {
    if (!this.#digestFault) return;
    throw new Unsound({
      rule: 'file',
      at: null,
      among: { from: 0, to: Math.max(0, this.#number - 1) },
      ...this.#digestFault,
      follows:
        'The file was altered after the export in what no hash covers: positions, times of writing, or the form of its lines.',
    });
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

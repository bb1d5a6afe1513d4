import { NotCanonical } from '../canonical-json.ts';
import { type Digests, emptyDigests, LEAF_AT, ROW_BYTES } from './digests.ts';
import { commandIdIn, EventForms, type RecognisedEvent } from './event-forms.ts';
import { type Canonical, eventTexts, textOfPlain, textUnderHash } from './event-texts.ts';
import { type ExportedEvent, type ExportLine, NotAnExportLine, parseExportLine } from './exported-event.ts';
import { leafOf } from './growing-tree.ts';
import type { Primitives } from './primitives.ts';

/** What was hashed of some lines of an export. */
export type HashedLines = Digests & {
  /** A byte a line: 1 for one that is an event and has a hash. The rows of the digests are of these, in their order. */
  readonly isEvent: Uint8Array;
  /** By line: where its line feed stands in its text. */
  readonly ends: Uint32Array;
  /** By line: where in the text the data and the metadata of an event begin that was recognised; 0 for all others. */
  readonly dataAt: Uint32Array;
  readonly metadataAt: Uint32Array;
};

export type LineHasherOptions = {
  readonly primitives: Primitives;
  /** The place among the events of its command that an event's id was made for; undefined where none is found. */
  readonly placeOf?: (event: HashedEvent) => number | undefined;
};

/** An event and the texts that its hash is over. */
export type HashedEvent = Pick<ExportedEvent, 'id' | 'type' | 'stream'> & {
  readonly texts: Canonical;
  /** As it stands in its metadata, whatever that is. */
  readonly commandId: unknown;
};

/**
 * Hashes the lines of an export: events, and their leaves in the tree over them. It judges nothing;
 * what it cannot hash it leaves to who does. All that it needs of the past is in it, so that it can run in a thread of
 * its own.
 */
export class LineHasher {
  readonly #options: LineHasherOptions;
  readonly #forms = new EventForms();

  constructor(options: LineHasherOptions) {
    this.#options = options;
  }

  /** @param texts of whole lines, each with its line feed */
  hash(texts: readonly string[]): HashedLines {
    const ends = lineEnds(texts);
    const count = ends.length;
    const digests = emptyDigests(count);
    const isEvent = new Uint8Array(count);
    const [dataAt, metadataAt] = [new Uint32Array(count), new Uint32Array(count)];
    let [number, events] = [0, 0];
    for (const text of texts) {
      for (let from = 0, to = 0; from < text.length; from = to + 1, number++) {
        to = ends[number] ?? 0;
        const recognised = this.#forms.recognise(text, from, to);
        if (recognised) {
          this.#takeRecognised(recognised, digests, events);
          dataAt[number] = recognised.dataAt;
          metadataAt[number] = recognised.metadataAt;
          isEvent[number] = 1;
          events += 1;
          continue;
        }
        const line = parsed(text.slice(from, to));
        if (line?.kind === 'event' && this.#takeParsed(line.event, digests, events)) {
          isEvent[number] = 1;
          events += 1;
        }
      }
    }
    return { ...digests, isEvent, ends, dataAt, metadataAt };
  }

  #takeRecognised(event: RecognisedEvent, digests: Digests, row: number): void {
    const { id, type, stream, texts } = event;
    const hashed = { id, type, stream, texts, commandId: commandIdIn(texts) };
    this.#take(hashed, textOfPlain(event, texts), true, digests, row);
  }

  #takeParsed(event: ExportedEvent, digests: Digests, row: number): boolean {
    const hashable = hashableOf(event);
    if (!hashable) return false;
    const { texts, text } = hashable;
    if (texts.fits) this.#forms.learn(event);
    const { id, type, stream, metadata } = event;
    const commandId: unknown =
      typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'commandId') : undefined;
    this.#take({ id, type, stream, texts, commandId }, text, texts.fits, digests, row);
    return true;
  }

  /** @param text that its hash is over */
  #take(event: HashedEvent, text: string, isFitting: boolean, digests: Digests, row: number): void {
    const { rows, fits, places } = digests;
    const at = row * ROW_BYTES;
    const { primitives } = this.#options;
    primitives.sha256Into(text, rows, at);
    if (event.stream !== 'seals') leafOf(primitives, { bytes: rows, at }, { bytes: rows, at: at + LEAF_AT });
    if (isFitting) fits[row] = 1;
    const place = this.#options.placeOf?.(event);
    if (place !== undefined && place < 255) places[row] = place + 1;
  }
}

function lineEnds(texts: readonly string[]): Uint32Array<ArrayBuffer> {
  const ends: number[] = [];
  for (const text of texts)
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) ends.push(end);
  return Uint32Array.from(ends);
}

function parsed(text: string): ExportLine | undefined {
  try {
    return parseExportLine(text);
  } catch (error) {
    if (error instanceof NotAnExportLine) return undefined;
    throw error;
  }
}

/** Undefined for an event that has no canonical form. */
function hashableOf(event: ExportedEvent) {
  try {
    const texts = eventTexts(event);
    return { texts, text: textUnderHash(event, texts) };
  } catch (error) {
    if (error instanceof NotCanonical) return undefined;
    throw error;
  }
}

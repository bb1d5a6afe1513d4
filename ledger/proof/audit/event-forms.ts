import type * as z from 'zod/mini';
import { eventMetadata } from '../../../contracts/events/event.ts';
import { eventSchemas, isKnownEventType } from '../../../contracts/events/ledger-event.ts';
import type { Canonical } from './event-texts.ts';
import type { ExportedEvent } from './exported-event.ts';
import { type Recognised, unrolled, type WrittenForm, writtenForm } from './written-form.ts';

/** An event that was recognised in its line of an export, and the texts that its hash is over. */
export type RecognisedEvent = Omit<ExportedEvent, 'created' | 'data' | 'metadata'> & {
  readonly texts: Canonical;
  /** Where in the text its data begin, and its metadata. */
  readonly dataAt: number;
  readonly metadataAt: number;
};

/**
 * Forms of one value that are known, the last that was met first. There are few: what an event holds stands in the
 * order in which the program puts it there, and little of it is optional.
 */
class Forms {
  readonly #known: WrittenForm[] = [];
  /** Of all that were learned from, whether or not a form came of it: making one is dear. */
  readonly #shapes = new Set<string>();

  recognise(text: string, from: number): Recognised | undefined {
    const known = this.#known;
    for (let n = 0; n < known.length; n++) {
      const form = known[n];
      const recognised = form?.recognise(text, from);
      if (!form || !recognised) continue;
      if (n > 0) {
        known.copyWithin(1, 0, n);
        known[0] = form;
      }
      return recognised;
    }
    return undefined;
  }

  learn(schema: z.core.$ZodType, value: unknown): void {
    if (this.#shapes.size === MOST_SHAPES) return;
    const shape = shapeOf(value);
    if (this.#shapes.has(shape)) return;
    this.#shapes.add(shape);
    const form = formOf(schema, shape, value);
    if (form) this.#known.push(form);
  }
}
/** Of one value; a ledger whose members stand in ever other orders is read the slow way. */
const MOST_SHAPES = 12;

/**
 * What exports that were read before have taught, of each schema the forms that were asked for last: making one, and
 * the engine's work on its regular expression, are most of what a small ledger takes.
 */
const taught = new WeakMap<z.core.$ZodType, Map<string, WrittenForm | undefined>>();

function formOf(schema: z.core.$ZodType, shape: string, value: unknown): WrittenForm | undefined {
  const forms = taught.get(schema) ?? new Map<string, WrittenForm | undefined>();
  taught.set(schema, forms);
  const form = forms.has(shape) ? forms.get(shape) : writtenForm(schema, value);
  forms.delete(shape);
  forms.set(shape, form);
  if (forms.size > MOST_SHAPES) for (const oldest of forms.keys().take(1)) forms.delete(oldest);
  return form;
}

/** The names of all members in their order, and which of them are null. */
function shapeOf(value: unknown): string {
  if (value === null) return '0';
  if (typeof value !== 'object') return '1';
  let shape = '{';
  for (const [key, member] of Object.entries(value)) shape += `${key}:${shapeOf(member)},`;
  return `${shape}}`;
}

/** RFC 3339 as the program writes it, of days that are in the calendar; of leap days it says nothing. */
const TIME = [
  /\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)/,
  /T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z/,
];
const MEMBERS = [
  /\{"position":"(C:(?:0|[1-9]\d{0,18})\/P:(?:0|[1-9]\d{0,18}))",/,
  /"id":"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})",/,
  /"type":"(\w+)","stream":"([\w~.:-]+)","revision":(0|[1-9]\d{0,14}),/,
];
const joined = (parts: readonly RegExp[]) => unrolled(parts.map(({ source }) => source).join(''));
/** A line that begins so holds for `parseExportLine` what is caught here, up to its data. */
const HEAD = new RegExp(`${joined(MEMBERS)}(?:"created":"${joined(TIME)}",)?"data":`, 'y');
/** Between the data of an event and its metadata. */
export const METADATA = ',"metadata":';

/**
 * Recognises events in the lines of an export without parsing them, by the forms of those that came before. An event
 * that is recognised is one that `parseExportLine` reads and the schemas of its type accept.
 */
export class EventForms {
  readonly #metadata = new Forms();
  readonly #data = new Map<string, Forms>();

  /**
   * Undefined says nothing of the line.
   * @param text whose part from `from` to `to` is the line, without its line feed
   */
  recognise(text: string, from = 0, to = text.length): RecognisedEvent | undefined {
    HEAD.lastIndex = from;
    const head = HEAD.exec(text);
    if (!head) return undefined;
    const [, position = '', id = '', type = '', stream = '', revision] = head;
    const dataAt = HEAD.lastIndex;
    const data = this.#data.get(type)?.recognise(text, dataAt);
    if (!data || !text.startsWith(METADATA, data.end)) return undefined;
    const metadataAt = data.end + METADATA.length;
    const metadata = this.#metadata.recognise(text, metadataAt);
    if (metadata?.end !== to - 1 || text[to - 1] !== '}') return undefined;
    const texts = { data: data.canonical, metadata: metadata.canonical };
    return { position, id, type, stream, revision: Number(revision), texts, dataAt, metadataAt };
  }

  /** From an event that was parsed, and that the schemas accept. */
  learn({ type, data, metadata }: ExportedEvent): void {
    if (!isKnownEventType(type)) return;
    this.#metadata.learn(eventMetadata, metadata);
    const forms = this.#data.get(type) ?? new Forms();
    this.#data.set(type, forms);
    forms.learn(eventSchemas[type].data, data);
  }
}

/** The id of the command of an event that was recognised. */
export function commandIdIn({ metadata }: Canonical): string {
  const at = behind(metadata, '"commandId":"');
  return metadata.slice(at, at + UUID_LENGTH);
}
const UUID_LENGTH = 36;

/** The hash that an event that was recognised names as that of the one before. */
export function prevHashIn({ metadata }: Canonical): string | null {
  const at = behind(metadata, '"prevHash":');
  return metadata[at] === '"' ? metadata.slice(at + 1, metadata.indexOf('"', at + 1)) : null;
}

/** No text in what was recognised holds a mark that is not the end of it. */
const behind = (text: string, name: string) => text.indexOf(name) + name.length;

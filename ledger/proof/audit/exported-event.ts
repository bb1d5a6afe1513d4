import { visibleLine } from '../../../contracts/visible-text.ts';
import type { NotaryKey } from '../notary-keys.ts';

/** An event of the ledger as an export holds it: one line of JSON. */
export type ExportedEvent = {
  /** `C:<commit>/P:<prepare>`, in the store that it was exported from. */
  readonly position: string;
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  /** From 0. */
  readonly revision: number;
  /** RFC 3339; when the event store wrote it. No hash covers it. */
  readonly created?: string;
  /** As written, before any upcast: what the hash covers. */
  readonly data: unknown;
  readonly metadata: unknown;
};

export const EXPORT_FORMAT = 'evo-rewards-ledger/1';

/** The first line. `from` and `to` are numbers of events, `to` the first one that is not given; null: all up to the head. */
export type ExportHead = {
  readonly format: typeof EXPORT_FORMAT;
  readonly from: number;
  readonly to: number | null;
};

/** The last line. */
export type ExportEnd = {
  readonly end: true;
  /** How many events the lines before hold. */
  readonly events: number;
  /** The newest signed checkpoint (a C2SP signed note); null where there is no seal. */
  readonly checkpoint: string | null;
  readonly notaryKeys: readonly NotaryKey[];
  /**
   * SHA-256 (hex) of all bytes before this line. It shows damage to what no event's hash covers: positions, and times
   * of writing. Who alters a file on purpose can make it anew.
   */
  readonly sha256?: string;
};

export type ExportLine =
  | { readonly kind: 'head'; readonly head: ExportHead }
  | { readonly kind: 'event'; readonly event: ExportedEvent }
  | { readonly kind: 'end'; readonly end: ExportEnd };

/** A line that is none of an export. */
export class NotAnExportLine extends Error {
  /** @param reason may hold some of the line, which may hold anything */
  constructor(reason: string) {
    super(visibleLine(reason));
  }
}

/**
 * Reads a line without its line feed.
 * @throws NotAnExportLine with what is wrong
 */
export function parseExportLine(text: string): ExportLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new NotAnExportLine(`it is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (!isRecord(value)) throw new NotAnExportLine('it is not an object');
  if (colonsIn(text) !== membersOf(value)) throw new NotAnExportLine('it names a member twice');
  if ('position' in value) return { kind: 'event', event: asEvent(value) };
  if ('format' in value) return { kind: 'head', head: asHead(value) };
  if ('end' in value) return { kind: 'end', end: asEnd(value) };
  throw new NotAnExportLine('it is no head, no event and no end');
}

/** One for each member that a text of JSON names. */
function colonsIn(text: string): number {
  let colons = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isInString = !isInString;
    else if (!isInString) colons += code === COLON ? 1 : 0;
    else if (code === BACKSLASH) at += 1;
  }
  return colons;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/**
 * How many members a value has with all that is in it. Of two that have one name in an object only the last is there; another
 * reader may take the first (RFC 8259, section 4), and sees another amount in a line that was found sound.
 */
function membersOf(value: unknown): number {
  const left = [value];
  let members = 0;
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    const inside: unknown[] = Object.values(one);
    if (!Array.isArray(one)) members += inside.length;
    for (const each of inside) left.push(each);
  }
  return members;
}

const POSITION = /^C:(0|[1-9]\d{0,18})\/P:(0|[1-9]\d{0,18})$/;
/** In the one writing that the program gives ids. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const EVENT_MEMBERS = new Set([
  'position',
  'id',
  'type',
  'stream',
  'revision',
  'created',
  'data',
  'metadata',
]);

function asEvent(value: Readonly<Record<string, unknown>>): ExportedEvent {
  const { position, id, type, stream, revision, created, data, metadata } = value;
  if (typeof position !== 'string' || !POSITION.test(position)) throw wrong('position');
  if (typeof id !== 'string' || !UUID.test(id)) throw wrong('id');
  if (typeof type !== 'string' || type === '') throw wrong('type');
  if (typeof stream !== 'string' || stream === '') throw wrong('stream');
  if (typeof revision !== 'number' || !Number.isSafeInteger(revision) || revision < 0)
    throw wrong('revision');
  if (created !== undefined && !isTime(created)) throw wrong('created');
  if (!isRecord(data)) throw wrong('data');
  if (!isRecord(metadata)) throw wrong('metadata');
  for (const member in value) if (!EVENT_MEMBERS.has(member)) throw wrong(member);
  // Each of its members was looked at.
  return value as ExportedEvent;
}

function asHead({ format, from, to }: Readonly<Record<string, unknown>>): ExportHead {
  if (typeof format !== 'string') throw wrong('format');
  if (format !== EXPORT_FORMAT) throw new NotAnExportLine(`the format ${format} is not ${EXPORT_FORMAT}`);
  if (!isCount(from)) throw wrong('from');
  if (to !== null && !isCount(to)) throw wrong('to');
  return { format, from, to };
}

/** What an export that was asked for its events up to a number cannot hold; undefined where it holds no more. */
export function partFault(to: number | null, events: number): string | undefined {
  return to !== null && events > to ? `${events} events, and the first line asks for ${to}` : undefined;
}

function asEnd(value: Readonly<Record<string, unknown>>): ExportEnd {
  const { end, events, checkpoint, notaryKeys, sha256 } = value;
  if (end !== true) throw wrong('end');
  if (!isCount(events)) throw wrong('events');
  if (checkpoint !== null && typeof checkpoint !== 'string') throw wrong('checkpoint');
  if (!Array.isArray(notaryKeys) || !notaryKeys.every(isNotaryKey)) throw wrong('notaryKeys');
  if (sha256 !== undefined && (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)))
    throw wrong('sha256');
  return { end, events, checkpoint, notaryKeys, ...(sha256 !== undefined && { sha256 }) };
}

function isNotaryKey(value: unknown): value is NotaryKey {
  if (!isRecord(value) || typeof value.verifierKey !== 'string') return false;
  const { replaces } = value;
  if (replaces === null) return true;
  return (
    isRecord(replaces) && typeof replaces.verifierKey === 'string' && typeof replaces.signature === 'string'
  );
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(member: string): NotAnExportLine {
  return new NotAnExportLine(`its '${member}' is not what an export has there`);
}

/** A line of an export, without its line feed. */
export function exportLine(line: ExportHead | ExportedEvent | ExportEnd): string {
  if (!('position' in line)) return JSON.stringify(line);
  const { position, id, type, stream, revision, created, data, metadata } = line;
  // The members in the order of docs/audit.md, whatever order they came in.
  return JSON.stringify({ position, id, type, stream, revision, created, data, metadata });
}

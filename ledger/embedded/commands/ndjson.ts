import { parseExactly } from '../wire/exact-json.ts';
import type { RecordedEvent } from '../wire/frame.ts';

/** One line of an export. */
export type ExportedEvent = {
  readonly stream: string;
  /** 'tombstone' for the event that ends a stream for ever. */
  readonly revision: number | 'tombstone';
  readonly id: string;
  readonly type: string;
  /** RFC 3339, for the reader; a store that imports the event sets its own. */
  readonly created: string;
  /** Bytes in base64, unless they are JSON, which stands as it is. */
  readonly data: Content;
  readonly metadata: Content;
  readonly contentType: 'application/json' | 'application/octet-stream';
};

export type Content = { readonly json: unknown } | { readonly base64: string };

/** The event as a line of JSON without its line feed. JSON data stand in it byte for byte where they fit on one line. */
export function toLine(event: RecordedEvent): string {
  const fields = [
    `"stream":${JSON.stringify(event.stream)}`,
    `"revision":${JSON.stringify(event.revision)}`,
    `"id":"${event.id}"`,
    `"type":${JSON.stringify(event.type)}`,
    `"created":"${new Date(event.created / 10_000).toISOString()}"`,
    `"data":${contentText(event.data)}`,
    `"metadata":${contentText(event.metadata)}`,
    `"contentType":"${event.isJson ? 'application/json' : 'application/octet-stream'}"`,
  ];
  return `{${fields.join(',')}}`;
}

/** Reads a line of an export. Throws an Error that says what is wrong with it. */
export function fromLine(line: string): ExportedEvent {
  const event: unknown = parseExactly(line);
  if (!isExportedEvent(event)) throw new Error('it is not an exported event');
  return event;
}

export function contentBytes(content: Content): Uint8Array {
  const bytes =
    'base64' in content ? Buffer.from(content.base64, 'base64') : Buffer.from(JSON.stringify(content.json));
  // The client takes metadata as bytes only when it is exactly a Uint8Array.
  return new Uint8Array(bytes);
}

function contentText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  if (isWholeJson(text) && Buffer.from(text).equals(buffer)) return `{"json":${text}}`;
  return `{"base64":"${buffer.toString('base64')}"}`;
}

/** Only JSON that a JavaScript program would write the same way goes in as JSON; the rest keeps its bytes. */
function isWholeJson(text: string): boolean {
  try {
    return JSON.stringify(parseExactly(text)) === text;
  } catch {
    return false;
  }
}

function isExportedEvent(value: unknown): value is ExportedEvent {
  if (typeof value !== 'object' || value === null) return false;
  const texts = ['stream', 'id', 'type', 'contentType'].every(
    (key) => typeof Reflect.get(value, key) === 'string',
  );
  const contents = ['data', 'metadata'].every((key) => isContent(Reflect.get(value, key)));
  const revision: unknown = Reflect.get(value, 'revision');
  return texts && contents && (revision === 'tombstone' || Number.isSafeInteger(revision));
}

function isContent(value: unknown): value is Content {
  if (typeof value !== 'object' || value === null) return false;
  return 'json' in value || ('base64' in value && typeof value.base64 === 'string');
}

import { eventMetadata } from '../../../contracts/events/event.ts';
import { eventSchemas, isKnownEventType } from '../../../contracts/events/ledger-event.ts';
import { EVENT_HASH } from '../event-hash.ts';
import type { ExportedEvent } from './exported-event.ts';
import { type FittingText, fittingText } from './fitting-text.ts';
import { canonicalName, canonicalOfParsed } from './parsed-json.ts';

/** The RFC 8785 JSON of data and metadata as they were written. */
export type Canonical = { readonly data: string; readonly metadata: string };

const metadataText = fittingText(eventMetadata);
/** By type, compiled when the first event of it comes. */
const dataTexts = new Map<string, FittingText>();

/**
 * The texts of an event, whatever it is; `fits` says whether the newest schema of its type accepts data and metadata as
 * they are.
 * @throws NotCanonical
 */
export function eventTexts({ type, data, metadata }: ExportedEvent): Canonical & { readonly fits: boolean } {
  const ofMetadata = metadataText(metadata);
  const ofData = dataTextOf(type)?.(data);
  return {
    data: ofData ?? canonicalOfParsed(data),
    metadata: ofMetadata ?? canonicalOfParsed(metadata),
    fits: ofData !== undefined && ofMetadata !== undefined,
  };
}

function dataTextOf(type: string): FittingText | undefined {
  const known = dataTexts.get(type);
  if (known || !isKnownEventType(type)) return known;
  const textOf = fittingText(eventSchemas[type].data);
  dataTexts.set(type, textOf);
  return textOf;
}

/** The text that the hash of an event is over (`eventHash`). */
export function textUnderHash(
  { id, type, stream, revision }: ExportedEvent,
  { data, metadata }: Canonical,
): string {
  const where = `"revision":${revision},"stream":${canonicalName(stream)},"type":${canonicalName(type)}`;
  return `{"data":${data},"id":${canonicalName(id)},"metadata":${metadata},${where}}`;
}

/** The same of an event whose id, type and stream are plain: no mark, and nothing that JSON escapes. */
export function textOfPlain(
  { id, type, stream, revision }: Pick<ExportedEvent, 'id' | 'type' | 'stream' | 'revision'>,
  { data, metadata }: Canonical,
): string {
  return `{"data":${data},"id":"${id}","metadata":${metadata},"revision":${revision},"stream":"${stream}","type":"${type}"}`;
}

/** As a text, for people and metadata. */
export function hashText(bytes: Uint8Array, at: number): string {
  let hex = '';
  for (let n = at; n < at + 32; n++) hex += HEX[bytes[n] ?? 0];
  return `${EVENT_HASH}:${hex}`;
}
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Whether a text is `hashText` of the bytes; faster than making it. */
export function isHashText(text: string, bytes: Uint8Array, at: number): boolean {
  if (text.length !== PREFIX.length + 64 || !text.startsWith(PREFIX)) return false;
  for (let n = 0, place = PREFIX.length; n < 32; n++, place += 2) {
    const byte = bytes[at + n] ?? 0;
    if (text.charCodeAt(place) !== digit(byte >> 4) || text.charCodeAt(place + 1) !== digit(byte & 15))
      return false;
  }
  return true;
}
const PREFIX = `${EVENT_HASH}:`;
const digit = (value: number) => (value < 10 ? 48 + value : 87 + value);

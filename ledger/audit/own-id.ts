import { hash } from 'node:crypto';
import type { Canonical } from '../proof/audit/event-texts.ts';
import type { HashedEvent } from '../proof/audit/line-hasher.ts';

/** SHA-256 (hex) over what the id of an event covers. */
export function contentHash(type: string, { data, metadata }: Canonical): string {
  return hash('sha256', `${type}\n${data}\n${metadata}`);
}

/** The id of the event at that place among the events of a command (`eventId`). */
export function ownId(stream: string, place: number, commandId: string, content: string): string {
  return uuidV5(`${stream}/${place}/${content}`, commandId);
}

/** As the first version made it: its ids did not cover the content. */
export function formerId(stream: string, place: number, commandId: string): string {
  return uuidV5(`${stream}/${place}`, commandId);
}

/**
 * Finds the place among the events of its command that an event's id was made for. The events of a command are written
 * together, so it is the place behind the event before, or the first.
 */
export function placeFinder(): (event: HashedEvent) => number | undefined {
  let last = { stream: '', commandId: '', place: 0 };
  return ({ id, type, stream, commandId, texts }) => {
    if (!isUuidLong(commandId)) return undefined;
    const isSame = last.stream === stream && last.commandId === commandId;
    const place = isSame ? last.place + 1 : 0;
    last = { stream, commandId, place };
    return ownId(stream, place, commandId, contentHash(type, texts)) === id ? place : undefined;
  };
}

function isUuidLong(commandId: unknown): commandId is string {
  return typeof commandId === 'string' && commandId.length === 36;
}

const NAMESPACE_BYTES = 16;
const room = Buffer.alloc(8 * 1024);

/** As `uuid`'s, several times as fast: an audit makes one for each event. */
function uuidV5(name: string, namespace: string): string {
  // A character of UTF-16 is three bytes at the most.
  const bytes =
    name.length * 3 > room.length - NAMESPACE_BYTES ? Buffer.alloc(name.length * 3 + NAMESPACE_BYTES) : room;
  putUuid(namespace, bytes);
  const length = NAMESPACE_BYTES + bytes.write(name, NAMESPACE_BYTES);
  const digest = hash('sha1', bytes.subarray(0, length));
  const variant = VARIANTS[digest.charCodeAt(16)] ?? '';
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

/** The sixteen bytes of a UUID. */
function putUuid(uuid: string, into: Uint8Array): void {
  let place = 0;
  for (let byte = 0; byte < NAMESPACE_BYTES; byte++) {
    if (uuid.charCodeAt(place) === DASH) place += 1;
    into[byte] = ((VALUES[uuid.charCodeAt(place)] ?? 0) << 4) | (VALUES[uuid.charCodeAt(place + 1)] ?? 0);
    place += 2;
  }
}
const DASH = 45;
const VALUES = new Uint8Array(128);
for (const digit of '0123456789abcdefABCDEF') VALUES[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

/** By the code of a hex digit, the one with the variant of RFC 9562 §4.1 in its place. */
const VARIANTS: string[] = [];
for (const digit of '0123456789abcdef')
  VARIANTS[digit.charCodeAt(0)] = ((Number.parseInt(digit, 16) & 0x3) | 0x8).toString(16);

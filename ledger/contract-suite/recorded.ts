import { createHash } from 'node:crypto';
import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';

type Recorded = NonNullable<(ResolvedEvent | AllStreamResolvedEvent)['event']>;

/** An event in every field, as traces write it. */
export function recordedEvent(event: Recorded, place: string): Record<string, unknown> {
  return {
    stream: event.streamId,
    revision: String(event.revision),
    // The id of what the server or the client wrote by itself is its own.
    id: OF_NOBODY.has(event.type) ? '*' : event.id,
    type: event.type,
    json: event.isJson,
    data: recordedData(event.data),
    metadata: event.metadata === undefined ? null : recordedData(event.metadata),
    position: place,
  };
}

const OF_NOBODY = new Set(['$metadata', '$streamDeleted']);

/** Bytes beyond this count, and characters of JSON beyond the other, are written as their SHA-1. */
const MOST_BYTES = 100;
const MOST_JSON = 400;

function recordedData(data: unknown): unknown {
  if (data instanceof Uint8Array) {
    if (data.length > MOST_BYTES) return digest(data);
    return { $b64: Buffer.from(data).toString('base64') };
  }
  const text = JSON.stringify(data);
  return text !== undefined && text.length > MOST_JSON ? digest(Buffer.from(text)) : data;
}

function digest(bytes: Uint8Array) {
  return { $sha1: createHash('sha1').update(bytes).digest('hex'), length: bytes.length };
}

/** What a call was rejected with, or a stream emitted: all that a client can tell. */
export function recordedError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { thrown: String(error) };
  const shown: Record<string, unknown> = { name: error.constructor.name };
  for (const [key, value] of Object.entries({ ...error, message: error.message })) {
    // gRPC's own error, of which the rest was made.
    if (key === '_raw' || value === undefined) continue;
    shown[key] = typeof value === 'bigint' ? String(value) : value;
  }
  return shown;
}

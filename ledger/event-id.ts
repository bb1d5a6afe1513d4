import { hash } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import type { StoredEvent } from './envelope.ts';
import { canonicalJson } from './proof/canonical-json.ts';

/** One append holds no more: each event takes some 400 bytes of a megabyte. */
const MOST_EVENTS = 3_000;

type Content = {
  readonly type: string;
  /** RFC 8785 JSON. */
  readonly data: string;
  readonly metadata: string;
};

/** UUIDv5(commandId, `<stream>/<index>/<SHA-256 of type, data and metadata>`); `index` counts the command's events. */
export function eventId(
  stream: string,
  index: number,
  commandId: string,
  { type, data, metadata }: Content,
): string {
  const contentHash = hash('sha256', `${type}\n${data}\n${metadata}`);
  return uuidv5(Buffer.from(`${stream}/${index}/${contentHash}`), commandId);
}

/**
 * Whether an event has the id that follows from its bytes. Ids of the first version followed from the command and the
 * place alone: such a one says nothing about what stands in the event.
 */
export function hasOwnId({ id, stream, type, data, metadata, written }: StoredEvent): boolean {
  const content = {
    type,
    data: canonicalJson(written?.data ?? data),
    metadata: canonicalJson(written?.metadata ?? metadata),
  };
  const { commandId } = metadata;
  for (let index = 0; index < MOST_EVENTS; index++) {
    if (eventId(stream, index, commandId, content) === id) return true;
    if (uuidv5(`${stream}/${index}`, commandId) === id) return true;
  }
  return false;
}

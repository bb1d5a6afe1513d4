import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, NotCanonical } from './canonical-json.ts';

/** What the hash of an event covers: everything that its author decided, and its place in its stream. */
export type HashedEvent = {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  /** From 0. */
  readonly revision: bigint;
  readonly data: unknown;
  readonly metadata: unknown;
};

/** SHA-256 over RFC 8785 JSON; the tag leaves room for another algorithm later. */
export const EVENT_HASH = 'sha256-jcs';

/**
 * `sha256-jcs:<hex>` over `{data, id, metadata, revision, stream, type}`. The metadata holds the hash of the
 * stream's previous event, so one hash fixes the whole stream up to it. The time of writing and the position in
 * the log are the event store's own and not covered.
 * @throws NotCanonical
 */
export function eventHash({ id, type, stream, revision, data, metadata }: HashedEvent): string {
  const parts = { data: canonicalJson(data), metadata: canonicalJson(metadata) };
  return `${EVENT_HASH}:${sha256Hex(hashedText({ id, type, stream, revision, ...parts }))}`;
}

/**
 * The RFC 8785 JSON that the hash of an event covers, from the JSON of its data and metadata.
 * @throws NotCanonical
 */
export function hashedText(
  event: Pick<HashedEvent, 'id' | 'type' | 'stream' | 'revision'> & {
    readonly data: string;
    readonly metadata: string;
  },
): string {
  const revision = Number(event.revision);
  if (!Number.isSafeInteger(revision)) throw new NotCanonical(`the revision ${event.revision}`);
  const [id, stream, type] = [event.id, event.stream, event.type].map(canonicalJson);
  return `{"data":${event.data},"id":${id},"metadata":${event.metadata},"revision":${revision},"stream":${stream},"type":${type}}`;
}

/** SHA-256 of the UTF-8 bytes of `text`, in lower-case hex. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

import { LedgerCorrupt } from './domain-error.ts';
import { type StoredEvent, type StreamEnd, storedHash } from './envelope.ts';
import { hasOwnId } from './event-id.ts';

/**
 * The end of a stream with the events that come next in it. Each must name the one before it; the last one, which none
 * names yet, must have the id that follows from what was written.
 * @param end of the stream before, undefined at its start
 * @throws LedgerCorrupt
 */
export function endWith(
  stream: string,
  page: readonly StoredEvent[],
  end: StreamEnd | undefined,
): StreamEnd | undefined {
  const last = page.at(-1);
  if (!last) return end;
  const newest = page.reduce<StreamEnd | undefined>((before, event) => follow(stream, event, before), end);
  if (hasOwnId(last)) return newest;
  throw new LedgerCorrupt(`${nameOf(last)} has an id that does not follow from its data and metadata`);
}

function follow(stream: string, event: StoredEvent, end: StreamEnd | undefined): StreamEnd {
  const revision = end ? end.revision + 1n : 0n;
  if (event.stream !== stream || event.revision !== revision) {
    throw new LedgerCorrupt(`${stream} has no revision ${revision}: ${nameOf(event)} stands there`);
  }
  const expected = end?.hash ?? null;
  const { prevHash } = event.metadata;
  if (prevHash !== expected) {
    const before = end
      ? `the event before it, revision ${end.revision}, has ${expected}`
      : 'none is before it';
    throw new LedgerCorrupt(`${nameOf(event)} names an event with the hash ${prevHash}, but ${before}`);
  }
  return { revision, hash: storedHash(event) };
}

function nameOf({ stream, revision, id, type }: StoredEvent): string {
  return `${type} ${id} at revision ${revision} of ${stream}`;
}

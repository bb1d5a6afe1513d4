import type { Deadline } from './deadline.ts';
import { type StreamEnd, storedHash } from './envelope.ts';
import type { EventStore } from './event-store.ts';

/**
 * What the node that answers now has where a stream ended as it was seen before: the same event, another one, or none, not
 * yet or not any more.
 * @throws LedgerUnavailable, LedgerCorrupt
 */
export async function lookAtEnd(
  store: Pick<EventStore, 'readPage'>,
  stream: string,
  { revision, hash }: StreamEnd,
  deadline: Deadline,
): Promise<'same' | 'another' | 'none'> {
  const [event] = await deadline.read((signal) => store.readPage(stream, revision, 1, signal));
  if (!event) return 'none';
  return event.revision === revision && storedHash(event) === hash ? 'same' : 'another';
}

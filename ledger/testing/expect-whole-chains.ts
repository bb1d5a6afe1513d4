import { expect } from 'vitest';
import type { StoredEvent } from '../envelope.ts';
import { eventHash } from '../proof/event-hash.ts';

/** Every event names the hash of the one before it in its stream, the first one none, and no revision is missing. */
export function expectWholeChains(events: readonly StoredEvent[]): void {
  const last = new Map<string, StoredEvent>();
  for (const event of events) {
    const before = last.get(event.stream);
    const { revision, metadata } = event;
    expect({ revision, prevHash: metadata.prevHash }, `${event.stream} ${revision}`).toEqual({
      revision: before ? before.revision + 1n : 0n,
      prevHash: before ? eventHash(before) : null,
    });
    last.set(event.stream, event);
  }
}

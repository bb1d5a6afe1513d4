import type { EventStore } from '../event-store.ts';

/** The store, and what was asked of which stream: from which revision on, and how many events at the most. */
export function watchedStore(base: EventStore) {
  const reads: { stream: string; from: number; atMost: number; got: number }[] = [];
  const store: EventStore = {
    ...base,
    async readPage(stream, from, atMost, signal) {
      const page = await base.readPage(stream, from, atMost, signal);
      reads.push({ stream, from: Number(from), atMost, got: page.length });
      return page;
    },
  };
  return { store, reads };
}

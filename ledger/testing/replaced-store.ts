import type { EventStore } from '../event-store.ts';

/** A store in whose place another one can be put, as one that is put back to an older copy; each is another `node`. */
export function replacedStore() {
  let now: EventStore | undefined;
  let node = 0;
  const there = (): EventStore => {
    if (!now) throw new Error('no store is there yet');
    return now;
  };
  const store: EventStore = {
    append: (...given) => there().append(...given),
    readPage: (...given) => there().readPage(...given),
    readLast: (...given) => there().readLast(...given),
    readAt: (...given) => there().readAt(...given),
    readStream: (...given) => there().readStream(...given),
    subscribe: (...given) => there().subscribe(...given),
    head: () => there().head(),
    node: () => node,
    close: async () => undefined,
  };
  const reach = ({ store: next }: { readonly store: EventStore }): void => {
    now = next;
    node += 1;
  };
  return { store, reach };
}

import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import type { StoredEvent } from '../../envelope.ts';
import type { EventStore } from '../../event-store.ts';
import type { ProcessCheckpoints } from '../process.ts';

/** An event of a lane of a made-up ledger; `n` is its place. */
export function eventOf(lane: string, n: number): StoredEvent {
  return {
    id: crypto.randomUUID(),
    type: 'CheckedIn',
    stream: lane,
    revision: 0n,
    position: { commit: BigInt(n), prepare: BigInt(n) },
    data: {},
    metadata: {
      commandId: crypto.randomUUID(),
      actor: { kind: 'user' },
      occurredAt: '2026-01-05T10:00:00.000Z',
      correlationId: crypto.randomUUID(),
      schemaVersion: 1,
      inputHash: '0'.repeat(64),
      prevHash: null,
    },
  };
}

export type ScriptedStore = {
  readonly store: EventStore;
  readonly append: (...lanes: string[]) => void;
  /** All that it held is gone; what was sent is on its way still. */
  readonly lose: () => void;
  readonly events: readonly StoredEvent[];
  /** What the next subscriptions do instead of giving events; each is used once. */
  readonly faults: ('silent' | Error)[];
  /** Open at this moment, at most so far, and ever. */
  readonly subscriptions: { open: number; most: number; ever: number };
};

/** The part of an event store that processes follow, in memory and at will out of order. */
export function scriptedStore(): ScriptedStore {
  const events: StoredEvent[] = [];
  const faults: ('silent' | Error)[] = [];
  const subscriptions = { open: 0, most: 0, ever: 0 };
  let news = Promise.withResolvers<void>();
  const untilNews = (signal: AbortSignal) =>
    Promise.race([
      news.promise,
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    ]);
  const subscribe: EventStore['subscribe'] = async function* ({ after, signal, onCaughtUp }) {
    const fault = faults.shift();
    subscriptions.open += 1;
    subscriptions.ever += 1;
    subscriptions.most = Math.max(subscriptions.most, subscriptions.open);
    try {
      if (fault instanceof Error) throw fault;
      let next = events.findIndex(({ position }) => !after || position.commit > after.commit);
      if (next < 0) next = events.length;
      while (!signal.aborted) {
        const event = fault === 'silent' ? undefined : events[next];
        if (event) {
          next += 1;
          yield event;
        } else {
          if (fault !== 'silent') onCaughtUp?.();
          await untilNews(signal);
        }
      }
    } finally {
      subscriptions.open -= 1;
    }
  };
  const never = () => Promise.reject(new Error('not a part of this store'));
  return {
    events,
    faults,
    subscriptions,
    lose() {
      events.length = 0;
    },
    append(...lanes) {
      for (const lane of lanes) events.push(eventOf(lane, events.length + 1));
      news.resolve();
      news = Promise.withResolvers();
    },
    store: {
      append: never,
      readPage: never,
      readLast: never,
      readStream: () => {
        throw new Error('not a part of this store');
      },
      readAt: async ({ commit }) => events.find(({ position }) => position.commit === commit),
      head: async () => events.at(-1)?.position,
      node: () => 1,
      close: async () => undefined,
      subscribe,
    },
  };
}

export function checkpointsInMemory(
  saved = new Map<string, LedgerPosition>(),
): ProcessCheckpoints & { readonly saved: ReadonlyMap<string, LedgerPosition> } {
  return {
    saved,
    load: async (name) => saved.get(name),
    async save(positions) {
      for (const [name, position] of positions) {
        const known = saved.get(name);
        if (!known || known.commit < position.commit) saved.set(name, position);
      }
    },
  };
}

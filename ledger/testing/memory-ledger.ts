import { setImmediate as aTurn } from 'node:timers/promises';
import { comparePositions } from '../../contracts/ledger-position.ts';
import type { EventStore } from '../event-store.ts';
import { MemoryLog } from '../simulation/world/memory-log.ts';
import { readLedger } from './read-ledger.ts';
import type { TestLedgerNode } from './start-ledger.ts';

/** Events of one page of a whole stream. */
const PAGE = 500;

/**
 * An empty ledger in memory, with the embedded node's own rules for an append, for tests of what the program decides.
 * Each call takes a turn of the event loop, as one over a network does: others come in between.
 */
export function startMemoryLedger(): TestLedgerNode {
  let news = Promise.withResolvers<void>();
  const log = new MemoryLog(() => {
    news.resolve();
    news = Promise.withResolvers();
  });
  const all = () => log.landed.map(({ event }) => event);
  const readPage: EventStore['readPage'] = async (stream, from, maxCount) => {
    await aTurn();
    return log.stream(stream).slice(Number(from), Number(from) + maxCount);
  };
  const readStream: EventStore['readStream'] = async function* (stream, from) {
    for (let next = from; ; ) {
      const page = await readPage(stream, next, PAGE);
      yield* page;
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      next = last.revision + 1n;
    }
  };
  const subscribe: EventStore['subscribe'] = async function* ({ after, signal, onCaughtUp }) {
    const stopped = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    const behind = after ? all().findIndex(({ position }) => comparePositions(position, after) > 0) : 0;
    let next = behind < 0 ? log.landed.length : behind;
    while (!signal.aborted) {
      await aTurn();
      const landed = log.landed[next];
      const more = news.promise;
      if (landed) {
        next += 1;
        yield landed.event;
      } else {
        onCaughtUp?.();
        await Promise.race([more, stopped]);
      }
    }
  };
  const store: EventStore = {
    async append(stream, events, expected) {
      const proposed = JSON.stringify(
        events.map(({ id, type, data, metadata }) => ({ id, type, data, metadata })),
      );
      await aTurn();
      const outcome = log.append(stream, proposed, expected, 'test');
      await aTurn();
      return outcome;
    },
    readPage,
    readStream,
    subscribe,
    async readLast(stream) {
      await aTurn();
      return log.stream(stream).at(-1);
    },
    async readAt(position) {
      await aTurn();
      return all().find((event) => comparePositions(event.position, position) === 0);
    },
    async head() {
      await aTurn();
      return log.landed.at(-1)?.event.position;
    },
    node: () => 1,
    close: async () => undefined,
  };
  return {
    store,
    read: async (stream) => [...log.stream(stream)],
    readAll: () => readLedger(store),
    stop: async () => undefined,
  };
}

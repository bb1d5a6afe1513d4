import { comparePositions, type LedgerPosition } from '../../../contracts/ledger-position.ts';
import type { StoredEvent } from '../../../ledger/envelope.ts';
import type { EventStore } from '../../../ledger/event-store.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';
import type { Process } from '../../../ledger/processes/process.ts';

/**
 * For a process that acts in another order than the ledger's: how far it has got somewhere says nothing, and where in
 * the log its cause stands is chance. Its commands are known by their ids instead, for ever.
 */
export function withoutCauses(handler: CommandHandler): CommandHandler {
  return { ...handler, handle: ({ cause: _, ...request }) => handler.handle(request) };
}

export type Evenings = {
  /** Acts on everything that has come into the ledger since the last evening. */
  next(): Promise<void>;
  /** Ends the subscription; the position up to which all has been acted on. */
  stop(): Promise<LedgerPosition | undefined>;
};

/**
 * Lets a process manager act once a day, when everybody has: on the day's events by time, stream and revision, and
 * not as they came into the log, where chance decides who of those that act at once is first. So what it appends
 * follows from the history alone.
 */
export function evenings(store: EventStore, process: Process): Evenings {
  const ended = new AbortController();
  const events = store.subscribe({ after: undefined, signal: ended.signal })[Symbol.asyncIterator]();
  let reached: LedgerPosition | undefined;

  async function arrived(): Promise<StoredEvent[]> {
    const head = await store.head();
    const news: StoredEvent[] = [];
    while (head && (!reached || comparePositions(reached, head) < 0)) {
      const { value: event, done } = await events.next();
      if (done) throw new Error('the subscription ended before the end of the ledger');
      news.push(event);
      reached = event.position;
    }
    return news;
  }

  return {
    async next() {
      for (const event of (await arrived()).toSorted(byTime)) {
        if ((await process.laneOf(event)) !== undefined) await process.handle(event);
      }
    },
    async stop() {
      ended.abort();
      await events.return?.();
      return reached;
    },
  };
}

function byTime(a: StoredEvent, b: StoredEvent): number {
  const [first, second] = [a.metadata.occurredAt, b.metadata.occurredAt];
  if (first !== second) return first < second ? -1 : 1;
  if (a.stream !== b.stream) return a.stream < b.stream ? -1 : 1;
  return a.revision < b.revision ? -1 : 1;
}

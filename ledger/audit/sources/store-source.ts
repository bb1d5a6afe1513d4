import { LedgerCorrupt, LedgerUnavailable } from '../../domain-error.ts';
import { EVENT_LOG_PAGE, openEventLog } from '../../event-log.ts';
import { withoutCredentials } from '../../event-store-client.ts';
import { Unsound } from '../../proof/audit/fault.ts';
import { CannotRead, type LedgerSource } from './source.ts';

/** A running EventStoreDB or embedded node, up to where its ledger ends when the reader gets there. */
export function openStore(connectionString: string): LedgerSource {
  const log = openEventLog(connectionString);
  let read = 0;
  return {
    name: withoutCredentials(connectionString),
    size: async () => undefined,
    done: () => read,
    async *pages() {
      try {
        for await (const page of log.pages()) {
          read += page.length;
          yield page;
        }
      } catch (error) {
        if (error instanceof LedgerCorrupt) throw damaged(error, read);
        if (!(error instanceof LedgerUnavailable)) throw error;
        const { cause } = error;
        throw new CannotRead(
          `The event store gave no answer: ${cause instanceof Error ? cause.message : cause}`,
          cause,
        );
      }
    },
    end: () => undefined,
    close: () => log.close(),
  };
}

/** By the store's own word. @param read how many events it gave before */
function damaged({ message }: LedgerCorrupt, read: number): Unsound {
  return new Unsound({
    rule: 'file',
    at: null,
    among: { from: read, to: read + EVENT_LOG_PAGE - 1 },
    expected: 'events that the event store holds as they were written',
    found: message,
    follows: 'The event store gives that event to nobody; what stands behind it was not looked at.',
  });
}

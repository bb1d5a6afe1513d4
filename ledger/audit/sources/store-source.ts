import { LedgerUnavailable } from '../../domain-error.ts';
import { openEventLog } from '../../event-log.ts';
import { withoutCredentials } from '../../event-store-client.ts';
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

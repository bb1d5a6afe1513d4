import type { ExportedEvent } from '../../proof/audit/exported-event.ts';
import type { LedgerSource } from '../sources/source.ts';
import { longLedger } from './long-ledger.ts';
import { notaryOf, sealedAsMade } from './seal-ledger.ts';

const SEAL_EVERY = 1_000;
const PAGE = 500;

/** The long ledger with a seal each thousand events, as a source that is made while it is read. */
export function madeSource(size: number): LedgerSource {
  return {
    name: 'made',
    size: async () => size,
    done: () => 0,
    async *pages() {
      let page: ExportedEvent[] = [];
      for (const event of sealedAsMade(longLedger(size), notaryOf('bench'), SEAL_EVERY)) {
        page.push(event);
        if (page.length < PAGE) continue;
        yield page;
        page = [];
      }
      yield page;
    },
    end: () => undefined,
    close: async () => undefined,
  };
}

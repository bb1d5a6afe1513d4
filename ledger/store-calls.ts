import { type CallBudget, callBudget } from './call-budget.ts';

/**
 * What this process has open at an event store. A connection carries 100 calls at once, one more waits without a word,
 * and all clients of a process share one connection to the same address: so their calls share these places, however
 * many clients there are. Together they leave a third of the connection to appends, which never wait for a place.
 */
export type StoreCalls = {
  /** Of commands and questions, each bounded by its caller's deadline. */
  readonly reads: CallBudget;
  /** Pages of the whole ledger, for exports and audits. */
  readonly scans: CallBudget;
  /** Whoever follows the ledger holds one place. */
  readonly subscriptions: CallBudget;
};

const READS_AT_ONCE = 40;
const SCANS_AT_ONCE = 8;
const SUBSCRIPTIONS_AT_ONCE = 20;

/** As the connections themselves, one for each address in a process. */
const byAddress = new Map<string, StoreCalls>();

/** The places on the connection that clients with this connection string share. */
export function storeCalls(connectionString: string): StoreCalls {
  const address = addressOf(connectionString);
  const known = byAddress.get(address);
  if (known) return known;
  const calls = {
    reads: callBudget(READS_AT_ONCE),
    scans: callBudget(SCANS_AT_ONCE),
    subscriptions: callBudget(SUBSCRIPTIONS_AT_ONCE),
  };
  byAddress.set(address, calls);
  return calls;
}

/** The hosts: neither credentials nor options make another connection. */
function addressOf(connectionString: string): string {
  return connectionString
    .replace(/^[^:]*:\/\//, '')
    .replace(/^[^@/?]*@/, '')
    .replace(/[/?].*$/, '');
}

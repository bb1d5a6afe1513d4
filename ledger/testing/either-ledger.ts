import { startMemoryLedger } from './memory-ledger.ts';
import { startTestLedger, type TestLedgerNode } from './start-ledger.ts';

/**
 * An empty ledger for tests of the write side that run twice: as unit tests on one in memory, where thousands of changed
 * programs can be asked, and as drills on the real embedded node (`LEDGER=embedded`, which vitest.config.ts sets).
 */
export async function startEitherLedger(): Promise<TestLedgerNode> {
  return process.env.LEDGER === 'embedded' ? startTestLedger() : startMemoryLedger();
}

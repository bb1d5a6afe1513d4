import { vi } from 'vitest';
import type { StoredEvent } from '../../ledger/envelope.ts';
import { createPool } from '../../projector/database.ts';
import { expectReadModelsEqualFold } from '../../projector/testing/oracle.ts';
import { readLedgerAt } from './read-ledger.ts';

/**
 * Waits until every row of every read model of a program is what a plain fold of its ledger gives, also where the
 * program itself still appends.
 * @returns the events of that ledger
 */
export async function untilEqualFold(program: {
  readonly eventStoreUrl: string;
  readonly databaseUrl: string;
}): Promise<StoredEvent[]> {
  const pool = createPool(program.databaseUrl);
  try {
    return await vi.waitFor(
      async () => {
        const events = await readLedgerAt(program.eventStoreUrl);
        await expectReadModelsEqualFold(pool, events);
        return events;
      },
      { timeout: 30_000, interval: 100 },
    );
  } finally {
    await pool.end();
  }
}

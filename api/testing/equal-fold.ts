import type { StoredEvent } from '../../ledger/envelope.ts';
import { createPool } from '../../projector/database.ts';
import { createPositionGate } from '../../projector/position-gate.ts';
import { expectReadModelsEqualFold } from '../../projector/testing/oracle.ts';
import { readLedgerAt } from './read-ledger.ts';

/** Milliseconds in which the read models reach the end of a long ledger on a busy machine. */
const PATIENCE = 60_000;

/**
 * Waits until the read models of a program have reached the end of its ledger; then every row must be what a plain
 * fold of the events gives. Only when the program itself appends in between it looks again.
 * @returns the events of that ledger
 */
export async function expectEqualFold(program: {
  readonly eventStoreUrl: string;
  readonly databaseUrl: string;
}): Promise<StoredEvent[]> {
  const pool = createPool(program.databaseUrl);
  const gate = await createPositionGate(pool);
  try {
    for (;;) {
      const events = await readLedgerAt(program.eventStoreUrl);
      const last = events.at(-1);
      if (last) await gate.waitFor(last.position, PATIENCE);
      try {
        await expectReadModelsEqualFold(pool, events);
        return events;
      } catch (difference) {
        const hasGrown = (await readLedgerAt(program.eventStoreUrl)).length > events.length;
        if (!hasGrown) throw difference;
      }
    }
  } finally {
    await gate.stop();
    await pool.end();
  }
}

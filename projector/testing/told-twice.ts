import { expect } from 'vitest';
import type { StoredEvent } from '../../ledger/envelope.ts';
import { LIVE_SCHEMA } from '../database.ts';
import type { RecordedEvent } from '../read-models/read-model.ts';
import { expectReadModelsEqualFold } from './oracle.ts';
import { project, startTestReadModels } from './read-models.ts';

/** Tells read models of a test's own every batch twice: it counts once, and in the end they are what the fold says. */
export async function expectToldTwiceIsOnce(
  events: readonly (RecordedEvent & StoredEvent)[],
  batchSize: number,
): Promise<void> {
  const own = await startTestReadModels();
  try {
    for (let at = 0; at < events.length; at += batchSize) {
      const batch = events.slice(at, at + batchSize);
      expect(await project(own.pool, batch)).toBe(batch.length);
      expect(await project(own.pool, batch)).toBe(0);
    }
    const last = events.at(-1)?.position;
    await own.pool.query(`update ${LIVE_SCHEMA}.checkpoint set commit = $1, prepare = $2`, [
      last?.commit,
      last?.prepare,
    ]);
    await expectReadModelsEqualFold(own.pool, events);
  } finally {
    await own.stop();
  }
}

import type { StoredEvent } from '../../ledger/envelope.ts';
import type { Tracing } from '../../ledger/tracing.ts';

/** Milliseconds after which nobody looks any more for what an event came of: a rebuild tells of no old request. */
const FRESH = 60_000;
/** Of one batch: a flood says by its first events how long it takes. */
const MOST_SPANS = 100;

/** @param took milliseconds until the batch, which has just been written, was in the read models */
export function traceBatch(tracing: Tracing, batch: readonly StoredEvent[], took: number): void {
  const ended = Date.now();
  const fresh = batch.filter(({ metadata }) => ended - Date.parse(metadata.occurredAt) < FRESH);
  if (fresh.length === 0) return;
  tracing.done(
    ended - took,
    ended,
    fresh.slice(0, MOST_SPANS).map(({ type, metadata: { correlationId } }) => ({
      name: 'project',
      correlationId,
      attributes: { 'evo.event': type, 'evo.batch': batch.length },
    })),
  );
}

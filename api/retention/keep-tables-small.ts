import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { RETENTION, type RetentionRule } from './rules.ts';

/** Rows that one statement deletes at the most: nobody waits for it. */
const BATCH = 1_000;
/** Milliseconds between two statements, in which others get on. */
const BREATH_MS = 50;
/** Between two rounds, and before the first. */
export const ROUND_MS = 600_000;

type Kept = { readonly pool: Pool; readonly days: number; readonly logger: Logger };

/** Deletes in every replica, in small pieces, what nothing needs any more. What another deletes right now is left to it. */
export function keepTablesSmall(kept: Kept, roundMs = ROUND_MS): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ended = (async () => {
    while (!signal.aborted) {
      await sleep(roundMs, undefined, { signal, ref: false }).catch(() => undefined);
      await deleteWhatIsOver(kept, signal).catch((error: unknown) =>
        kept.logger.warn({ err: error }, 'what is past could not be deleted; it is tried again'),
      );
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/**
 * One round. A table that gives nothing (its rows are locked for long, or looking takes too long) keeps no other from its
 * turn.
 * @returns the rows that were deleted, by their tables
 * @throws AggregateError with what went wrong, when all have had their turns
 */
export async function deleteWhatIsOver(
  kept: Pick<Kept, 'pool' | 'days'>,
  signal?: AbortSignal,
  batch = BATCH,
): Promise<ReadonlyMap<string, number>> {
  const deleted = new Map<string, number>();
  const faults: Error[] = [];
  for (const rule of RETENTION) {
    try {
      deleted.set(rule.table, await deleteBatches(kept, rule, batch, signal));
    } catch (cause) {
      faults.push(new Error(`what is past of ${rule.table} stays`, { cause }));
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, faults.map(({ message }) => message).join(', '));
  return deleted;
}

async function deleteBatches(
  { pool, days }: Pick<Kept, 'pool' | 'days'>,
  rule: RetentionRule,
  batch: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  let count = 0;
  let last = batch;
  while (last === batch && !signal?.aborted) {
    last = await deleteBatch(pool, rule, days, batch);
    count += last;
    if (last === batch) await sleep(BREATH_MS);
  }
  return count;
}

async function deleteBatch(
  pool: Pool,
  { table, isOver }: RetentionRule,
  days: number,
  batch: number,
): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} where ${isOver} and $1::int is not null limit $2 for update skip locked))`,
    [days, batch],
  );
  return rowCount ?? 0;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { comparePositions, type LedgerPosition } from '../../contracts/ledger-position.ts';
import type { EventStore } from '../../ledger/event-store.ts';
import { EVERYWHERE } from '../../ledger/moved-ledger.ts';

/** Milliseconds between two attempts to learn where the ledger ends. */
const AGAIN_MS = 500;

export type MovedLedger = {
  /** For the command handler. */
  until(): LedgerPosition | undefined;
  stop(): Promise<void>;
};

/**
 * Knows up to where causes that the ledger's events name may be places of another store. Processes that have no
 * checkpoint follow the ledger from its beginning: what stands there may have been copied (a backup that was restored, an
 * import), and each thing that was done has to be known again all the same. Where it ends then is written down for every
 * start to come; as long as the event store does not say it, all of it may be copied, and that is written down as well: the
 * processes go on meanwhile, and who begins after them would take the ledger for one that was always here.
 */
export async function knowMovedLedger(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  logger: Pick<Logger, 'warn'>,
): Promise<MovedLedger> {
  const { rows: followed } = await pool.query(
    'select from processes.ledger union all select from processes.checkpoints limit 1',
  );
  let until = followed.length > 0 ? await known(pool) : await keepUnknown(pool);
  const stopping = new AbortController();
  const { signal } = stopping;
  const learn = async () => {
    while (until === EVERYWHERE && !signal.aborted) {
      try {
        until = await note(pool, await store.head());
      } catch (error) {
        logger.warn({ err: error }, 'it is not known yet where the ledger ends');
        await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const learning = learn();
  return {
    until: () => until,
    async stop() {
      stopping.abort();
      await learning;
    },
  };
}

async function known(pool: Pool): Promise<LedgerPosition | undefined> {
  const { rows } = await pool.query<{ commit: string; prepare: string }>(
    'select commit, prepare from processes.moved_ledger',
  );
  const until = rows[0] && { commit: BigInt(rows[0].commit), prepare: BigInt(rows[0].prepare) };
  return until && comparePositions(until, EVERYWHERE) === 0 ? EVERYWHERE : until;
}

/**
 * Nothing of an empty ledger was copied. Folds that were kept of another store hold the places that it had.
 * @returns what another replica has noted that began at the same time, where that was faster: what came since was written
 *   here, and its causes name places of this store
 */
async function note(pool: Pool, head: LedgerPosition | undefined): Promise<LedgerPosition | undefined> {
  await pool.query('delete from snapshots.streams');
  const { rowCount } = head
    ? await pool.query(
        'update processes.moved_ledger set commit = $3, prepare = $4 where commit = $1 and prepare = $2',
        [...UNKNOWN, head.commit, head.prepare],
      )
    : await pool.query('delete from processes.moved_ledger where commit = $1 and prepare = $2', UNKNOWN);
  return rowCount === 1 ? head : known(pool);
}

/** All of it may be copied, as long as nobody knows where it ends. */
async function keepUnknown(pool: Pool): Promise<LedgerPosition> {
  await pool.query(
    `insert into processes.moved_ledger (commit, prepare) values ($1, $2)
     on conflict (one) do update set commit = excluded.commit, prepare = excluded.prepare`,
    UNKNOWN,
  );
  return EVERYWHERE;
}

const UNKNOWN = [EVERYWHERE.commit, EVERYWHERE.prepare];

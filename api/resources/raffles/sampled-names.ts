import { WHEEL_NAMES } from '../../../contracts/api/raffle.ts';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import type { RaffleEvent } from '../../../contracts/events/raffle.ts';
import { type Database, LIVE_SCHEMA } from '../../../projector/database.ts';

/** Entries that are looked at on each side of the middle, so that a name costs the same however many are gone. */
const LOOKED_AT = 100;

/**
 * Some of the frozen entries of a raffle, by the names that their accounts have now; a removed account has none. Which
 * they are follows from the published root, so that every replay has the same ones and nobody has chosen them: those
 * whose ids stand next after its first half, and from the beginning again where the ids end.
 * @param root of the frozen entries, 32 bytes in hex
 */
export async function sampledNames(db: Database, raffleId: string, root: string): Promise<string[]> {
  const { rows } = await db.query<{ username: string }>(SAMPLE, [
    raffleId,
    root.slice(0, 32),
    LOOKED_AT,
    WHEEL_NAMES,
  ]);
  return rows.map(({ username }) => username);
}

const side = (part: 1 | 2, comparison: '>=' | '<') => `
  (select ${part} as part, user_id from raffles.frozen_users
   where raffle_id = $1 and user_id ${comparison} $2::uuid order by user_id limit $3)`;

const SAMPLE = `
  select account.username
  from (${side(1, '>=')} union all ${side(2, '<')}) as entry
  join ${LIVE_SCHEMA}.users as account on account.user_id = entry.user_id and not account.removed
  order by entry.part, entry.user_id limit $4`;

/** How many took part, as the ledger has it; undefined before the entries are frozen. */
export async function countEntries(db: Database, raffleId: string): Promise<number | undefined> {
  const { rows } = await db.query<{ event: string }>(
    `select event from ${LIVE_SCHEMA}.raffle_events
     where raffle_id = $1 and stream = $2 and event like '%"EntriesFrozen"%' order by revision`,
    [raffleId, streamOf('raffle', raffleId)],
  );
  for (const { event } of rows) {
    // As the projector wrote it, from an event of the ledger.
    const written = JSON.parse(event) as RaffleEvent;
    if (written.type === 'EntriesFrozen') return written.data.count;
  }
  return undefined;
}

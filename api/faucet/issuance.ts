import type { Pool } from 'pg';
import { WELCOME_BONUS } from '../../contracts/constants.ts';
import { formatEvo, parseEvo } from '../../contracts/money.ts';
import { type Database, inTransaction } from '../../projector/database.ts';
import { amountFromSql } from '../../projector/sql-amount.ts';

/**
 * Whether the welcome bonus may be granted to an account on a day. Who was let through once is let through again on that
 * day, so a grant that is sent once more takes no second place. A place stands before its grant does and is never given
 * back: what the ledger grants on a day is never more than the places of that day, whichever replicas grant it, however
 * late.
 * @param day UTC, `YYYY-MM-DD`, of the grant's own time
 * @param limit base units of welcome bonuses on one day; undefined: any sum
 */
export async function placeWelcome(
  pool: Pool,
  { userId, day }: { readonly userId: string; readonly day: string },
  limit: bigint | undefined,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    // Whoever comes to the same day at the same time waits here.
    const { rows } = await client.query<{ placed: string }>(
      `insert into faucet.days as known (day, placed) values ($1, 0)
       on conflict (day) do update set placed = known.placed returning placed`,
      [day],
    );
    const taken = await client.query(
      'insert into faucet.welcome_places (day, user_id) values ($1, $2) on conflict do nothing',
      [day, userId],
    );
    if (taken.rowCount === 0) return true;
    const placed = amountFromSql(rows[0]?.placed ?? '0') + parseEvo(WELCOME_BONUS);
    if (limit !== undefined && placed > limit) {
      await client.query('delete from faucet.welcome_places where day = $1 and user_id = $2', [day, userId]);
      return false;
    }
    await client.query('update faucet.days set placed = $2 where day = $1', [day, formatEvo(placed)]);
    return true;
  });
}

/** Base units of welcome bonuses that were let through on a day (UTC, `YYYY-MM-DD`). */
export async function placedOn(db: Database, day: string): Promise<bigint> {
  const { rows } = await db.query<{ placed: string }>('select placed from faucet.days where day = $1', [day]);
  return rows[0] ? amountFromSql(rows[0].placed) : 0n;
}

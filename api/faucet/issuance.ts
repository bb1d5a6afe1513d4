import { WELCOME_BONUS } from '../../contracts/constants.ts';
import { formatEvo } from '../../contracts/money.ts';
import type { Database } from '../../projector/database.ts';
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
  db: Database,
  { userId, day }: { readonly userId: string; readonly day: string },
  limit: bigint | undefined,
): Promise<boolean> {
  const { rows } = await db.query<{ may: boolean }>('select faucet.place_welcome($1, $2, $3, $4) as may', [
    ...[day, userId, WELCOME_BONUS],
    limit === undefined ? null : formatEvo(limit),
  ]);
  return rows[0]?.may === true;
}

/** Base units of welcome bonuses that were let through on a day (UTC, `YYYY-MM-DD`). */
export async function placedOn(db: Database, day: string): Promise<bigint> {
  const { rows } = await db.query<{ placed: string }>('select placed from faucet.days where day = $1', [day]);
  return rows[0] ? amountFromSql(rows[0].placed) : 0n;
}

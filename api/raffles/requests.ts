import type { CommandContext } from '../../ledger/command-context.ts';
import { RaffleUnderWay } from '../../ledger/raffles/raffle.ts';
import type { Database } from '../../projector/database.ts';

/** Milliseconds in which two admins who start a raffle mean the same one. */
const AT_ONCE_MS = 5_000;

/**
 * The number of the raffle that a command begins, or has begun: kept before anything is begun, so that the same
 * command never begins the next raffle.
 * @throws RaffleUnderWay when another admin has started one a moment ago
 */
export async function numberOfRequest(
  db: Database,
  next: number,
  { commandId, actor, occurredAt }: CommandContext,
): Promise<number> {
  const { rows } = await db.query<{ number: string; is_new: boolean; taken: boolean }>(
    `insert into raffles.requests as known (command_id, number, wallet, requested_at) values ($1, $2, $3, $4)
     on conflict (command_id) do update set number = known.number
     returning number, xmax = 0 as is_new, exists (
       select from raffles.requests as other
       where other.number < known.number and other.wallet <> known.wallet
         and other.requested_at > known.requested_at - $5 * interval '1 millisecond') as taken`,
    [commandId, next, actor.wallet ?? '', occurredAt, AT_ONCE_MS],
  );
  const [row] = rows;
  if (!row) throw new Error('an upsert returned no row');
  if (row.is_new && row.taken) {
    await forgetRequest(db, commandId);
    throw new RaffleUnderWay();
  }
  return Number(row.number);
}

/** A command that was refused has begun nothing; sent again, it may begin what is next then. */
export async function forgetRequest(db: Database, commandId: string): Promise<void> {
  await db.query('delete from raffles.requests where command_id = $1', [commandId]);
}

import type { Pool } from 'pg';
import type { CommandContext } from '../../../ledger/command-context.ts';
import { RaffleUnderWay } from '../../../ledger/raffles/raffle.ts';
import { inTransaction } from '../../../projector/database.ts';

/** Milliseconds in which two admins who start a raffle mean the same one. */
const AT_ONCE_MS = 5_000;

/**
 * The number of the raffle that a command begins, or has begun: kept for ever before anything is begun, so that the
 * same command, sent twice at once or again after a refusal, never begins the next raffle.
 * @throws RaffleUnderWay when another admin has started one a moment ago; all sendings of the command are told so
 */
export function numberOfRequest(
  pool: Pool,
  next: number,
  { commandId, actor, occurredAt }: CommandContext,
): Promise<number> {
  return inTransaction(pool, async (client) => {
    // One looks and adds at a time: whoever comes second sees what the first has added.
    await client.query('lock table raffles.requests in share row exclusive mode');
    const { rows } = await client.query<{ number: string }>(
      `with known as (
         select number from raffles.requests where command_id = $1
       ), added as (
         insert into raffles.requests (command_id, number, wallet, requested_at)
         select $1, $2, $3, $4
         where not exists (select from known) and not exists (
           select from raffles.requests as other
           where other.number < $2 and other.wallet <> $3
             and other.requested_at > $4::timestamptz - $5 * interval '1 millisecond')
         returning number
       )
       select number from known union all select number from added`,
      [commandId, next, actor.wallet ?? '', occurredAt, AT_ONCE_MS],
    );
    const [row] = rows;
    if (!row) throw new RaffleUnderWay();
    return Number(row.number);
  });
}

import type { CommandContext } from '../../../ledger/command-context.ts';
import { RaffleUnderWay } from '../../../ledger/raffles/raffle.ts';
import type { Database } from '../../../projector/database.ts';

/** Milliseconds in which two admins who start a raffle mean the same one: by Postgres's clock, those of replicas differ. */
const AT_ONCE_MS = 5_000;

/**
 * The number of the raffle that a command begins, or has begun: kept for ever before anything is begun, so that the
 * same command, sent twice at once or again after a refusal, never begins the next raffle.
 * @throws RaffleUnderWay when another admin has started one since a moment before the command was sent first. That is kept
 *   for ever, too: all its sendings are told so, however late they come
 */
export async function numberOfRequest(
  db: Database,
  next: number,
  { commandId, actor, occurredAt, firstSentAt = occurredAt }: CommandContext,
): Promise<number> {
  const sinceFirst = Math.max(0, Date.parse(occurredAt) - Date.parse(firstSentAt));
  const { rows } = await db.query<{ number: string | null }>(
    `select raffles.number_of_request($1, $2, $3, clock_timestamp(), $4 * interval '1 millisecond') as number`,
    [commandId, next, actor.wallet ?? '', AT_ONCE_MS + sinceFirst],
  );
  const number = rows[0]?.number ?? undefined;
  if (number === undefined) throw new RaffleUnderWay();
  return Number(number);
}

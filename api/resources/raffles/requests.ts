import { streamOf } from '../../../contracts/events/ledger-event.ts';
import type { CommandContext } from '../../../ledger/command-context.ts';
import type { Deadline } from '../../../ledger/deadline.ts';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import type { StoredEvent } from '../../../ledger/envelope.ts';
import type { EventStore } from '../../../ledger/event-store.ts';
import { raffleIdOf } from '../../../ledger/proof/raffle-id.ts';
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

/**
 * Keeps anew which commands have begun the raffles before the next one, as the ledger says it: a Postgres that was put back,
 * or that has taken the place of another, may have lost that, and each of them, sent once more, would begin the next raffle.
 * What is kept of a raffle is kept of all before it, also for who looks meanwhile, or after this was given up.
 * @throws LedgerUnavailable
 */
export async function keepLostRequests(
  db: Database,
  store: Pick<EventStore, 'readPage'>,
  next: number,
  deadline: Deadline,
): Promise<void> {
  const lost: BegunBy[] = [];
  for (let number = next - 1; number > 0; number--) {
    const { commandId, actor, occurredAt } = (await beginningOf(store, number, deadline)).metadata;
    if (await isKept(db, commandId)) break;
    lost.push({ commandId, number, wallet: actor.wallet ?? '', requestedAt: occurredAt });
  }
  if (lost.length === 0) return;
  await db.query(
    `insert into raffles.requests (command_id, number, wallet, requested_at)
     select * from unnest($1::uuid[], $2::bigint[], $3::text[], $4::timestamptz[])
     on conflict do nothing`,
    [
      lost.map(({ commandId }) => commandId),
      lost.map(({ number }) => number),
      lost.map(({ wallet }) => wallet),
      lost.map(({ requestedAt }) => requestedAt),
    ],
  );
}

/** Which command has begun a raffle, whose, and when (RFC 3339). */
type BegunBy = {
  readonly commandId: string;
  readonly number: number;
  readonly wallet: string;
  readonly requestedAt: string;
};

/** Whether a command has begun a raffle, or is about to. */
export async function isKept(db: Database, commandId: string): Promise<boolean> {
  const { rowCount } = await db.query('select from raffles.requests where command_id = $1', [commandId]);
  return rowCount === 1;
}

/** Events of one call of the store; before a raffle's first one there may stand revisions that were taken. */
const PAGE = 10;

async function beginningOf(
  store: Pick<EventStore, 'readPage'>,
  number: number,
  deadline: Deadline,
): Promise<StoredEvent> {
  const stream = streamOf('raffle', raffleIdOf(number));
  for (let from = 0n; ; from += BigInt(PAGE)) {
    const page = await deadline.read((signal) => store.readPage(stream, from, PAGE, signal));
    const begun = page.find(({ type }) => type === 'RaffleCommitted');
    if (begun) return begun;
    // The seed of the next one is committed behind it.
    if (page.length < PAGE)
      throw new LedgerUnavailable(new Error(`the node that was asked does not know of raffle ${number} yet`));
  }
}

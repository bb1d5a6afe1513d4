import { formatEvo } from '../../../contracts/money.ts';
import { postingsOf } from '../../../ledger/accounts/postings.ts';
import type { Database } from '../../database.ts';
import { ProjectionFault } from '../../faults.ts';
import { accountOf, type ReadModel, type RecordedEvent, schemaBeside } from '../read-model.ts';

export const postings: ReadModel = {
  name: 'postings',
  schema: schemaBeside(import.meta.url),
  project: async (db, batch) => {
    const rows = batch.flatMap(rowsOf);
    if (rows.length === 0) return;
    const changes = sumByAccount(rows);
    await insertPostings(db, rows);
    await addToBalances(db, changes);
  },
};

export type PostingRow = {
  readonly commit: bigint;
  readonly prepare: bigint;
  readonly index: number;
  readonly eventId: string;
  readonly account: string;
  /** Base units. */
  readonly amount: bigint;
};

/** @throws ProjectionFault when the postings of the event do not add up to zero */
export function rowsOf(event: RecordedEvent): PostingRow[] {
  const entries = postingsOf(event, accountOf(event) ?? '');
  const sum = entries.reduce((total, { amount }) => total + amount, 0n);
  if (sum !== 0n) {
    throw new ProjectionFault(
      `${event.type} at ${event.stream}#${event.revision}: its postings sum to ${formatEvo(sum)}`,
    );
  }
  return entries.map(({ account, amount }, index) => ({
    ...event.position,
    index,
    eventId: event.id,
    account,
    amount,
  }));
}

function sumByAccount(rows: readonly PostingRow[]): Map<string, bigint> {
  const changes = new Map<string, bigint>();
  for (const { account, amount } of rows) changes.set(account, (changes.get(account) ?? 0n) + amount);
  return changes;
}

async function insertPostings(db: Database, rows: readonly PostingRow[]): Promise<void> {
  const json = rows.map(({ commit, prepare, index, eventId, account, amount }) => ({
    commit: String(commit),
    prepare: String(prepare),
    index,
    event_id: eventId,
    account,
    amount: formatEvo(amount),
  }));
  await db.query(
    `insert into postings (commit, prepare, index, event_id, account, amount)
     select * from jsonb_to_recordset($1) as row (
       commit bigint, prepare bigint, index smallint, event_id uuid, account text, amount numeric
     )`,
    [JSON.stringify(json)],
  );
}

async function addToBalances(db: Database, changes: ReadonlyMap<string, bigint>): Promise<void> {
  const json = [...changes].map(([account, change]) => ({ account, change: formatEvo(change) }));
  await db.query(
    `insert into balances as known (account, balance)
     select * from jsonb_to_recordset($1) as row (account text, change numeric)
     on conflict (account) do update set balance = known.balance + excluded.balance`,
    [JSON.stringify(json)],
  );
}

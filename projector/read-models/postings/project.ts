import { formatEvo } from '../../../contracts/money.ts';
import { postingsOf } from '../../../ledger/accounts/postings.ts';
import type { Database } from '../../database.ts';
import { ProjectionFault } from '../../faults.ts';
import { rowSet } from '../../row-set.ts';
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

type PostingRow = {
  readonly commit: bigint;
  readonly prepare: bigint;
  readonly index: number;
  readonly eventId: string;
  readonly account: string;
  /** Base units. */
  readonly amount: bigint;
};

/** @throws ProjectionFault when the postings of the event do not add up to zero */
function rowsOf(event: RecordedEvent): PostingRow[] {
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
  const values = rows.map(({ eventId, amount, ...row }) => ({
    ...row,
    event_id: eventId,
    amount: formatEvo(amount),
  }));
  await db.query(INSERT_POSTINGS, POSTINGS.values(values));
}

async function addToBalances(db: Database, changes: ReadonlyMap<string, bigint>): Promise<void> {
  const rows = [...changes].map(([account, change]) => ({ account, change: formatEvo(change) }));
  await db.query(ADD_TO_BALANCES, CHANGES.values(rows));
}

const POSTINGS = rowSet({
  commit: 'bigint',
  prepare: 'bigint',
  index: 'smallint',
  event_id: 'uuid',
  account: 'text',
  amount: 'numeric',
});

const INSERT_POSTINGS = `insert into postings (${POSTINGS.names}) select * from ${POSTINGS.source}`;

const CHANGES = rowSet({ account: 'text', change: 'numeric' });

const ADD_TO_BALANCES = `
  insert into balances as known (account, balance) select * from ${CHANGES.source}
  on conflict (account) do update set balance = known.balance + excluded.balance`;

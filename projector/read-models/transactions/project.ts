import type { Transaction } from '../../../contracts/api/dashboard.ts';
import { sqlText } from '../../database.ts';
import { rowSet } from '../../row-set.ts';
import { accountOf, type ReadModel, type RecordedEvent, schemaBeside } from '../read-model.ts';

export const transactions: ReadModel = {
  name: 'transactions',
  schema: schemaBeside(import.meta.url),
  project: async (db, batch) => {
    const rows = batch.flatMap((event) => rowOf(event) ?? []);
    if (rows.length > 0) await db.query(INSERT, ROWS.values(rows));
  },
};

type Row = {
  readonly user_id: string;
  readonly commit: bigint;
  readonly prepare: bigint;
  readonly event_id: string;
  readonly type: Transaction['type'];
  readonly description: string;
  readonly amount: string;
  readonly status: Transaction['status'];
  readonly created_at: string;
};

function rowOf(event: RecordedEvent): Row | undefined {
  const userId = accountOf(event);
  const transaction = transactionOf(event);
  return userId && transaction
    ? {
        user_id: userId,
        ...event.position,
        event_id: event.id,
        ...transaction,
        created_at: event.metadata.occurredAt,
      }
    : undefined;
}

function transactionOf(
  event: RecordedEvent,
): Pick<Row, 'type' | 'description' | 'amount' | 'status'> | undefined {
  switch (event.type) {
    case 'RewardGranted': {
      const { source, reason, amount } = event.data;
      const type = source.startsWith('referral') ? 'referral' : 'reward';
      return { type, description: sqlText(reason), amount, status: 'completed' };
    }
    case 'RewardsClaimed':
      return {
        type: 'claim',
        description: CLAIM_DESCRIPTION,
        amount: event.data.amount,
        status: 'completed',
      };
    default:
      return undefined;
  }
}

const CLAIM_DESCRIPTION = 'Claimed rewards';

const ROWS = rowSet({
  user_id: 'uuid',
  commit: 'bigint',
  prepare: 'bigint',
  event_id: 'uuid',
  type: 'text',
  description: 'text',
  amount: 'numeric',
  status: 'text',
  created_at: 'timestamptz',
});

const INSERT = `insert into transactions (${ROWS.names}) select * from ${ROWS.source}`;

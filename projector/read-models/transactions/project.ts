import type { Transaction } from '../../../contracts/api/dashboard.ts';
import { rowSet } from '../../row-set.ts';
import { describe } from '../describe.ts';
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
  const movement = movementOf(event);
  const description = describe(event);
  if (!userId || !movement || description === undefined) return undefined;
  return {
    user_id: userId,
    ...event.position,
    event_id: event.id,
    ...movement,
    description,
    status: 'completed',
    created_at: event.metadata.occurredAt,
  };
}

function movementOf(event: RecordedEvent): Pick<Row, 'type' | 'amount'> | undefined {
  switch (event.type) {
    case 'RewardGranted': {
      const { source, amount } = event.data;
      return { type: source.startsWith('referral') ? 'referral' : 'reward', amount };
    }
    case 'RewardsClaimed':
      return { type: 'claim', amount: event.data.amount };
    case 'BalanceCleared':
    case 'RewardRevoked':
      return { type: 'adjustment', amount: event.data.amount };
    case 'RewardsReset':
      return { type: 'adjustment', amount: event.data.total };
    case 'RewardsRestored':
      return { type: 'reward', amount: event.data.total };
    default:
      return undefined;
  }
}

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

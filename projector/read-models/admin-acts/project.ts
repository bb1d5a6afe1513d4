import { sqlText } from '../../database.ts';
import { rowSet } from '../../row-set.ts';
import { type ReadModel, type RecordedEvent, schemaBeside } from '../read-model.ts';
import { actOf } from './act-of.ts';

export const adminActs: ReadModel = {
  name: 'admin-acts',
  schema: schemaBeside(import.meta.url),
  project: async (db, batch) => {
    const rows = batch.flatMap((event) => rowOf(event) ?? []);
    if (rows.length > 0) await db.query(INSERT, ROWS.values(rows));
    const outcomes = batch.flatMap((event) => outcomeOf(event) ?? []);
    if (outcomes.length > 0) await db.query(COMPLETE, OUTCOMES.values(outcomes));
  },
};

function rowOf(event: RecordedEvent) {
  const act = actOf(event);
  if (!act) return undefined;
  return {
    ...event.position,
    event_id: event.id,
    wallet: event.metadata.actor.wallet ?? null,
    created_at: event.metadata.occurredAt,
    act_key: `event/${event.id}`,
    undoes: null,
    user_id: null,
    subject: null,
    amount: null,
    reason: null,
    count: null,
    number: null,
    completed: null,
    ...act,
  };
}

/** How an act that takes its time came out. */
function outcomeOf(event: RecordedEvent) {
  switch (event.type) {
    case 'MassClearCompleted':
    case 'MassResetCompleted':
    case 'MassRestoreCompleted': {
      const { requestId, count, total } = event.data;
      return { act_key: `mass/${requestId}`, count, amount: total, reason: null };
    }
    case 'RaffleDrawn':
      return { act_key: event.stream, count: null, amount: null, reason: null };
    case 'RaffleFailed':
      return { act_key: event.stream, count: null, amount: null, reason: sqlText(event.data.reason) };
    default:
      return undefined;
  }
}

const ROWS = rowSet({
  commit: 'bigint',
  prepare: 'bigint',
  event_id: 'uuid',
  type: 'text',
  wallet: 'text',
  created_at: 'timestamptz',
  act_key: 'text',
  undoes: 'text',
  user_id: 'uuid',
  subject: 'text',
  amount: 'numeric',
  reason: 'text',
  count: 'bigint',
  number: 'bigint',
  completed: 'boolean',
});

const INSERT = `insert into admin_acts (${ROWS.names}) select * from ${ROWS.source}`;

const OUTCOMES = rowSet({ act_key: 'text', count: 'bigint', amount: 'numeric', reason: 'text' });

const COMPLETE = `
  update admin_acts as act set
    completed = true,
    count = coalesce(row.count, act.count),
    amount = coalesce(row.amount, act.amount),
    reason = coalesce(row.reason, act.reason)
  from ${OUTCOMES.source}
  where act.act_key = row.act_key`;

import { formatEvo } from '../../../contracts/money.ts';
import { ProjectionFault } from '../../faults.ts';
import { rowSet } from '../../row-set.ts';
import { describe } from '../describe.ts';
import { schemaBeside } from '../read-model.ts';
import type { AccountModel, AccountStep } from '../users/state.ts';

export const history: AccountModel = {
  schema: schemaBeside(import.meta.url),
  apply: async (db, steps) => {
    const lines = steps.flatMap((step) => lineOf(step) ?? []);
    if (lines.length === 0) return;
    await db.query(INSERT_LINES, LINES.values(lines));
    await db.query(SET_DAYS, DAYS.values(daysOf(steps)));
  },
};

function lineOf({ event, userId, before, after }: AccountStep) {
  const totalChange = after.total_rewards - (before?.total_rewards ?? 0n);
  const claimedChange = after.claimed_rewards - (before?.claimed_rewards ?? 0n);
  if (totalChange === 0n && claimedChange === 0n) return undefined;
  const description = describe(event);
  if (description === undefined) {
    throw new ProjectionFault(`${event.type} at ${event.stream}#${event.revision} moves EVO without a word`);
  }
  return {
    user_id: userId,
    ...event.position,
    event_id: event.id,
    event_type: event.type,
    description,
    total_change: formatEvo(totalChange),
    claimed_change: formatEvo(claimedChange),
    total_after: formatEvo(after.total_rewards),
    claimed_after: formatEvo(after.claimed_rewards),
    created_at: event.metadata.occurredAt,
  };
}

/** The last figures of each day of each account. */
function daysOf(steps: readonly AccountStep[]) {
  const days = new Map<string, { user_id: string; day: string; total: string; claimed: string }>();
  for (const { userId, after } of steps) {
    const day = after.changed_on;
    if (day === null) continue;
    const [total, claimed] = [formatEvo(after.total_rewards), formatEvo(after.claimed_rewards)];
    days.set(`${userId}/${day}`, { user_id: userId, day, total, claimed });
  }
  return [...days.values()];
}

const LINES = rowSet({
  user_id: 'uuid',
  commit: 'bigint',
  prepare: 'bigint',
  event_id: 'uuid',
  event_type: 'text',
  description: 'text',
  total_change: 'numeric',
  claimed_change: 'numeric',
  total_after: 'numeric',
  claimed_after: 'numeric',
  created_at: 'timestamptz',
});

const INSERT_LINES = `insert into history_lines (${LINES.names}) select * from ${LINES.source}`;

const DAYS = rowSet({ user_id: 'uuid', day: 'date', total: 'numeric', claimed: 'numeric' });

const SET_DAYS = `
  insert into history_days (${DAYS.names}) select * from ${DAYS.source}
  on conflict (user_id, day) do update set total = excluded.total, claimed = excluded.claimed`;

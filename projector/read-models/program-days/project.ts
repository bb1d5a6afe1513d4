import { formatEvo, parseSum } from '../../../contracts/money.ts';
import { givesBack } from '../../../ledger/accounts/undo-ref.ts';
import { rowSet } from '../../row-set.ts';
import { REVOKED, revokedBy } from '../activities/project.ts';
import { type ReadModel, type RecordedEvent, schemaBeside } from '../read-model.ts';

/** Sums a day: every batch adds what its events add. */
export const programDays: ReadModel = {
  name: 'program-days',
  schema: schemaBeside(import.meta.url),
  project: async (db, batch) => {
    const { days, grants } = sumsOf(batch);
    if (days.size > 0) {
      const rows = [...days].map(([day, { newUsers, claimed }]) => ({
        day,
        new_users: newUsers,
        claimed: formatEvo(claimed),
      }));
      await db.query(ADD_DAYS, DAYS.values(rows));
    }
    if (grants.size > 0) {
      const rows = [...grants.values()].map((row) => ({ ...row, amount: formatEvo(row.amount) }));
      await db.query(ADD_GRANTS, GRANTS.values(rows));
    }
    const revoked = batch.flatMap((event) => revokedBy(event) ?? []);
    if (revoked.length > 0) await db.query(TAKE_BACK, REVOKED.values(revoked));
  },
};

function sumsOf(batch: readonly RecordedEvent[]) {
  const days = new Map<string, { newUsers: number; claimed: bigint }>();
  const grants = new Map<string, { day: string; source: string; amount: bigint }>();
  const dayOf = (day: string) => {
    const known = days.get(day) ?? { newUsers: 0, claimed: 0n };
    days.set(day, known);
    return known;
  };
  for (const event of batch) {
    const day = event.metadata.occurredAt.slice(0, 10);
    if (event.type === 'AccountOpened') dayOf(day).newUsers += 1;
    if (event.type === 'RewardsClaimed') dayOf(day).claimed += parseSum(event.data.amount);
    // What is given back of a clear was granted on another day.
    if (event.type !== 'RewardGranted' || givesBack(event.data)) continue;
    const { source } = event.data;
    const known = grants.get(`${day}/${source}`)?.amount ?? 0n;
    grants.set(`${day}/${source}`, { day, source, amount: known + parseSum(event.data.amount) });
  }
  return { days, grants };
}

const DAYS = rowSet({ day: 'date', new_users: 'bigint', claimed: 'numeric' });

const ADD_DAYS = `
  insert into program_days as known (${DAYS.names}) select * from ${DAYS.source}
  on conflict (day) do update set
    new_users = known.new_users + excluded.new_users, claimed = known.claimed + excluded.claimed`;

const GRANTS = rowSet({ day: 'date', source: 'text', amount: 'numeric' });

const ADD_GRANTS = `
  insert into program_day_grants as known (${GRANTS.names}) select * from ${GRANTS.source}
  on conflict (day, source) do update set amount = known.amount + excluded.amount`;

// A grant that was sent by mistake was none of its day. Its row of `activities`, also one of this batch, stands by now.
const TAKE_BACK = `
  update program_day_grants as known set amount = known.amount - taken.amount
  from (
    select (granted.created_at at time zone 'utc')::date as day, granted.source, sum(granted.reward) as amount
    from ${REVOKED.source}
    join activities as granted on granted.user_id = row.user_id and granted.grant_id = row.grant_id
    group by 1, 2
  ) as taken
  where known.day = taken.day and known.source = taken.source`;

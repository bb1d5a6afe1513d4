import type { RewardSource } from '../../../contracts/events/account.ts';
import { formatEvo, parseSum } from '../../../contracts/money.ts';
import { rowSet } from '../../row-set.ts';
import { schemaBeside } from '../read-model.ts';
import { type AccountModel, type AccountStep, netChanges, type UserState } from '../users/state.ts';

export const referrals: AccountModel = {
  schema: schemaBeside(import.meta.url),
  apply: async (db, steps) => {
    const net = [...netChanges(steps).values()];
    const rows = [...changesOf(steps, net)]
      .filter(([, { total, successful, earned }]) => total !== 0 || successful !== 0 || earned !== 0n)
      .map(([user_id, { total, successful, earned }]) => ({
        user_id,
        total,
        successful,
        earned: formatEvo(earned),
      }));
    if (rows.length > 0) await db.query(ADD, ROWS.values(rows));
    const friends = net.flatMap(({ before, after }) => {
      const [was, active_at] = [activityOf(before), activityOf(after)];
      return was === active_at ? [] : [{ user_id: after.user_id, referrer_id: after.referrer_id, active_at }];
    });
    if (friends.length > 0) await db.query(SET_ACTIVE, FRIENDS.values(friends));
  },
};

/** What a referrer is granted for friends; the friend's own bonus is another. */
export const REFERRER_SOURCES: readonly RewardSource[] = [
  'referral',
  'referral_weekly',
  'referral_commission',
];

type Change = { total: number; successful: number; earned: bigint };

/** By referrer; `earned` in base units. */
function changesOf(
  steps: readonly AccountStep[],
  net: readonly { readonly before: UserState | undefined; readonly after: UserState }[],
): Map<string, Change> {
  const changes = new Map<string, Change>();
  const changeOf = (userId: string): Change => {
    const known = changes.get(userId) ?? { total: 0, successful: 0, earned: 0n };
    changes.set(userId, known);
    return known;
  };
  for (const { before, after } of net) {
    if (after.referrer_id === null) continue;
    const [was, is] = [countsOf(before), countsOf(after)];
    const change = changeOf(after.referrer_id);
    change.total += is.total - was.total;
    change.successful += is.successful - was.successful;
  }
  for (const { event, userId } of steps) {
    if (event.type !== 'RewardGranted' || !REFERRER_SOURCES.includes(event.data.source)) continue;
    changeOf(userId).earned += parseSum(event.data.amount);
  }
  return changes;
}

function countsOf(friend: UserState | undefined): { total: number; successful: number } {
  if (!friend || friend.removed) return { total: 0, successful: 0 };
  return { total: 1, successful: friend.succeeded_at === null ? 0 : 1 };
}

/** When a friend did something last; null for who is none, or is none any more. */
function activityOf(friend: UserState | undefined): string | null {
  return !friend || friend.removed || friend.referrer_id === null ? null : friend.active_at;
}

const ROWS = rowSet({ user_id: 'uuid', total: 'bigint', successful: 'bigint', earned: 'numeric' });

/** Who has nothing to show has no row: whether friends came and were removed in one batch or in two tells nobody. */
const ADD = `
  merge into referrers as known
  using ${ROWS.source}
  on known.user_id = row.user_id
  when matched and (known.total + row.total, known.successful + row.successful, known.earned + row.earned)
    = (0, 0, 0) then delete
  when matched then update set
    total = known.total + row.total,
    successful = known.successful + row.successful,
    earned = known.earned + row.earned
  when not matched then insert (${ROWS.names}) values (row.user_id, row.total, row.successful, row.earned)`;

const FRIENDS = rowSet({ user_id: 'uuid', referrer_id: 'uuid', active_at: 'timestamptz' });

const SET_ACTIVE = `
  merge into active_friends as known
  using ${FRIENDS.source}
  on known.user_id = row.user_id
  when matched and row.active_at is null then delete
  when matched then update set active_at = row.active_at
  when not matched and row.active_at is not null then insert (${FRIENDS.names})
    values (row.user_id, row.referrer_id, row.active_at)`;

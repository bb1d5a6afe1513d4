import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { formatEvo } from '../../../contracts/money.ts';
import { defaultUsername } from '../../../contracts/username.ts';
import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';

export type RewardRequestRow = {
  readonly id: string;
  /** Of the request; the cursor. */
  readonly position: LedgerPosition;
  readonly userId: string;
  /** The account's name and wallet now. */
  readonly username: string;
  readonly walletAddress: string | null;
  /** Base units. */
  readonly amount: bigint;
  readonly reason: string;
  readonly above: 'reward' | 'day';
  readonly state: 'open' | 'approved' | 'declined';
  /** It is approved, and nothing was granted for it. */
  readonly isUnpaid: boolean;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly declinedFor: string | null;
};

/**
 * Newest first; the next page is what stands before the last row's position.
 * @param list `open`: what can still be approved at `now` (RFC 3339); `over`: all else
 */
export async function listRewardRequests(
  db: Database,
  list: {
    readonly state: 'open' | 'over';
    readonly now: string;
    readonly before?: LedgerPosition | undefined;
    readonly limit: number;
  },
): Promise<RewardRequestRow[]> {
  const { rows } = await db.query<SqlRow>(list.state === 'open' ? OPEN : OVER, [
    list.before?.commit ?? null,
    list.before?.prepare ?? null,
    list.limit,
    list.now,
  ]);
  return rows.map(rowFrom);
}

/** A reward by hand, or a request for one, as whoever is about to send the same is told of it. */
export type EqualReward = {
  /** Of the reward, whether it waits or was sent. */
  readonly id: string;
  /** `waits`: for a second admin. */
  readonly state: 'sent' | 'waits';
  readonly at: Date;
  /** The wallet of who sent it, approved it, or asks for it; null where the ledger does not name it. */
  readonly by: string | null;
  readonly reason: string;
};

/**
 * The newest reward by hand of this very amount to the account that was sent after `since` and not taken back, or that
 * can still be approved at `now` (both RFC 3339).
 * @param reward `amount` in base units; `except` is the request that is asked about
 */
export async function findEqualReward(
  db: Database,
  reward: { readonly userId: string; readonly amount: bigint; readonly except?: string | undefined },
  { since, now }: { readonly since: string; readonly now: string },
): Promise<EqualReward | undefined> {
  const { userId, amount, except } = reward;
  const values = [userId, formatEvo(amount), since, now, except ?? null];
  return (await db.query<EqualReward>(EQUAL, values)).rows[0];
}

/** Whether a request was approved. @param requestId a UUID */
export async function isApproved(db: Database, requestId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from ${LIVE_SCHEMA}.reward_requests where request_id = $1 and state = 'approved'`,
    [requestId],
  );
  return rowCount !== 0;
}

const EQUAL = `
  select * from (
    (select split_part(act.act_key, '/', 2) as id, 'sent' as state, act.created_at as at, act.wallet as by, act.reason
     from ${LIVE_SCHEMA}.activities as given
     join ${LIVE_SCHEMA}.admin_acts as act on act.event_id = given.event_id and act.type = 'reward_sent'
     where given.user_id = $1 and given.created_at > $3::timestamptz and not given.taken_back and given.source = 'admin' and given.reward = $2
       and act.act_key is distinct from 'grant/' || $5::text
       and not exists (select from ${LIVE_SCHEMA}.admin_acts as undo where undo.undoes = act.act_key)
     order by given.created_at desc limit 1)
    union all
    (select request_id::text, 'waits', requested_at, requested_by, reason from ${LIVE_SCHEMA}.reward_requests
     where state = 'open' and expires_at > $4::timestamptz and user_id = $1 and amount = $2
       and request_id is distinct from $5::uuid
     order by commit desc, prepare desc limit 1)
  ) as equal
  order by at desc limit 1`;

const listWhere = (condition: string) => `
  select request.*, users.username, users.wallet_address,
    request.state = 'approved' and not exists (
      select from ${LIVE_SCHEMA}.admin_acts as act where act.act_key = 'grant/' || request.request_id
    ) as is_unpaid
  from ${LIVE_SCHEMA}.reward_requests as request
  left join ${LIVE_SCHEMA}.users on users.user_id = request.user_id
  where ${condition}
    and ($1::bigint is null or (request.commit, request.prepare) < ($1, $2::bigint))
  order by request.commit desc, request.prepare desc
  limit $3`;

const OPEN = listWhere(`request.state = 'open' and request.expires_at > $4::timestamptz`);
const OVER = listWhere(`(request.state <> 'open' or request.expires_at <= $4::timestamptz)`);

type SqlRow = {
  request_id: string;
  commit: string;
  prepare: string;
  user_id: string;
  username: string | null;
  wallet_address: string | null;
  amount: string;
  reason: string;
  above: 'reward' | 'day';
  requested_by: string;
  requested_at: Date;
  expires_at: Date;
  state: 'open' | 'approved' | 'declined';
  is_unpaid: boolean;
  decided_by: string | null;
  decided_at: Date | null;
  declined_for: string | null;
};

function rowFrom(row: SqlRow): RewardRequestRow {
  return {
    id: row.request_id,
    position: { commit: BigInt(row.commit), prepare: BigInt(row.prepare) },
    userId: row.user_id,
    username: row.username ?? defaultUsername(row.user_id),
    walletAddress: row.wallet_address,
    amount: amountFromSql(row.amount),
    reason: row.reason,
    above: row.above,
    state: row.state,
    isUnpaid: row.is_unpaid,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
    declinedFor: row.declined_for,
  };
}

import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { REVOCABLE_GRANTS } from '../../../ledger/accounts/state.ts';
import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';
import type { ActType } from './act-of.ts';

export type AdminAct = {
  readonly eventId: string;
  /** Of the event; the cursor. */
  readonly position: LedgerPosition;
  readonly type: ActType;
  readonly wallet: string | null;
  readonly createdAt: Date;
  readonly actKey: string;
  readonly undoes: string | null;
  /** The account that it is about, as it is named now. */
  readonly user: {
    readonly userId: string;
    readonly username: string;
    readonly walletAddress: string | null;
  } | null;
  readonly subject: string | null;
  /** The track that it is about. */
  readonly track: { readonly title: string; readonly artist: string; readonly filename: string } | null;
  /** Base units. */
  readonly amount: bigint | null;
  readonly reason: string | null;
  readonly count: number | null;
  readonly number: number | null;
  readonly completed: boolean | null;
  readonly undone: boolean;
  /** As far as the read models can tell; the write side decides. */
  readonly undoable: boolean;
};

export type ActFilter = { readonly type?: ActType | undefined };

/** Newest first; the next page is what stands before the last row's position. */
export async function listAdminActs(
  db: Database,
  {
    type,
    before,
    limit,
  }: ActFilter & { readonly before?: LedgerPosition | undefined; readonly limit: number },
): Promise<AdminAct[]> {
  const { rows } = await db.query<SqlRow>(
    `${SELECT}
     where ${type === undefined ? '$4::text is null' : 'act.type = $4'}
       and ($1::bigint is null or (act.commit, act.prepare) < ($1, $2::bigint))
     order by act.commit desc, act.prepare desc
     limit $3`,
    [before?.commit ?? null, before?.prepare ?? null, limit, type ?? null],
  );
  return rows.map(actFrom);
}

export async function findAdminAct(db: Database, eventId: string): Promise<AdminAct | undefined> {
  const { rows } = await db.query<SqlRow>(`${SELECT} where act.event_id = $1`, [eventId]);
  return rows[0] && actFrom(rows[0]);
}

export async function countAdminActs(db: Database, { type }: ActFilter): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `select count(*) from ${LIVE_SCHEMA}.admin_acts where $1::text is null or type = $1`,
    [type ?? null],
  );
  return Number(rows[0]?.count ?? 0);
}

/** The kinds of acts after a position, each once. */
export async function actsSince(db: Database, after: LedgerPosition): Promise<ActType[]> {
  const { rows } = await db.query<{ type: ActType }>(
    `select distinct type from ${LIVE_SCHEMA}.admin_acts where (commit, prepare) > ($1::bigint, $2::bigint)`,
    [after.commit, after.prepare],
  );
  return rows.map(({ type }) => type);
}

/** What clears and resets have taken since a grant, in EVO: with all its decimals, as any sum of them. */
const TAKEN_SINCE = `
  select sum(line.claimed_change - line.total_change) from ${LIVE_SCHEMA}.history_lines as line
  where line.user_id = act.user_id and (line.commit, line.prepare) > (act.commit, act.prepare)
    and line.event_type in ('RewardsClaimed', 'BalanceCleared', 'RewardsReset')`;

/** The grants before it that were taken back since: it has moved up by them. */
const REVOKED_BEFORE_IT = `
  select coalesce(sum(earlier.amount), 0) from ${LIVE_SCHEMA}.history_lines as line
  join ${LIVE_SCHEMA}.admin_acts as undo on undo.event_id = line.event_id
  join ${LIVE_SCHEMA}.admin_acts as earlier on earlier.act_key = undo.undoes
  where line.user_id = act.user_id and (line.commit, line.prepare) > (act.commit, act.prepare)
    and line.event_type = 'RewardRevoked'
    and (earlier.commit, earlier.prepare) < (act.commit, act.prepare)`;

/** What was pending when a grant came: whatever takes from a balance takes that first. */
const PENDING_BEFORE = `
  select line.total_after - line.claimed_after - act.amount from ${LIVE_SCHEMA}.history_lines as line
  where line.user_id = act.user_id and line.commit = act.commit and line.prepare = act.prepare`;

/** Whether clears and resets have left all of a grant, as \`leftBehind\` has it on the write side. */
const IS_LEFT_WHOLE = `
  select case when taken is null then true else taken + (${REVOKED_BEFORE_IT}) <= (${PENDING_BEFORE}) end
  from (${TAKEN_SINCE}) as since (taken)`;

/**
 * Whether a reset of everybody that was asked for before a clear was not over then, and had not come to the account: what
 * the clear took is the reset's, also where it left nothing to be reset. While the reset goes on nothing comes back at all.
 */
const IS_OF_A_RESET = `
  select exists (
    select 1 from (
      select reset.commit, reset.prepare, reset.completed from ${LIVE_SCHEMA}.admin_acts as reset
      where reset.type = 'rewards_reset_all' and (reset.commit, reset.prepare) < (act.commit, act.prepare)
      order by reset.commit desc, reset.prepare desc limit 1
    ) as reset
    where not exists (
      select 1 from ${LIVE_SCHEMA}.log_events as done
      where done.type = 'MassResetCompleted' and (done.commit, done.prepare) > (reset.commit, reset.prepare)
        and (done.commit, done.prepare) < (act.commit, act.prepare)
    ) and (not reset.completed or not exists (
      select 1 from ${LIVE_SCHEMA}.history_lines as line
      where line.user_id = act.user_id and line.event_type = 'RewardsReset'
        and (line.commit, line.prepare) > (reset.commit, reset.prepare)
        and (line.commit, line.prepare) < (act.commit, act.prepare)
    )))`;

/**
 * A grant can be taken back until a claim, a clear or a reset took any of it, and while it is one of the newest that the
 * account remembers; what was cleared can be given back until all are reset, whatever that finds on the account; who was
 * removed can be let in again once. Only the last reset that took anything can be taken back. Claims can be released while
 * their hold goes on, and held again until the next hold.
 */
const SELECT = `
  select act.*, users.username, users.wallet_address, fate.undone, track.title, track.artist, track.filename,
    case
      when fate.undone then false
      when act.type = 'reward_sent'
        then act.subject = 'admin' and not users.removed and users.pending_rewards >= act.amount and not exists (
          select 1 from ${LIVE_SCHEMA}.history_lines as line
          where line.user_id = act.user_id and (line.commit, line.prepare) > (act.commit, act.prepare)
            and line.event_type = 'RewardsClaimed'
        ) and (${IS_LEFT_WHOLE}) and not exists (
          select 1 from ${LIVE_SCHEMA}.activities as newer
          where newer.user_id = act.user_id and (newer.commit, newer.prepare) > (act.commit, act.prepare)
            and newer.source = 'admin'
          offset ${REVOCABLE_GRANTS - 1}
        )
      when act.type = 'balance_cleared' then act.user_id is not null and not users.removed and not fate.reset
      when act.type = 'user_removed' then users.removed
      when act.type = 'claims_held' then not users.removed
      when act.type = 'claims_released' then not users.removed and not fate.held_later
      when act.type = 'rewards_reset_all' then act.completed and act.count > 0 and not fate.superseded
      else false
    end as undoable
  from ${LIVE_SCHEMA}.admin_acts as act
  left join ${LIVE_SCHEMA}.users on users.user_id = act.user_id
  left join ${LIVE_SCHEMA}.music_tracks as track
    on track.track_id = case when act.type in ('music_added', 'music_removed') then act.subject::uuid end
  cross join lateral (
    select
      exists (select 1 from ${LIVE_SCHEMA}.admin_acts as undo where undo.undoes = act.act_key)
        or act.type = 'user_removed' and exists (
          select 1 from ${LIVE_SCHEMA}.log_events as later
          where later.user_id = act.user_id and later.type = 'AccountReinstated'
            and (later.commit, later.prepare) > (act.commit, act.prepare)) as undone,
      act.user_id is not null and exists (
        select 1 from ${LIVE_SCHEMA}.history_lines as line
        where line.user_id = act.user_id and line.event_type = 'RewardsReset'
          and (line.commit, line.prepare) > (act.commit, act.prepare))
        or act.type = 'balance_cleared' and exists (
          select 1 from ${LIVE_SCHEMA}.admin_acts as later
          where later.type = 'rewards_reset_all'
            and (later.commit, later.prepare) > (act.commit, act.prepare))
        or act.type = 'balance_cleared' and act.user_id is not null and (${IS_OF_A_RESET}) as reset,
      act.type = 'claims_released' and exists (
        select 1 from ${LIVE_SCHEMA}.admin_acts as later
        where later.type = 'claims_held' and later.user_id = act.user_id
          and (later.commit, later.prepare) > (act.commit, act.prepare)) as held_later,
      act.type = 'rewards_reset_all' and exists (
        select 1 from ${LIVE_SCHEMA}.admin_acts as later
        where later.type = act.type and (later.commit, later.prepare) > (act.commit, act.prepare)
          and (not later.completed or later.count > 0)) as superseded
  ) as fate`;

type SqlRow = {
  event_id: string;
  commit: string;
  prepare: string;
  type: ActType;
  wallet: string | null;
  created_at: Date;
  act_key: string;
  undoes: string | null;
  user_id: string | null;
  username: string | null;
  wallet_address: string | null;
  subject: string | null;
  title: string | null;
  artist: string | null;
  filename: string | null;
  amount: string | null;
  reason: string | null;
  count: string | null;
  number: string | null;
  completed: boolean | null;
  undone: boolean;
  undoable: boolean;
};

function actFrom(row: SqlRow): AdminAct {
  return {
    eventId: row.event_id,
    position: { commit: BigInt(row.commit), prepare: BigInt(row.prepare) },
    type: row.type,
    wallet: row.wallet,
    createdAt: row.created_at,
    actKey: row.act_key,
    undoes: row.undoes,
    user:
      row.user_id === null || row.username === null
        ? null
        : { userId: row.user_id, username: row.username, walletAddress: row.wallet_address },
    subject: row.subject,
    track:
      row.title === null || row.artist === null || row.filename === null
        ? null
        : { title: row.title, artist: row.artist, filename: row.filename },
    amount: row.amount === null ? null : amountFromSql(row.amount),
    reason: row.reason,
    count: row.count === null ? null : Number(row.count),
    number: row.number === null ? null : Number(row.number),
    completed: row.completed,
    undone: row.undone,
    undoable: row.undoable,
  };
}

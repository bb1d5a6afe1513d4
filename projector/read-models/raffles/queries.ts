import type { RaffleEvent } from '../../../contracts/events/raffle.ts';
import type { RaffleSeedEvent } from '../../../contracts/events/raffle-seeds.ts';
import type { StoredEvent } from '../../../ledger/envelope.ts';
import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';

export type RaffleRow = {
  readonly raffleId: string;
  readonly number: number;
  /** `awaiting_beacon` is a frozen one that waits for a round. */
  readonly stage: 'committed' | 'frozen' | 'awaiting_beacon' | 'drawn' | 'completed' | 'failed';
  readonly mode: 'flat' | 'tiered';
  /** By place, EVO in normal form. */
  readonly amounts: readonly string[];
  readonly startedAt: Date;
  /** Of the frozen entries, once they are. */
  readonly root: string | null;
  /** Null while, or when, it was not drawn. */
  readonly drawnAt: Date | null;
  readonly failure: string | null;
  /** Of the beacon that its rules name. */
  readonly chainHash: string | null;
  /** What was named when the entries were frozen: a round and when it is published, or a block. */
  readonly round: number | null;
  readonly dueAt: Date | null;
  readonly block: string | null;
};

export type RaffleCounts = {
  readonly drawn: number;
  /** Before their draw. */
  readonly failed: number;
  /** Afterwards: the round was published long ago, or failed in spite of it, and no draw is recorded. */
  readonly letFail: number;
};

export type RaffleWinnerRow = {
  readonly place: number;
  readonly userId: string;
  readonly username: string;
  readonly walletAddress: string | null;
  /** Base units. */
  readonly prize: bigint;
  readonly status: 'open' | 'paid' | 'no_wallet' | 'account_removed';
};

export async function findRaffle(db: Database, raffleId: string): Promise<RaffleRow | undefined> {
  return (await raffleRows(db, 'where raffle_id = $1', [raffleId]))[0];
}

/** The newest one that was drawn. */
export async function findLatestDraw(db: Database): Promise<RaffleRow | undefined> {
  const latest = `where stage in ('drawn', 'completed') order by number desc limit 1`;
  return (await raffleRows(db, latest, []))[0];
}

/** The newest first; those before a number when it is given. */
export function listRaffles(db: Database, before: number | undefined, limit: number): Promise<RaffleRow[]> {
  const page = 'where ($1::bigint is null or number < $1) order by number desc limit $2';
  return raffleRows(db, page, [before ?? null, limit]);
}

/** @param dueBefore those whose round was published before that time, and that are not drawn, are let fail */
export async function countRaffles(db: Database, dueBefore: Date): Promise<RaffleCounts> {
  const { rows } = await db.query<Record<'drawn' | 'failed' | 'let_fail', string>>(
    `select count(*) filter (where stage in ('drawn', 'completed')) as drawn,
            count(*) filter (where stage = 'failed' and round is null) as failed,
            count(*) filter (where (stage = 'awaiting_beacon' and due_at < $1)
                                or (stage = 'failed' and round is not null)) as let_fail
     from ${LIVE_SCHEMA}.raffles`,
    [dueBefore],
  );
  const [row] = rows;
  return {
    drawn: Number(row?.drawn ?? 0),
    failed: Number(row?.failed ?? 0),
    letFail: Number(row?.let_fail ?? 0),
  };
}

/** In the order of their places. */
export async function listWinners(db: Database, raffleId: string): Promise<RaffleWinnerRow[]> {
  const { rows } = await db.query<WinnerSqlRow>(
    `select place, user_id, username, wallet_address, prize, status
     from ${LIVE_SCHEMA}.raffle_winners
     where raffle_id = $1
     order by place`,
    [raffleId],
  );
  return rows.map((row) => ({
    place: Number(row.place),
    userId: row.user_id,
    username: row.username,
    walletAddress: row.wallet_address,
    prize: amountFromSql(row.prize),
    status: row.status,
  }));
}

/** The commitment of the seed that it names and its own stream, in the order of the ledger. */
export async function listRaffleEvents(
  db: Database,
  raffleId: string,
): Promise<StoredEvent<RaffleEvent | RaffleSeedEvent>[]> {
  const { rows } = await db.query<EventSqlRow>(
    `select stream, revision, commit, prepare, event from ${LIVE_SCHEMA}.raffle_events
     where raffle_id = $1
     order by commit, prepare, revision`,
    [raffleId],
  );
  const events = rows.map(({ stream, revision, commit, prepare, event }) => {
    // As the projector wrote it, from an event of the ledger.
    const written = JSON.parse(event) as StoredEvent<RaffleEvent | RaffleSeedEvent>;
    const position = { commit: BigInt(commit), prepare: BigInt(prepare) };
    return { ...written, stream, revision: BigInt(revision), position };
  });
  const committed = events.find((event) => event.type === 'RaffleCommitted');
  return events.filter(
    ({ type, data }) => type !== 'SeedCommitted' || !committed || data.hash === committed.data.seedHash,
  );
}

/** What each of the users can claim now, in base units. */
export async function pendingRewardsOf(
  db: Database,
  userIds: readonly string[],
): Promise<Map<string, bigint>> {
  const { rows } = await db.query<{ user_id: string; pending_rewards: string }>(
    `select user_id, pending_rewards from ${LIVE_SCHEMA}.users where user_id = any($1::uuid[])`,
    [userIds],
  );
  return new Map(rows.map((row) => [row.user_id, amountFromSql(row.pending_rewards)]));
}

/** The seed that no raffle has used yet; where two streams have one, the one that the write side takes. */
export async function findNextSeed(db: Database): Promise<{ hash: string } | undefined> {
  const { rows } = await db.query<{ hash: string }>(
    `select hash from ${LIVE_SCHEMA}.raffle_seeds
     where number > coalesce((select max(number) from ${LIVE_SCHEMA}.raffles), 0)
     order by number, stream = 'program' limit 1`,
  );
  return rows[0];
}

async function raffleRows(db: Database, where: string, values: unknown[]): Promise<RaffleRow[]> {
  const { rows } = await db.query<RaffleSqlRow>(
    `select raffle_id, number, stage, mode, amounts, committed_at, root, drawn_at, failure, chain_hash,
            round, due_at, block
     from ${LIVE_SCHEMA}.raffles
     ${where}`,
    values,
  );
  return rows.map((row) => ({
    raffleId: row.raffle_id,
    number: Number(row.number),
    stage: row.stage,
    mode: row.mode,
    amounts: row.amounts,
    startedAt: row.committed_at,
    root: row.root,
    drawnAt: row.drawn_at,
    failure: row.failure,
    chainHash: row.chain_hash,
    round: row.round === null ? null : Number(row.round),
    dueAt: row.due_at,
    block: row.block,
  }));
}

type RaffleSqlRow = {
  raffle_id: string;
  number: string;
  stage: RaffleRow['stage'];
  mode: RaffleRow['mode'];
  amounts: string[];
  committed_at: Date;
  root: string | null;
  drawn_at: Date | null;
  failure: string | null;
  chain_hash: string | null;
  round: string | null;
  due_at: Date | null;
  block: string | null;
};

type WinnerSqlRow = {
  place: string;
  user_id: string;
  username: string;
  wallet_address: string | null;
  prize: string;
  status: RaffleWinnerRow['status'];
};

type EventSqlRow = { stream: string; revision: string; commit: string; prepare: string; event: string };

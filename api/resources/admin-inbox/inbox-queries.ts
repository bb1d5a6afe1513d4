import { INBOX_COUNTS_TO, INBOX_NAMES } from '../../../contracts/api/admin-inbox.ts';
import { type Database, LIVE_SCHEMA } from '../../../projector/database.ts';
import { amountFromSql } from '../../../projector/sql-amount.ts';

/**
 * What each question may cost is bounded: none counts further than `INBOX_COUNTS_TO`, and each goes by an index or
 * through raffles, of which there is one row each.
 */
const upTo = (rows: string): string => `(select count(*) from (${rows} limit ${INBOX_COUNTS_TO}) as counted)`;

export type OpenPrizes = {
  readonly raffleId: string;
  readonly number: number;
  readonly open: number;
  /** Base units. */
  readonly total: bigint;
};

/** Raffles of which a prize was neither paid nor left unpaid for a reason, the newest first. */
export async function rafflesToPay(
  db: Database,
): Promise<{ readonly count: number; readonly raffles: readonly OpenPrizes[] }> {
  const drawn = `select raffle_id, number from ${LIVE_SCHEMA}.raffles where stage = 'drawn'`;
  const { rows } = await db.query<{
    count: string;
    raffle_id: string;
    number: string;
    open: string;
    total: string;
  }>(
    `select ${upTo(drawn)} as count, raffle.raffle_id, raffle.number, prizes.open, prizes.total
     from (${drawn} order by number desc limit ${INBOX_NAMES}) as raffle,
       lateral (
         select count(*) as open, coalesce(sum(prize), 0) as total from ${LIVE_SCHEMA}.raffle_winners as winner
         where winner.raffle_id = raffle.raffle_id and winner.status = 'open'
       ) as prizes
     order by raffle.number desc`,
  );
  return {
    count: Number(rows[0]?.count ?? 0),
    raffles: rows.map(({ raffle_id, number, open, total }) => ({
      raffleId: raffle_id,
      number: Number(number),
      open: Number(open),
      total: amountFromSql(total),
    })),
  };
}

/** Raffles whose round was published before a time, the newest first. */
export async function overdueRaffles(db: Database, dueBefore: Date) {
  const overdue = `select raffle_id, number, due_at from ${LIVE_SCHEMA}.raffles
                   where stage = 'awaiting_beacon' and due_at < $1`;
  const { rows } = await db.query<{ count: string; raffle_id: string; number: string; due_at: Date }>(
    `select ${upTo(overdue)} as count, raffle_id, number, due_at from (${overdue}) as raffle
     order by number desc limit ${INBOX_NAMES}`,
    [dueBefore],
  );
  return {
    count: Number(rows[0]?.count ?? 0),
    raffles: rows.map(({ raffle_id, number, due_at }) => ({
      raffleId: raffle_id,
      number: Number(number),
      dueAt: due_at.toISOString(),
    })),
  };
}

/** @param now a reward that has expired by then can be approved no more */
export async function countOpenRequests(db: Database, now: Date): Promise<number> {
  const open = `select from ${LIVE_SCHEMA}.reward_requests where state = 'open' and expires_at > $1`;
  const { rows } = await db.query<{ count: string }>(`select ${upTo(open)} as count`, [now]);
  return Number(rows[0]?.count ?? 0);
}

export async function countOpenSetAside(db: Database) {
  const inState = (state: 'waiting' | 'parked') =>
    upTo(`select from processes.set_aside where state <> 'dismissed' and state = '${state}'`);
  const { rows } = await db.query<{ waiting: string; parked: string }>(
    `select ${inState('waiting')} as waiting, ${inState('parked')} as parked`,
  );
  return { waiting: Number(rows[0]?.waiting ?? 0), parked: Number(rows[0]?.parked ?? 0) };
}

/**
 * Mails that nobody got: given up since a time, or tried and not sent so far. That an address was erased or verified
 * meanwhile is no failure. Who takes a mail says until when it is the only one to send it, and so does one that is given up.
 */
export async function failedMails(db: Database, since: Date) {
  const failed = `select reason from vault.mails where state = 'dropped' and due_at > $1
                    and reason <> all($2::text[]) order by due_at desc`;
  const retried = `select reason from vault.mails where state = 'waiting' and attempts > 0 and reason is not null`;
  const { rows } = await db.query<{ kind: 'failed' | 'retried'; reason: string; count: string }>(
    `select kind, reason, count(*) as count from (
       (select 'failed' as kind, reason from (${failed}) as given_up limit ${INBOX_COUNTS_TO})
       union all
       (select 'retried', reason from (${retried}) as again limit ${INBOX_COUNTS_TO})
     ) as mails
     group by kind, reason order by count(*) desc, reason`,
    [since, NO_FAILURES],
  );
  const sumOf = (kind: 'failed' | 'retried') =>
    rows.reduce((sum, row) => (row.kind === kind ? sum + Number(row.count) : sum), 0);
  const reasons = new Map<string, number>();
  for (const { reason, count } of rows) reasons.set(reason, (reasons.get(reason) ?? 0) + Number(count));
  return {
    failed: sumOf('failed'),
    retried: sumOf('retried'),
    reasons: [...reasons]
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => b.count - a.count)
      .slice(0, INBOX_NAMES),
  };
}

/** Why a mail is given up of our own accord: it would be of no use to anybody. */
const NO_FAILURES = [
  ...['erased', 'the account was removed', 'verified already'],
  // In the words of earlier releases.
  'the personal data of the account were erased',
];

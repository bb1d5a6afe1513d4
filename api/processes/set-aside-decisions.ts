import pg from 'pg';
import { UNDISMISSED_PROCESSES } from '../../contracts/api/admin-set-aside.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { type Database, sqlText } from '../../projector/database.ts';

/** An event that is set aside, for an admin. */
export type SetAsideRow = {
  readonly id: string;
  readonly process: string;
  readonly state: 'waiting' | 'parked';
  readonly stream: string;
  readonly revision: number;
  readonly eventType: string;
  readonly position: LedgerPosition;
  readonly reason: string;
  readonly failures: number;
  readonly since: Date;
};

/** The last row of a page. */
export type PlaceInList = { readonly position: LedgerPosition; readonly process: string };

/** In the order of the ledger, after a place. */
export async function listSetAside(
  db: Database,
  after: PlaceInList | undefined,
  limit: number,
): Promise<SetAsideRow[]> {
  const { rows } = await db.query<{
    id: string;
    process: string;
    state: 'waiting' | 'parked';
    stream: string;
    revision: string;
    event_type: string;
    commit: string;
    prepare: string;
    reason: string;
    failures: number;
    since: Date;
  }>(
    `select id, process, state, stream, revision, event_type, commit, prepare, reason, failures, since
     from processes.set_aside
     where state <> 'dismissed' and (commit, prepare, process) > ($1, $2, $3)
     order by commit, prepare, process limit $4`,
    [after?.position.commit ?? -1, after?.position.prepare ?? -1, after?.process ?? '', limit],
  );
  return rows.map(({ event_type, revision, commit, prepare, ...row }) => ({
    ...row,
    eventType: event_type,
    revision: Number(revision),
    position: { commit: BigInt(commit), prepare: BigInt(prepare) },
  }));
}

export type SetAsideCount = { readonly process: string; readonly state: string; readonly count: number };

export async function countSetAside(db: Database): Promise<SetAsideCount[]> {
  const { rows } = await db.query<{ process: string; state: string; count: string }>(
    'select process, state, count(*) as count from processes.set_aside group by process, state',
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Seconds since the oldest event of each state came there; of what was dismissed nobody waits for anything. */
export async function oldestSetAside(db: Database): Promise<{ state: string; seconds: number }[]> {
  const { rows } = await db.query<{ state: string; seconds: string }>(
    `select state, extract(epoch from now() - min(since)) as seconds from processes.set_aside
     where state <> 'dismissed' group by state`,
  );
  return rows.map(({ state, seconds }) => ({ state, seconds: Number(seconds) }));
}

/** Who decides about an event that is set aside, when (RFC 3339), and why. */
export type Decision = {
  readonly id: string;
  readonly by: string;
  readonly at: string;
  readonly reason: string;
  /** Of the command that decides: sent again it is answered as before, whatever became of the event since. */
  readonly commandId: string;
};

/** `before`: an earlier sending of the command had decided it. Undefined where there was nothing to decide. */
export type Decided = 'now' | 'before' | undefined;

/** A parked event is told once more, late; undefined when there is no such event. */
export function retrySetAside(db: Database, decision: Decision): Promise<Decided> {
  return decide(db, `state = 'waiting', is_late = true`, `state = 'parked'`, decision);
}

/**
 * Nothing will be done about a parked event; the row stays. Undefined when there is no such event, and for one that is
 * kept (`whyKept`): what is tried by itself may be done at this moment.
 */
export function dismissSetAside(db: Database, decision: Decision): Promise<Decided> {
  const processes = UNDISMISSED_PROCESSES.map((name) => pg.escapeLiteral(name)).join(', ');
  return decide(db, `state = 'dismissed'`, `state = 'parked' and process not in (${processes})`, decision);
}

/** Why an event that is set aside is not dismissed; undefined of one that could be, and where there is none. */
export async function whyKept(db: Database, id: string): Promise<'has to end' | 'is tried' | undefined> {
  const { rows } = await db.query<{ process: string; state: string }>(
    `select process, state from processes.set_aside where id = $1 and state <> 'dismissed'`,
    [id],
  );
  const [row] = rows;
  if (row && UNDISMISSED_PROCESSES.includes(row.process)) return 'has to end';
  return row?.state === 'waiting' ? 'is tried' : undefined;
}

/** What an id is of; undefined where nothing is set aside under it. */
export async function findSetAside(
  db: Database,
  id: string,
): Promise<Pick<SetAsideRow, 'process' | 'stream' | 'position'> | undefined> {
  const { rows } = await db.query<{ process: string; stream: string; commit: string; prepare: string }>(
    'select process, stream, commit, prepare from processes.set_aside where id = $1',
    [id],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { process, stream, commit, prepare } = row;
  return { process, stream, position: { commit: BigInt(commit), prepare: BigInt(prepare) } };
}

/**
 * Whether an admin has decided that a process does nothing about an event. What is done otherwise is for ever, and a standby,
 * which may lack the decision, locks no rows.
 */
export async function isDismissed(db: Database, process: string, eventId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from processes.set_aside where process = $1 and event_id = $2 and state = 'dismissed' for key share`,
    [process, eventId],
  );
  return rowCount === 1;
}

/** Those of the streams of which an admin has decided that a process does nothing about an event. */
export async function dismissedStreams(
  db: Database,
  process: string,
  streams: readonly string[],
): Promise<ReadonlySet<string>> {
  if (streams.length === 0) return new Set();
  const { rows } = await db.query<{ stream: string }>(
    `select stream from processes.set_aside where process = $1 and stream = any($2) and state = 'dismissed'`,
    [process, streams],
  );
  return new Set(rows.map(({ stream }) => stream));
}

async function decide(db: Database, to: string, from: string, decision: Decision): Promise<Decided> {
  const { id, by, at, reason, commandId } = decision;
  const { rowCount } = await db.query(
    `with decided as (
       update processes.set_aside set ${to}, decided_by = $2, decided_at = $3, decision_reason = $4
       where id = $1 and ${from} and not exists (
         select from processes.set_aside_decisions where command_id = $5)
       returning id
     )
     insert into processes.set_aside_decisions (command_id) select $5 from decided`,
    [id, by, at, sqlText(reason), commandId],
  );
  if (rowCount === 1) return 'now';
  const { rows } = await db.query('select from processes.set_aside_decisions where command_id = $1', [
    commandId,
  ]);
  return rows.length > 0 ? 'before' : undefined;
}

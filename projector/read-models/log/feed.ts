import { kindOfStream, mayHold } from '../../../contracts/events/events-of-streams.ts';
import {
  parseStream,
  SINGLE_STREAMS,
  STREAM_CATEGORIES,
  type StreamCategory,
} from '../../../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { isUuid } from '../../../contracts/uuid.ts';
import { isMoved } from '../../../ledger/moved-ledger.ts';
import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';

/** An event of the ledger, without what it says. */
export type LogRow = {
  readonly position: LedgerPosition;
  /** Its number in the tree of the seals; null for an event of the stream `seals`. */
  readonly index: number | null;
  readonly eventId: string;
  /** Of 32 bytes, in hex. */
  readonly hash: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly occurredAt: Date;
  /** EVO that it moved, in base units. */
  readonly moved: bigint;
  /** Whether the newest seal holds it. */
  readonly isSealed: boolean;
  /** The event that a process acted on. */
  readonly cause: LedgerPosition | undefined;
};

export type FeedFilter = {
  readonly type?: string | undefined;
  /** A category of streams, or the name of one. */
  readonly stream?: string | undefined;
  /** Of the user's own account. */
  readonly userId?: string | undefined;
};

type Page = { readonly before?: LedgerPosition | undefined; readonly limit: number };

/**
 * Newest first. Each filter has an index that gives the events in their order; of two that have nothing in common all
 * events of one would be gone through.
 */
export async function listEvents(
  db: Database,
  { type, stream, userId }: FeedFilter,
  { before, limit }: Page,
): Promise<LogRow[]> {
  if (type !== undefined && stream !== undefined && !isHeldBy(stream, type)) return [];
  const values: unknown[] = [];
  const value = (one: unknown) => `$${values.push(one)}`;
  const conditions: string[] = [];
  if (before) {
    conditions.push(
      `(event.commit, event.prepare) < (${value(before.commit)}::bigint, ${value(before.prepare)}::bigint)`,
    );
  }
  if (type !== undefined) conditions.push(`event.type = ${value(type)}`);
  if (userId !== undefined) conditions.push(`event.user_id = ${value(userId)}::uuid`);
  if (stream !== undefined) conditions.push(...ofStream(stream, value));
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  return rowsOf(
    db,
    `${SELECT} ${where} order by event.commit desc, event.prepare desc limit ${value(limit)}`,
    values,
  );
}

/** Whether events of the type have a place in the stream, or in those of the category. */
function isHeldBy(stream: string, type: string): boolean {
  const kind = isCategory(stream) ? stream : kindOfStream(stream);
  return kind !== undefined && mayHold(kind, type);
}

const isCategory = (text: string): text is StreamCategory =>
  STREAM_CATEGORIES.some((category) => category === text);

/**
 * Most events are of accounts; all others have an index by the first word of their stream's name, which no two categories
 * share. One single stream is named as if it were a raffle's.
 */
function ofStream(stream: string, value: (one: unknown) => string): string[] {
  if (stream === 'account') return ['event.user_id is not null'];
  if (!isCategory(stream)) return inOneStream(stream, value);
  return [
    'event.user_id is null',
    `split_part(event.stream, '-', 1) = ${value(stream.split('-')[0])}`,
    `event.stream <> all (${value(SINGLE_STREAMS)}::text[])`,
  ];
}

/** By the index that holds the stream's events: an account's stand in that of their user. */
function inOneStream(stream: string, value: (one: unknown) => string): string[] {
  if (!isAccount(stream)) return [`event.stream = ${value(stream)}`, 'event.user_id is null'];
  const userId = stream.slice('account-'.length);
  // No account has another name.
  if (!isUuid(userId)) return ['false'];
  return [`event.user_id = ${value(userId)}::uuid`, `event.stream = ${value(stream)}`];
}

const isAccount = (stream: string) => parseStream(stream)?.category === 'account';

/** Whether it is a category of the ledger's streams, or can be the name of one: of a text that Postgres can hold. */
export function isStreamFilter(text: string): boolean {
  if (text.includes('\0')) return false;
  return isCategory(text) || kindOfStream(text) !== undefined;
}

/** The events that moved EVO between two positions, oldest first. */
export async function listMoves(
  db: Database,
  {
    after,
    upTo,
    limit,
  }: { readonly after: LedgerPosition; readonly upTo: LedgerPosition; readonly limit: number },
): Promise<LogRow[]> {
  return rowsOf(
    db,
    `with moves as materialized (
       select distinct commit, prepare from ${LIVE_SCHEMA}.postings
       where (commit, prepare) > ($1::bigint, $2::bigint) and (commit, prepare) <= ($3::bigint, $4::bigint)
       order by commit, prepare limit $5
     )
     ${SELECT} join moves using (commit, prepare) order by event.commit, event.prepare`,
    [after.commit, after.prepare, upTo.commit, upTo.prepare, limit],
  );
}

export async function findEvent(db: Database, eventId: string): Promise<LogRow | undefined> {
  const [row] = await rowsOf(db, `${SELECT} where event.id = $1::uuid`, [eventId]);
  return row;
}

export type Neighbours = {
  readonly previous: LogRow | undefined;
  readonly next: LogRow | undefined;
  readonly causedBy: LogRow | undefined;
  /** The first ones. */
  readonly caused: readonly LogRow[];
};

/**
 * What stands around an event: in its stream, and as cause and effect. Events that were copied from another store name
 * places of that one, where other events may stand here: of those the cause is told by its time as well, which what a
 * process does takes over from it.
 */
export async function neighboursOf(
  db: Database,
  event: LogRow,
  { limit, movedUntil }: { readonly limit: number; readonly movedUntil: LedgerPosition | undefined },
): Promise<Neighbours> {
  const { position, cause, occurredAt } = event;
  const causes = cause
    ? rowsOf(
        db,
        `${SELECT} where event.commit = $1 and event.prepare = $2 and (not $3 or event.occurred_at = $4)`,
        [cause.commit, cause.prepare, isMoved(position, movedUntil), occurredAt],
      )
    : [];
  const effects = rowsOf(
    db,
    `${SELECT} where event.cause_commit = $1 and event.cause_prepare = $2
       and ((event.commit, event.prepare) > ($4::bigint, $5::bigint) or event.occurred_at = $6)
     order by event.commit, event.prepare limit $3`,
    [
      ...[position.commit, position.prepare, limit],
      ...[movedUntil?.commit ?? -1, movedUntil?.prepare ?? -1, occurredAt],
    ],
  );
  const [around, [causedBy], caused] = await Promise.all([besideInStream(db, event), causes, effects]);
  return { ...around, causedBy, caused };
}

/** The events of the same stream that stand next to this one. */
async function besideInStream(
  db: Database,
  { stream, revision, position }: LogRow,
): Promise<Pick<Neighbours, 'previous' | 'next'>> {
  if (!isAccount(stream)) {
    const where = 'event.stream = $1 and event.user_id is null and event.revision in ($2, $3)';
    const around = await rowsOf(db, `${SELECT} where ${where}`, [stream, revision - 1, revision + 1]);
    const at = (wanted: number) => around.find((row) => row.revision === wanted);
    return { previous: at(revision - 1), next: at(revision + 1) };
  }
  // Its index has the events of a user in the order of the ledger, which is that of their stream.
  const beside = async (sign: '<' | '>', order: 'desc' | 'asc') => {
    const values: unknown[] = [position.commit, position.prepare];
    const conditions = inOneStream(stream, (one) => `$${values.push(one)}`);
    const place = `(event.commit, event.prepare) ${sign} ($1::bigint, $2::bigint)`;
    const [row] = await rowsOf(
      db,
      `${SELECT} where ${[place, ...conditions].join(' and ')}
       order by event.commit ${order}, event.prepare ${order} limit 1`,
      values,
    );
    return row;
  };
  const [previous, next] = await Promise.all([beside('<', 'desc'), beside('>', 'asc')]);
  return { previous, next };
}

/** Of the events at the end of the ledger that no seal holds, none has a number below the newest seal's size. */
const SELECT = `
  select event.commit, event.prepare, event.index, event.id, encode(event.hash, 'hex') as hash, event.stream,
         event.revision, event.type, event.occurred_at, event.cause_commit, event.cause_prepare,
         coalesce(event.index < (select size from ${LIVE_SCHEMA}.log_seals order by revision desc limit 1), false)
           as is_sealed,
         (select coalesce(sum(posting.amount), 0) from ${LIVE_SCHEMA}.postings as posting
          where posting.commit = event.commit and posting.prepare = event.prepare and posting.amount > 0) as moved
  from ${LIVE_SCHEMA}.log_events as event`;

type SqlRow = {
  commit: string;
  prepare: string;
  index: string | null;
  id: string;
  hash: string;
  stream: string;
  revision: string;
  type: string;
  occurred_at: Date;
  cause_commit: string | null;
  cause_prepare: string | null;
  is_sealed: boolean;
  moved: string;
};

async function rowsOf(db: Database, text: string, values: unknown[]): Promise<LogRow[]> {
  const { rows } = await db.query<SqlRow>(text, values);
  return rows.map((row) => ({
    position: { commit: BigInt(row.commit), prepare: BigInt(row.prepare) },
    index: row.index === null ? null : Number(row.index),
    eventId: row.id,
    hash: row.hash,
    stream: row.stream,
    revision: Number(row.revision),
    type: row.type,
    occurredAt: row.occurred_at,
    moved: amountFromSql(row.moved),
    isSealed: row.is_sealed,
    cause:
      row.cause_commit === null || row.cause_prepare === null
        ? undefined
        : { commit: BigInt(row.cause_commit), prepare: BigInt(row.cause_prepare) },
  }));
}

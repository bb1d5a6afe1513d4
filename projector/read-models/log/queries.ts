import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { type Database, LIVE_SCHEMA } from '../../database.ts';

export type SealRow = {
  /** In the stream `seals`: the order of the seals, and their cursor. */
  readonly revision: bigint;
  readonly size: number;
  /** Hex. */
  readonly root: string;
  readonly eventId: string;
  readonly position: LedgerPosition;
  readonly origin: string;
  readonly verifierKey: string;
  /** Base64. */
  readonly signature: string;
  readonly sealedAt: Date;
};

type SealSql = {
  revision: string;
  size: string;
  root: string;
  event_id: string;
  commit: string;
  prepare: string;
  origin: string;
  verifier_key: string;
  signature: string;
  sealed_at: Date;
};

const SEALS = `select revision, size, encode(root, 'hex') as root, event_id, commit, prepare, origin, verifier_key,
                 signature, sealed_at
               from ${LIVE_SCHEMA}.log_seals`;

/** Newest first. @param before the revision that the page before ended with */
export async function listSeals(db: Database, before: bigint | undefined, limit: number): Promise<SealRow[]> {
  const { rows } = await db.query<SealSql>(
    `${SEALS} where $1::bigint is null or revision < $1 order by revision desc limit $2`,
    [before ?? null, limit],
  );
  return rows.map(sealOf);
}

export async function findNewestSeal(db: Database): Promise<SealRow | undefined> {
  return (await listSeals(db, undefined, 1))[0];
}

/** The oldest seal that holds the event with that number of the tree. */
export async function findFirstSeal(db: Database, index: number): Promise<SealRow | undefined> {
  const { rows } = await db.query<SealSql>(FIRST_SEAL, [index]);
  return rows.map(sealOf)[0];
}

// It stands behind the event, and of those between the two there are few.
const FIRST_SEAL = `
  with sealed as materialized (select commit, prepare from ${LIVE_SCHEMA}.log_events where index = $1)
  select found.* from sealed cross join lateral (
    select seal.* from ${LIVE_SCHEMA}.log_events as event join (${SEALS}) as seal on seal.revision = event.revision
    where event.type = 'LedgerSealed' and (event.commit, event.prepare) > (sealed.commit, sealed.prepare)
      and seal.size > $1
    order by event.commit, event.prepare limit 1
  ) as found`;

function sealOf(row: SealSql): SealRow {
  return {
    revision: BigInt(row.revision),
    size: Number(row.size),
    root: row.root,
    eventId: row.event_id,
    position: { commit: BigInt(row.commit), prepare: BigInt(row.prepare) },
    origin: row.origin,
    verifierKey: row.verifier_key,
    signature: row.signature,
    sealedAt: row.sealed_at,
  };
}

/** The notary's keys, oldest first, as a receipt names them. */
export async function listNotaryKeys(db: Database) {
  const { rows } = await db.query<{
    verifier_key: string;
    replaced_key: string | null;
    signature: string | null;
  }>(`select verifier_key, replaced_key, signature from ${LIVE_SCHEMA}.log_notary_keys order by revision`);
  return rows.map(({ verifier_key: verifierKey, replaced_key, signature }) => ({
    verifierKey,
    replaces: replaced_key === null || signature === null ? null : { verifierKey: replaced_key, signature },
  }));
}

/** Events that a tree holds or will hold. */
export async function countEntries(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `select coalesce(max(index) + 1, 0) as count from ${LIVE_SCHEMA}.log_events where index is not null`,
  );
  return Number(rows[0]?.count ?? 0);
}

export type LoggedEvent = {
  /** Null for an event of the stream `seals`. */
  readonly index: number | null;
  /** 32 bytes, hex. */
  readonly hash: string;
  readonly stream: string;
  readonly revision: bigint;
};

export async function findLoggedEvent(db: Database, id: string): Promise<LoggedEvent | undefined> {
  const { rows } = await db.query<{ index: string | null; hash: string; stream: string; revision: string }>(
    `select index, encode(hash, 'hex') as hash, stream, revision from ${LIVE_SCHEMA}.log_events where id = $1`,
    [id],
  );
  const [row] = rows;
  return (
    row && {
      index: row.index === null ? null : Number(row.index),
      hash: row.hash,
      stream: row.stream,
      revision: BigInt(row.revision),
    }
  );
}

/** The entries of the tree with the numbers from `from` up to `to`: all that there are, in their order. */
export async function readEntries(db: Database, from: number, to: number): Promise<Uint8Array[]> {
  const { rows } = await db.query<{ hash: Buffer }>(
    `select hash from ${LIVE_SCHEMA}.log_events where index >= $1 and index < $2 order by index`,
    [from, to],
  );
  return rows.map(({ hash }) => hash);
}

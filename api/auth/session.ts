import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { sessionTexts } from '../../contracts/act-messages.ts';
import { codeOf } from '../../contracts/error-code.ts';
import { gather } from '../../projector/gather.ts';
import { arrayParameter, prepared } from '../../projector/prepared.ts';
import type { SessionTokens } from '../http/session-cookie.ts';

/** How long a session lives, in milliseconds: since its sign-in, and since it was last used. */
export type SessionLimits = { readonly absoluteMs: number; readonly idleMs: number };

/** The limits of whoever is signed in, and the shorter ones of who has, or had, the rights of an admin. */
export type AllLimits = { readonly everyone: SessionLimits; readonly admins: SessionLimits };

/** The only authority over who is asking. */
export type Session = {
  /** SHA-256 of the cookie. */
  readonly hash: Buffer;
  readonly userId: string;
  /** Checksum form. */
  readonly walletAddress: string;
  readonly expiresAt: Date;
  /** Milliseconds since the sign-in, and since the last use before this one; both by the database's time. */
  readonly ageMs: number;
  readonly idleMs: number;
  /** Whether the limits of admins count for it. */
  readonly forAdmin: boolean;
};

/** As its owner sees it. */
export type OwnSession = {
  readonly id: string;
  readonly device: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly isCurrent: boolean;
};

/** Milliseconds after which the use of a session is noted again. */
const NOTE_AGAIN_MS = 60_000;

const MS = "interval '1 millisecond'";

/** Of a row: whether it is within its limits; $2 to $5 are those of everyone and of admins. */
const LIVES = `expires_at > now()
  and created_at > now() - $2 * ${MS} and last_seen_at > now() - $3 * ${MS}
  and (not for_admin or (created_at > now() - $4 * ${MS} and last_seen_at > now() - $5 * ${MS}))`;

const valuesOf = ({ everyone, admins }: AllLimits) => [
  ...[everyone.absoluteMs, everyone.idleMs],
  ...[admins.absoluteMs, admins.idleMs],
];

/** Opens a session and gives the secret that only the cookie will hold. Whatever session the browser had before goes on. */
export async function openSession(
  pool: Pool,
  limits: AllLimits,
  who: {
    readonly userId: string;
    readonly walletAddress: string;
    readonly device: string;
    readonly forAdmin: boolean;
  },
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const { userId, walletAddress, device, forAdmin } = who;
  const { absoluteMs } = forAdmin ? limits.admins : limits.everyone;
  // What is over the keeper of the tables deletes: here each sign-in would wait for whoever holds one of those rows.
  const { rows } = await pool.query<{ expires_at: Date }>(
    `insert into auth.sessions
       (token_hash, user_id, wallet_address, created_at, last_seen_at, expires_at, device, for_admin)
     values ($1, $2, $3, now(), now(), now() + $4 * ${MS}, $5, $6)
     returning expires_at`,
    [hashOf(token), userId, walletAddress, absoluteMs, device, forAdmin],
  );
  const [row] = rows;
  if (!row) throw new Error('a session that was inserted was not returned');
  return { token, expiresAt: row.expires_at };
}

/** The session with the hash of a cookie, undefined when there is none or it has ended. It is not noted as used. */
export type FindSession = (hash: Buffer) => Promise<Session | undefined>;

/**
 * Looks for sessions in Postgres, those that are asked for at the same time together. Each is looked for after it was
 * asked for, so that one that has ended a moment ago, at whatever replica, is found no more.
 */
export function sessionFinder(pool: Pool, limits: AllLimits): FindSession {
  return gather(async (hashes: readonly Buffer[]) => {
    const { rows } = await pool.query<SessionRow>(FIND, [hashes, ...valuesOf(limits)]);
    const found = new Map(rows.map((row) => [row.token_hash.toString('latin1'), sessionOf(row)]));
    return hashes.map((hash) => found.get(hash.toString('latin1')));
  });
}

/**
 * The session of a request. Of several that live, where nothing says which of them a neighbour of the site has planted, none
 * is it.
 */
export async function livingSession(find: FindSession, tokens: SessionTokens): Promise<Session | undefined> {
  const living = async (some: readonly string[]) => {
    const found = await Promise.all(some.map((token) => find(hashOf(token))));
    return found.filter((session) => session !== undefined);
  };
  const [own] = await living(tokens.bound);
  if (own) return own;
  const [one, ...others] = await living(tokens.open);
  return others.length === 0 ? one : undefined;
}

const FIND = prepared(
  `select token_hash, user_id, wallet_address, expires_at, for_admin,
     extract(epoch from now() - created_at) * 1000 as age,
     extract(epoch from now() - last_seen_at) * 1000 as idle
   from auth.sessions where token_hash = any(${arrayParameter(1, 'bytea')}::bytea[]) and ${LIVES}`,
);

type SessionRow = {
  token_hash: Buffer;
  user_id: string;
  wallet_address: string;
  expires_at: Date;
  age: string;
  idle: string;
  for_admin: boolean;
};

function sessionOf(row: SessionRow): Session {
  return {
    hash: row.token_hash,
    userId: row.user_id,
    walletAddress: row.wallet_address,
    expiresAt: row.expires_at,
    ageMs: Number(row.age),
    idleMs: Number(row.idle),
    forAdmin: row.for_admin,
  };
}

/**
 * Notes that a session is used, to the minute. A Postgres that takes no writes for now, or has no room for them, is asked to
 * with the next use: until then it can be read all the same.
 */
export async function noteUse(pool: Pool, { hash, idleMs }: Session): Promise<void> {
  if (idleMs < NOTE_AGAIN_MS) return;
  try {
    await pool.query('update auth.sessions set last_seen_at = now() where token_hash = $1', [hash]);
  } catch (error) {
    if (!NO_WRITES.has(codeOf(error))) throw error;
  }
}

/** SQLSTATE: it stands by, or its disk is full. */
const NO_WRITES: ReadonlySet<unknown> = new Set(['25006', '53100']);

/**
 * Binds a session to the limits of admins from the first time on that its wallet is seen with their rights; it may have
 * been opened before these were given.
 * @returns false when it is beyond them and has ended
 */
export async function keepAsAdmins(pool: Pool, { admins }: AllLimits, session: Session): Promise<boolean> {
  if (session.forAdmin) return true;
  if (session.ageMs >= admins.absoluteMs || session.idleMs >= admins.idleMs) {
    await pool.query('delete from auth.sessions where token_hash = $1', [session.hash]);
    return false;
  }
  await pool.query('update auth.sessions set for_admin = true where token_hash = $1', [session.hash]);
  return true;
}

/** The living sessions of a wallet, the one that asks first, then the last used. At most 100. */
export async function listSessions(
  pool: Pool,
  limits: AllLimits,
  { walletAddress, hash }: Session,
): Promise<OwnSession[]> {
  const { rows } = await pool.query<{
    id: string;
    device: string;
    created_at: Date;
    last_seen_at: Date;
    is_current: boolean;
  }>(
    `select id, device, created_at, last_seen_at, token_hash = $6 as is_current
     from auth.sessions where lower(wallet_address) = lower($1) and ${LIVES}
     order by is_current desc, last_seen_at desc, id limit 100`,
    [walletAddress, ...valuesOf(limits), hash],
  );
  return rows.map(({ id, device, created_at, last_seen_at, is_current }) => ({
    id,
    // Whose personal data were erased has none.
    device: device || sessionTexts.unknownBrowser,
    createdAt: created_at,
    lastSeenAt: last_seen_at,
    isCurrent: is_current,
  }));
}

/** @param tokens what the browser's cookies hold */
export async function closeSessions(pool: Pool, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return;
  await pool.query('delete from auth.sessions where token_hash = any($1)', [tokens.map(hashOf)]);
}

const DELETE_OF_WALLET = 'delete from auth.sessions where lower(wallet_address) = lower($1)';

/** Ends every session of a wallet, in any case of its address. */
export async function closeSessionsOfWallet(pool: Pool, walletAddress: string): Promise<void> {
  await pool.query(DELETE_OF_WALLET, [walletAddress]);
}

/** As `closeSessionsOfWallet`, and gives how many of them lived: those that are over stay for a while. */
export async function closeLivingSessions(
  pool: Pool,
  limits: AllLimits,
  { walletAddress }: Pick<Session, 'walletAddress'>,
): Promise<number> {
  const { rows } = await pool.query<{ lived: number }>(
    `with gone as (${DELETE_OF_WALLET} returning *) select count(*)::int as lived from gone where ${LIVES}`,
    [walletAddress, ...valuesOf(limits)],
  );
  return rows[0]?.lived ?? 0;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

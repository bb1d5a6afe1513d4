import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '../clock.ts';

/** The only authority over who is asking. */
export type Session = {
  readonly userId: string;
  /** Checksum form. */
  readonly walletAddress: string;
  readonly expiresAt: Date;
};

const LIFETIME_MS = 7 * 24 * 3_600_000;

/** Opens a session and gives the secret that only the cookie will hold. */
export async function openSession(
  pool: Pool,
  clock: Clock,
  who: { userId: string; walletAddress: string },
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const now = new Date(clock());
  const expiresAt = new Date(clock() + LIFETIME_MS);
  await pool.query(
    `with gone as (delete from auth.sessions where expires_at < $4)
     insert into auth.sessions (token_hash, user_id, wallet_address, created_at, expires_at)
     values ($1, $2, $3, $4, $5)`,
    [hashOf(token), who.userId, who.walletAddress, now, expiresAt],
  );
  return { token, expiresAt };
}

/** The session of a cookie, undefined when there is none or it has ended. */
export async function findSession(pool: Pool, clock: Clock, token: string): Promise<Session | undefined> {
  const { rows } = await pool.query<{ user_id: string; wallet_address: string; expires_at: Date }>(
    'select user_id, wallet_address, expires_at from auth.sessions where token_hash = $1 and expires_at > $2',
    [hashOf(token), new Date(clock())],
  );
  const row = rows[0];
  return row && { userId: row.user_id, walletAddress: row.wallet_address, expiresAt: row.expires_at };
}

export async function closeSession(pool: Pool, token: string): Promise<void> {
  await pool.query('delete from auth.sessions where token_hash = $1', [hashOf(token)]);
}

/** Ends every session of a wallet, in any case of its address. */
export async function closeSessionsOfWallet(pool: Pool, walletAddress: string): Promise<void> {
  await pool.query('delete from auth.sessions where lower(wallet_address) = lower($1)', [walletAddress]);
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

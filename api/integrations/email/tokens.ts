import { createHash, randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { EmailProof } from '../../../ledger/accounts/verify-email.ts';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import { type Database, inTransaction } from '../../../projector/database.ts';
import type { Clock } from '../../http/clock.ts';

export const TOKEN_LIFETIME_MS = 24 * 3_600_000;

/** Makes the secret of one link: 32 random bytes in base64url. Only its hash is kept. */
export async function issueToken(db: Database, clock: Clock, proof: EmailProof): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { userId, emailHash, sealedEmail, marketingOptIn } = proof;
  await db.query(
    `with gone as (delete from vault.email_tokens where expires_at < $7)
     insert into vault.email_tokens (token_hash, user_id, email_hash, sealed_email, marketing_opt_in, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      hashOf(token),
      userId,
      emailHash,
      sealedEmail,
      marketingOptIn,
      new Date(clock() + TOKEN_LIFETIME_MS),
      new Date(clock()),
    ],
  );
  return token;
}

/** For a link that certainly reached nobody. */
export async function withdrawToken(db: Database, token: string): Promise<void> {
  await db.query('delete from vault.email_tokens where token_hash = $1', [hashOf(token)]);
}

/** Whose link a token is, which stays as it was, and for which address; undefined as for `redeemToken`. */
export async function readToken(
  db: Database,
  clock: Clock,
  { token, commandId }: { readonly token: string; readonly commandId?: string },
): Promise<Pick<EmailProof, 'userId' | 'sealedEmail'> | undefined> {
  const { rows } = await db.query<{ user_id: string; sealed_email: string }>(
    `select user_id, sealed_email from vault.email_tokens where ${GOOD}`,
    [hashOf(token), new Date(clock()), commandId ?? null],
  );
  const [row] = rows;
  return row && { userId: row.user_id, sealedEmail: row.sealed_email };
}

/** A link that is alive and unused, or used by the very command that asks again. */
const GOOD = 'token_hash = $1 and expires_at > $2 and (used_by is null or used_by = $3)';

/** Milliseconds that a verification waits for another one of the same address. */
const LOCK_WAIT_MS = 4_000;

/**
 * Uses a token up with what `verify` does; when that fails the token stays as it was. Verifications of one address
 * wait for each other, in all replicas. `verify` must ask the same pool for nothing: so many at once as it has
 * connections would wait for each other for ever.
 * @returns undefined when the token is unknown, expired or used, whichever it is
 * @throws LedgerUnavailable when it has to wait too long, and what `verify` throws
 */
export async function redeemToken<Result>(
  pool: Pool,
  clock: Clock,
  claim: { readonly token: string; readonly commandId: string },
  verify: (proof: EmailProof) => Promise<Result>,
): Promise<{ proof: EmailProof; result: Result } | undefined> {
  const redeem = async (client: PoolClient) => {
    const proof = await lockedProof(client, clock, claim);
    if (!proof) return undefined;
    const result = await verify(proof);
    await client.query('update vault.email_tokens set used_by = $2 where token_hash = $1', [
      hashOf(claim.token),
      claim.commandId,
    ]);
    return { proof, result };
  };
  try {
    return await inTransaction(pool, redeem, (client) =>
      client.query(`begin; set local lock_timeout = ${LOCK_WAIT_MS}`),
    );
  } catch (error) {
    if (isLockTimeout(error)) throw new LedgerUnavailable(error);
    throw error;
  }
}

async function lockedProof(
  client: PoolClient,
  clock: Clock,
  { token, commandId }: { readonly token: string; readonly commandId: string },
): Promise<EmailProof | undefined> {
  const { rows } = await client.query<{
    user_id: string;
    email_hash: string;
    sealed_email: string;
    marketing_opt_in: boolean;
  }>(
    `select user_id, email_hash, sealed_email, marketing_opt_in from vault.email_tokens
     where ${GOOD} for update`,
    [hashOf(token), new Date(clock()), commandId],
  );
  const row = rows[0];
  if (!row) return undefined;
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`email/${row.email_hash}`]);
  return {
    userId: row.user_id,
    emailHash: row.email_hash,
    sealedEmail: row.sealed_email,
    marketingOptIn: row.marketing_opt_in,
  };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** SQLSTATE 55P03. */
function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

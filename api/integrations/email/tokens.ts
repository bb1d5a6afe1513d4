import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { EmailProof } from '../../../ledger/accounts/verify-email.ts';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import type { Database } from '../../../projector/database.ts';
import type { Clock } from '../../http/clock.ts';

export const TOKEN_LIFETIME_MS = 24 * 3_600_000;

/** Makes the secret of one link: 32 random bytes in base64url. Only its hash is kept. */
export async function issueToken(db: Database, clock: Clock, proof: EmailProof): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { userId, emailHash, sealedEmail, marketingOptIn } = proof;
  await db.query(
    `insert into vault.email_tokens (token_hash, user_id, email_hash, sealed_email, marketing_opt_in, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [hashOf(token), userId, emailHash, sealedEmail, marketingOptIn, new Date(clock() + TOKEN_LIFETIME_MS)],
  );
  return token;
}

/** For a link that certainly reached nobody. */
export async function withdrawToken(db: Database, token: string): Promise<void> {
  await db.query('delete from vault.email_tokens where token_hash = $1', [hashOf(token)]);
}

/**
 * Whose link a token is, which stays as it was, for which address, and whether this very command has used it; undefined
 * as for `redeemToken`.
 */
export async function readToken(
  db: Database,
  clock: Clock,
  { token, commandId }: { readonly token: string; readonly commandId?: string },
): Promise<(Pick<EmailProof, 'userId' | 'sealedEmail'> & { readonly isUsed: boolean }) | undefined> {
  const { rows } = await db.query<{ user_id: string; sealed_email: string; is_used: boolean }>(
    `select user_id, sealed_email, used_by is not null as is_used from vault.email_tokens where ${GOOD}`,
    [hashOf(token), new Date(clock()), commandId ?? null],
  );
  const [row] = rows;
  return row && { userId: row.user_id, sealedEmail: row.sealed_email, isUsed: row.is_used };
}

export type LinkOfToken = Pick<EmailProof, 'userId' | 'emailHash'>;

/** Whose link a token is, also one that was used or has expired; undefined when it is none that is still known. */
export async function whoseToken(db: Database, token: string): Promise<LinkOfToken | undefined> {
  const { rows } = await db.query<{ user_id: string; email_hash: string }>(
    'select user_id, email_hash from vault.email_tokens where token_hash = $1',
    [hashOf(token)],
  );
  const [row] = rows;
  return row && { userId: row.user_id, emailHash: row.email_hash };
}

/** A link that is alive and unused, or used by the very command that asks again. */
const GOOD = 'token_hash = $1 and expires_at > $2 and (used_by is null or used_by = $3)';

/** Milliseconds that a verification waits for another one of the same address. */
const TURN_WAIT_MS = 2_000;
/** Between two looks whether it is over. */
const LOOK_AGAIN_MS = 100;
/** Of a verification whose process has died or stands still: longer than the ledger's time for a command, by far. */
const LEASE_MS = 10_000;

/**
 * Uses a token up with what `verify` does; when that fails the token stays as it was. Verifications of one address take
 * turns, in all replicas. A turn is written down and holds no lock and no connection, so a ledger that is slow to answer
 * keeps nobody from Postgres. Whose turn has lasted too long has lost it; the ledger itself pays for an address once.
 * @returns undefined when the token is unknown, expired or used, whichever it is
 * @throws LedgerUnavailable when it has to wait too long, and what `verify` throws
 */
export async function redeemToken<Result>(
  pool: Pool,
  clock: Clock,
  claim: { readonly token: string; readonly commandId: string },
  verify: (proof: EmailProof) => Promise<Result>,
): Promise<{ proof: EmailProof; result: Result } | undefined> {
  const redeemer = randomUUID();
  const proof = await ownTurn(pool, clock, claim, redeemer);
  if (!proof) return undefined;
  const turn = [hashOf(claim.token), redeemer];
  try {
    const result = await verify(proof);
    await pool.query(
      `update vault.email_tokens set used_by = $3, redeemer = null, redeeming_until = null
       where token_hash = $1 and redeemer = $2`,
      [...turn, claim.commandId],
    );
    return { proof, result };
  } catch (error) {
    // Where even this fails the turn ends by itself.
    await pool
      .query(
        `update vault.email_tokens set redeemer = null, redeeming_until = null
         where token_hash = $1 and redeemer = $2`,
        turn,
      )
      .catch(() => undefined);
    throw error;
  }
}

async function ownTurn(
  pool: Pool,
  clock: Clock,
  claim: { readonly token: string; readonly commandId: string },
  redeemer: string,
): Promise<EmailProof | undefined> {
  const values = () => [hashOf(claim.token), new Date(clock()), claim.commandId];
  const until = performance.now() + TURN_WAIT_MS;
  while (true) {
    const { rows } = await pool.query<Link & { is_taken: boolean }>(
      `select ${LINK}, ${IS_TAKEN} as is_taken from vault.email_tokens as own where ${GOOD}`,
      values(),
    );
    const [link] = rows;
    if (!link) return undefined;
    if (!link.is_taken && (await takeTurn(pool, values(), link.email_hash, redeemer))) return proofOf(link);
    if (performance.now() > until) throw new LedgerUnavailable();
    await sleep(LOOK_AGAIN_MS);
  }
}

/** False when somebody else was faster. */
async function takeTurn(
  pool: Pool,
  values: unknown[],
  emailHash: string,
  redeemer: string,
): Promise<boolean> {
  const { rows } = await pool.query<{ has_turn: boolean }>(
    `select vault.take_verification_turn($1, $2, $3, $4, $5, ${LEASE}) as has_turn`,
    [...values, emailHash, redeemer],
  );
  return rows[0]?.has_turn === true;
}

const LEASE = `${LEASE_MS} * interval '1 millisecond'`;

/** Whether somebody verifies the same address, with whichever link. Where the clock was put back, a turn lies too far ahead. */
const IS_TAKEN = `exists (
  select from vault.email_tokens as other
  where other.email_hash = own.email_hash and other.redeemer is not null
    and other.redeeming_until > now() and other.redeeming_until <= now() + ${LEASE} + interval '1 minute')`;

const LINK = 'user_id, email_hash, sealed_email, marketing_opt_in';

type Link = {
  readonly user_id: string;
  readonly email_hash: string;
  readonly sealed_email: string;
  readonly marketing_opt_in: boolean;
};

const proofOf = (row: Link): EmailProof => ({
  userId: row.user_id,
  emailHash: row.email_hash,
  sealedEmail: row.sealed_email,
  marketingOptIn: row.marketing_opt_in,
});

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

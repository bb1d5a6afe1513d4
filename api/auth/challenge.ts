import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { refusals } from '../../contracts/messages.ts';
import type { WalletAddress } from '../../contracts/wallet-address.ts';
import type { Clock } from '../http/clock.ts';
import { HttpError } from '../http/http-error.ts';
import { siweText } from './siwe-text.ts';
import type { SignatureCheck } from './verify-signature.ts';

const LIFETIME_MS = 5 * 60_000;
const STATEMENT = 'Sign in to evo-rewards. This request costs nothing and moves no funds.';
const NONCE = /^Nonce: ([0-9a-f]{32})$/m;

/** Issues the EIP-4361 text that the wallet is to sign. Nothing of it is taken from the client but the address. */
export async function issueChallenge(
  pool: Pool,
  clock: Clock,
  publicUrl: string,
  walletAddress: WalletAddress,
): Promise<{ message: string; expiresAt: Date }> {
  // viem's generateSiweNonce is not made from a cryptographic source.
  const nonce = randomBytes(16).toString('hex');
  const issuedAt = new Date(clock());
  const expiresAt = new Date(clock() + LIFETIME_MS);
  const message = siweText({ walletAddress, publicUrl, statement: STATEMENT, nonce, issuedAt, expiresAt });
  await pool.query(
    `with gone as (delete from auth.challenges where expires_at < $5)
     insert into auth.challenges (nonce, wallet_address, message, expires_at) values ($1, $2, $3, $4)`,
    [nonce, walletAddress, message, expiresAt, new Date(clock() - LIFETIME_MS)],
  );
  return { message, expiresAt };
}

/**
 * Uses up the challenge and proves that the wallet signed it. The text must be the issued one byte for byte, so
 * that no field of it needs a check of its own.
 * @throws HttpError 401 with what is wrong; the challenge is gone in every case
 */
export async function redeemChallenge(
  pool: Pool,
  clock: Clock,
  isSignedBy: SignatureCheck,
  claim: { walletAddress: WalletAddress; message: string; signature: string },
): Promise<void> {
  const nonce = NONCE.exec(claim.message)?.[1];
  if (!nonce) throw new HttpError(401, 'ChallengeMismatch', refusals.challengeMismatch);
  const { rows } = await pool.query<{ wallet_address: string; message: string; expires_at: Date }>(
    'delete from auth.challenges where nonce = $1 returning wallet_address, message, expires_at',
    [nonce],
  );
  const issued = rows[0];
  if (!issued) throw new HttpError(401, 'ChallengeUnknown', refusals.challengeUnknown);
  if (issued.expires_at.getTime() <= clock()) {
    throw new HttpError(401, 'ChallengeExpired', refusals.challengeExpired);
  }
  if (issued.message !== claim.message || issued.wallet_address !== claim.walletAddress) {
    throw new HttpError(401, 'ChallengeMismatch', refusals.challengeMismatch);
  }
  if (!(await isSignedBy(claim))) {
    throw new HttpError(401, 'SignatureInvalid', refusals.signatureInvalid);
  }
}

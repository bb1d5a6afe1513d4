import { createHash, randomBytes } from 'node:crypto';
import type { Platform } from '../../../contracts/constants.ts';
import type { Database } from '../../../projector/database.ts';
import type { Clock } from '../../http/clock.ts';

/** Milliseconds that a user has to come back from the platform. */
const OAUTH_STATE_MS = 10 * 60_000;

/** The journeys of users to a platform and back (RFC 6749 section 10.12, RFC 7636). */
export type OAuthStates = {
  /** A state for the address, and the S256 challenge of a verifier that stays here. */
  issue(userId: string, platform: Platform): Promise<{ state: string; challenge: string }>;
  /**
   * The verifier of a state, which is used up by asking; undefined when it is unknown, was used, has expired, or
   * was issued to another user or for another platform.
   */
  redeem(state: string, userId: string, platform: Platform): Promise<string | undefined>;
};

type Row = { user_id: string; platform: string; code_verifier: string; expires_at: Date };

export function createOAuthStates(db: Database, clock: Clock): OAuthStates {
  return {
    async issue(userId, platform) {
      const state = randomBytes(32).toString('base64url');
      const codeVerifier = randomBytes(32).toString('base64url');
      const now = clock();
      await db.query(
        `with gone as (delete from vault.oauth_states where expires_at < $6)
         insert into vault.oauth_states (state_hash, user_id, platform, code_verifier, expires_at)
         values ($1, $2, $3, $4, $5)`,
        [sha256(state), userId, platform, codeVerifier, new Date(now + OAUTH_STATE_MS), new Date(now)],
      );
      return { state, challenge: sha256(codeVerifier).toString('base64url') };
    },
    async redeem(state, userId, platform) {
      const { rows } = await db.query<Row>(
        `delete from vault.oauth_states where state_hash = $1
         returning user_id, platform, code_verifier, expires_at`,
        [sha256(state)],
      );
      const row = rows[0];
      if (!row || row.expires_at.getTime() <= clock()) return undefined;
      if (row.user_id !== userId || row.platform !== platform) return undefined;
      return row.code_verifier;
    },
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

import { createHash, randomBytes } from 'node:crypto';
import type { SocialReturn } from '../../../contracts/api/social.ts';
import type { Platform } from '../../../contracts/constants.ts';
import type { Database } from '../../../projector/database.ts';
import type { Clock } from '../../http/clock.ts';

/** Milliseconds that a user has to come back from the platform, and that it is known how that went. */
const OAUTH_STATE_MS = 10 * 60_000;
/** Milliseconds after which a journey that was not ended has died with its process: longer than a platform is asked. */
const UNDER_WAY_MS = 15_000;

/** The journeys of users to a platform and back (RFC 6749 section 10.12, RFC 7636). */
export type OAuthStates = {
  /** A state for the address, and the S256 challenge of a verifier that stays here. */
  issue(userId: string, platform: Platform): Promise<{ state: string; challenge: string }>;
  /**
   * The verifier of a state, which is used up by asking; undefined when it is unknown, was used, has expired, or
   * was issued to another user or for another platform. The journey is under way from here on.
   * @param code what the platform gave with it, if anything
   */
  redeem(state: string, userId: string, platform: Platform, code?: string): Promise<string | undefined>;
  /**
   * What a state that was used came to, or that it has not come to its end; undefined where nothing is known of it. Only who
   * brings what came with it then asks about that journey: with another code the platform was asked once more.
   */
  outcomeOf(
    state: string,
    userId: string,
    platform: Platform,
    code?: string,
  ): Promise<SocialReturn | 'under way' | undefined>;
  end(state: string, outcome: SocialReturn): Promise<void>;
};

export function createOAuthStates(db: Database, clock: Clock): OAuthStates {
  return {
    async issue(userId, platform) {
      const state = randomBytes(32).toString('base64url');
      const codeVerifier = randomBytes(32).toString('base64url');
      await db.query(
        `insert into vault.oauth_states (state_hash, user_id, platform, code_verifier, expires_at)
         values ($1, $2, $3, $4, $5)`,
        [sha256(state), userId, platform, codeVerifier, new Date(clock() + OAUTH_STATE_MS)],
      );
      return { state, challenge: sha256(codeVerifier).toString('base64url') };
    },
    async redeem(state, userId, platform, code) {
      const now = clock();
      const { rows } = await db.query<{ code_verifier: string }>(
        `with used as (
           delete from vault.oauth_states where state_hash = $1
           returning user_id, platform, code_verifier, expires_at),
         good as (select * from used where user_id = $2 and platform = $3 and expires_at > $4),
         under_way as (
           insert into vault.oauth_states (state_hash, user_id, platform, code_verifier, expires_at)
           select $5, user_id, platform, $7, $6 from good)
         select code_verifier from good`,
        [
          ...[sha256(state), userId, platform, new Date(now)],
          ...[usedUp(state), new Date(now + UNDER_WAY_MS), broughtWith(code)],
        ],
      );
      return rows[0]?.code_verifier;
    },
    async outcomeOf(state, userId, platform, code) {
      const { rows } = await db.query<{ outcome: SocialReturn | null }>(
        `select outcome from vault.oauth_states
         where state_hash = $1 and user_id = $2 and platform = $3 and expires_at > $4 and code_verifier in ($5, '')`,
        [usedUp(state), userId, platform, new Date(clock()), broughtWith(code)],
      );
      return rows[0] && (rows[0].outcome ?? 'under way');
    },
    async end(state, outcome) {
      await db.query('update vault.oauth_states set outcome = $2, expires_at = $3 where state_hash = $1', [
        usedUp(state),
        outcome,
        new Date(clock() + OAUTH_STATE_MS),
      ]);
    },
  };
}

/** What no state is the hash of. */
function usedUp(state: string): Buffer {
  return createHash('sha256').update(sha256(state)).digest();
}

/** Stands in the place of the verifier, which is used up; the release before leaves that empty. */
function broughtWith(code = ''): string {
  return sha256(code).toString('base64url');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

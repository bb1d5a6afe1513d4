import * as z from 'zod/mini';
import type { Platform } from '../../../contracts/constants.ts';
import type { Database } from '../../../projector/database.ts';
import type { Clock } from '../../http/clock.ts';
import { PlatformRefused, PlatformUnavailable } from '../../integrations/social/errors.ts';
import type { OAuthVerifier, PlatformTokens } from '../../integrations/social/verifier.ts';
import type { Seals } from '../../vault/seal.ts';
import { SingleFlight } from './single-flight.ts';

/** A token that ends sooner than this is renewed first. Milliseconds. */
const MARGIN_MS = 60_000;
/** How long a refresh may take before another replica tries its luck. Milliseconds. */
const LEASE_MS = 15_000;

/** Of users, and on TikTok the program's own. */
type TokenPlatform = Platform | 'tiktok';

/** The tokens that users gave us on other platforms. They leave the vault only to be sent to their platform. */
export type TokenStore = {
  save(userId: string, platform: TokenPlatform, tokens: PlatformTokens): Promise<void>;
  has(userId: string, platform: TokenPlatform): Promise<boolean>;
  /**
   * A token that is good for a while, renewed if need be; undefined when the user must sign in there again.
   * @throws PlatformUnavailable, PlatformLimited, PlatformRefused
   */
  accessToken(
    userId: string,
    platform: TokenPlatform,
    verifier: Pick<OAuthVerifier, 'refresh'>,
    signal: AbortSignal,
  ): Promise<string | undefined>;
  forget(userId: string, platform: TokenPlatform): Promise<void>;
};

export function createTokenStore(
  db: Database,
  seals: Pick<Seals, 'seal' | 'unseal'>,
  clock: Clock,
): TokenStore {
  const renewals = new SingleFlight<string | undefined>();
  const store: TokenStore = {
    async save(userId, platform, tokens) {
      const { accessToken, refreshToken, expiresAt } = tokens;
      const sealed = await seals.seal(
        'oauth_token',
        userId,
        JSON.stringify({ platform, accessToken, refreshToken }),
      );
      await db.query(
        `insert into vault.social_tokens (user_id, platform, sealed, expires_at) values ($1, $2, $3, $4)
         on conflict (user_id, platform) do update
           set sealed = excluded.sealed, expires_at = excluded.expires_at, refreshing_until = null`,
        [userId, platform, sealed, expiresAt],
      );
    },
    async has(userId, platform) {
      return (await read(userId, platform)) !== undefined;
    },
    async accessToken(userId, platform, verifier, signal) {
      const stored = await read(userId, platform);
      if (!stored || isFresh(stored, clock)) return stored?.accessToken;
      return renewals.run(`${userId}/${platform}`, () => renew(userId, platform, verifier, signal));
    },
    async forget(userId, platform) {
      await db.query('delete from vault.social_tokens where user_id = $1 and platform = $2', [
        userId,
        platform,
      ]);
    },
  };
  return store;

  async function read(userId: string, platform: TokenPlatform): Promise<PlatformTokens | undefined> {
    const { rows } = await db.query<{ sealed: string; expires_at: Date }>(
      'select sealed, expires_at from vault.social_tokens where user_id = $1 and platform = $2',
      [userId, platform],
    );
    const row = rows[0];
    if (!row) return undefined;
    const text = await seals.unseal('oauth_token', userId, row.sealed);
    if (text === undefined) return undefined;
    const content = tokenText.parse(JSON.parse(text));
    if (content.platform !== platform) return undefined;
    return {
      accessToken: content.accessToken,
      refreshToken: content.refreshToken,
      expiresAt: row.expires_at,
    };
  }

  async function renew(
    userId: string,
    platform: TokenPlatform,
    verifier: Pick<OAuthVerifier, 'refresh'>,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const isOurs = await lease(userId, platform);
    // Somebody may have renewed it since it was read.
    const stored = await read(userId, platform);
    if (!stored || isFresh(stored, clock)) return stored?.accessToken;
    if (!isOurs) throw new PlatformUnavailable('busy', { retryAt: new Date(clock() + LEASE_MS) });
    if (stored.refreshToken === undefined) {
      await store.forget(userId, platform);
      return undefined;
    }
    try {
      const renewed = await verifier.refresh(stored.refreshToken, signal);
      // Google keeps the refresh token, X gives a new one each time.
      await store.save(userId, platform, {
        ...renewed,
        refreshToken: renewed.refreshToken ?? stored.refreshToken,
      });
      return renewed.accessToken;
    } catch (error) {
      if (!(error instanceof PlatformRefused) || isOurOwnFault(error)) {
        await endLease(userId, platform);
        throw error;
      }
      await store.forget(userId, platform);
      return undefined;
    }
  }

  async function lease(userId: string, platform: TokenPlatform): Promise<boolean> {
    const { rowCount } = await db.query(
      `update vault.social_tokens set refreshing_until = $4
       where user_id = $1 and platform = $2 and (refreshing_until is null or refreshing_until <= $3)`,
      [userId, platform, new Date(clock()), new Date(clock() + LEASE_MS)],
    );
    return rowCount === 1;
  }

  async function endLease(userId: string, platform: TokenPlatform): Promise<void> {
    await db.query(
      'update vault.social_tokens set refreshing_until = null where user_id = $1 and platform = $2',
      [userId, platform],
    );
  }
}

const tokenText = z.object({
  platform: z.string(),
  accessToken: z.string(),
  refreshToken: z.optional(z.string()),
});

function isFresh({ expiresAt }: PlatformTokens, clock: Clock): boolean {
  return expiresAt.getTime() - MARGIN_MS > clock();
}

/** Settings that the platform does not accept: no user's token is dead for that. */
function isOurOwnFault({ reason }: PlatformRefused): boolean {
  return reason === 'invalid_client' || reason === 'unauthorized_client' || reason === 'deleted_client';
}

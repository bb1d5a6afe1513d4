import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { Platform } from '../../../contracts/constants.ts';
import type { Database } from '../../../projector/database.ts';
import { answerWithin, uncounted } from '../../../projector/time-to-answer.ts';
import type { Clock } from '../../http/clock.ts';
import {
  NO_REASON,
  PlatformRefused,
  PlatformUnavailable,
  SCOPE_MISSING,
} from '../../integrations/social/errors.ts';
import { givenUp } from '../../integrations/social/given-up.ts';
import { type OAuthVerifier, type PlatformTokens, RENEWAL_MS } from '../../integrations/social/verifier.ts';
import { SealBroken } from '../../vault/aes-gcm.ts';
import type { Seals } from '../../vault/seal.ts';
import { SingleFlight } from './single-flight.ts';

/** A token that ends sooner than this is renewed first. Milliseconds. */
const MARGIN_MS = 60_000;
/** How long a refresh may take before another replica tries its luck: longer than the platform has. Milliseconds. */
const LEASE_MS = 15_000;
/** No lease ends further ahead, whatever replicas' clocks are apart: where one does, the clock was put back. Milliseconds. */
const AHEAD_MS = LEASE_MS + 60_000;

/** Tokens, and the row that holds them. */
type Stored = PlatformTokens & { readonly sealed: string };

/** Of users, and on TikTok the program's own. */
type TokenPlatform = Platform | 'tiktok';

/** The tokens that users gave us on other platforms. They leave the vault only to be sent to their platform. */
export type TokenStore = {
  save(userId: string, platform: TokenPlatform, tokens: PlatformTokens): Promise<void>;
  /** As `save`, unless there are some by now that can be read. */
  saveFirst(userId: string, platform: TokenPlatform, tokens: PlatformTokens): Promise<void>;
  /** Seals them now; what it gives keeps them, in vain where the user was erased in between. */
  prepare(userId: string, platform: TokenPlatform, tokens: PlatformTokens): Promise<() => Promise<void>>;
  has(userId: string, platform: TokenPlatform): Promise<boolean>;
  /**
   * A token that is good for a while, renewed if need be; undefined when the user must sign in there again. A renewal that
   * was begun goes on when nobody waits for it any more: a platform that has given new tokens takes the old ones no more.
   * @throws PlatformUnavailable, PlatformLimited, PlatformRefused
   */
  accessToken(
    userId: string,
    platform: TokenPlatform,
    verifier: Pick<OAuthVerifier, 'refresh'>,
    signal: AbortSignal,
  ): Promise<string | undefined>;
  /**
   * @param refused an access token that the platform takes no more before its time: another one that is kept by now stays,
   *   and so does one whose time is over
   */
  forget(userId: string, platform: TokenPlatform, refused?: string): Promise<void>;
  /** An access token that the platform takes no more is renewed before the next use, however long it was to be good. */
  outdate(userId: string, platform: TokenPlatform, refused: string): Promise<void>;
  /** Once the renewals that are under way have ended. */
  settled(): Promise<void>;
};

export function createTokenStore(
  db: Database,
  seals: Pick<Seals, 'seal' | 'unseal'>,
  clock: Clock,
  logger?: Pick<Logger, 'warn'>,
): TokenStore {
  const renewals = new SingleFlight<string | undefined>();
  const store: TokenStore = {
    async save(userId, platform, tokens) {
      const keep = await store.prepare(userId, platform, tokens);
      await keep();
    },
    async saveFirst(userId, platform, tokens) {
      const sealed = await sealedTokens(userId, platform, tokens);
      const kept = await rowOf(userId, platform);
      const isUnreadable = kept && (await opened(userId, platform, kept.sealed)) === undefined;
      await db.query(
        `insert into vault.social_tokens as known (user_id, platform, sealed, expires_at) values ($1, $2, $3, $4)
         on conflict (user_id, platform) do update
           set sealed = excluded.sealed, expires_at = excluded.expires_at, refreshing_until = null
           where known.sealed = $5`,
        [userId, platform, sealed, tokens.expiresAt, isUnreadable ? kept.sealed : null],
      );
    },
    async prepare(userId, platform, tokens) {
      const sealed = await sealedTokens(userId, platform, tokens);
      return async () => {
        await db.query(
          `insert into vault.social_tokens (user_id, platform, sealed, expires_at) values ($1, $2, $3, $4)
           on conflict (user_id, platform) do update
             set sealed = excluded.sealed, expires_at = excluded.expires_at, refreshing_until = null`,
          [userId, platform, sealed, tokens.expiresAt],
        );
      };
    },
    async has(userId, platform) {
      return (await read(userId, platform)) !== undefined;
    },
    async accessToken(userId, platform, verifier, signal) {
      const stored = await read(userId, platform);
      if (!stored || isFresh(stored, clock)) return stored?.accessToken;
      // In a time of its own: whoever asked first may have to go when the platform has given its tokens already.
      const renewal = renewals.run(`${userId}/${platform}`, () =>
        answerWithin(LEASE_MS, () => renew(userId, platform, verifier)),
      );
      return uncounted(() => Promise.race([renewal, givenUp(signal)]));
    },
    async forget(userId, platform, refused) {
      if (refused !== undefined) {
        const stored = await read(userId, platform);
        // Of one that ends now it may have ended, or another replica has it renewed: that says nothing of the other token.
        if (stored?.accessToken === refused && isFresh(stored, clock)) {
          await forgetThese(userId, platform, stored);
        }
        return;
      }
      await db.query('delete from vault.social_tokens where user_id = $1 and platform = $2', [
        userId,
        platform,
      ]);
    },
    async outdate(userId, platform, refused) {
      const stored = await read(userId, platform);
      if (stored?.accessToken !== refused) return;
      await db.query(
        'update vault.social_tokens set expires_at = $4 where user_id = $1 and platform = $2 and sealed = $3',
        [userId, platform, stored.sealed, new Date(0)],
      );
    },
    settled: () => renewals.settled(),
  };
  return store;

  function sealedTokens(
    userId: string,
    platform: TokenPlatform,
    { accessToken, refreshToken }: PlatformTokens,
  ): Promise<string> {
    return seals.seal('oauth_token', userId, JSON.stringify({ platform, accessToken, refreshToken }));
  }

  /** False where others are kept by now, or none: the user has signed in anew, or was erased, while the platform was asked. */
  async function replace(
    userId: string,
    platform: TokenPlatform,
    { sealed: old }: Stored,
    tokens: PlatformTokens,
  ): Promise<boolean> {
    const { rowCount } = await db.query(
      `update vault.social_tokens set sealed = $4, expires_at = $5, refreshing_until = null
       where user_id = $1 and platform = $2 and sealed = $3`,
      [userId, platform, old, await sealedTokens(userId, platform, tokens), tokens.expiresAt],
    );
    return rowCount === 1;
  }

  /** @param lease not where it was lost: what the platform says then is about a token that another replica renews */
  async function forgetThese(
    userId: string,
    platform: TokenPlatform,
    { sealed }: Stored,
    lease?: Date,
  ): Promise<void> {
    await db.query(
      `delete from vault.social_tokens
       where user_id = $1 and platform = $2 and sealed = $3 and ($4::timestamptz is null or refreshing_until = $4)`,
      [userId, platform, sealed, lease],
    );
  }

  async function read(userId: string, platform: TokenPlatform): Promise<Stored | undefined> {
    const row = await rowOf(userId, platform);
    if (!row) return undefined;
    const text = await opened(userId, platform, row.sealed);
    if (text === undefined) return undefined;
    const content = tokenText.parse(JSON.parse(text));
    if (content.platform !== platform) return undefined;
    return {
      accessToken: content.accessToken,
      refreshToken: content.refreshToken,
      expiresAt: row.expires_at,
      sealed: row.sealed,
    };
  }

  async function rowOf(
    userId: string,
    platform: TokenPlatform,
  ): Promise<{ readonly sealed: string; readonly expires_at: Date } | undefined> {
    const { rows } = await db.query<{ sealed: string; expires_at: Date }>(
      'select sealed, expires_at from vault.social_tokens where user_id = $1 and platform = $2',
      [userId, platform],
    );
    return rows[0];
  }

  /** What does not open is logged, and counts as what was erased: the user is asked for others. */
  async function opened(
    userId: string,
    platform: TokenPlatform,
    sealed: string,
  ): Promise<string | undefined> {
    try {
      return await seals.unseal('oauth_token', userId, sealed);
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      logger?.warn({ err: error, userId, platform }, 'tokens of a platform do not open');
      return undefined;
    }
  }

  async function renew(
    userId: string,
    platform: TokenPlatform,
    verifier: Pick<OAuthVerifier, 'refresh'>,
  ): Promise<string | undefined> {
    const lease = await takeLease(userId, platform);
    // Somebody may have renewed it since it was read.
    const stored = await read(userId, platform);
    if (!stored || isFresh(stored, clock)) {
      if (lease) await endLease(userId, platform, lease);
      return stored?.accessToken;
    }
    const busy = () => new PlatformUnavailable('busy', { retryAt: new Date(clock() + LEASE_MS) });
    // Who stood still since it was taken may have it no more, and a refresh token may be good once.
    if (!lease || lease.getTime() <= clock()) throw busy();
    const orNewer = async () => (await read(userId, platform))?.accessToken;
    if (stored.refreshToken === undefined) {
      await forgetThese(userId, platform, stored);
      return orNewer();
    }
    try {
      const renewed = await verifier.refresh(stored.refreshToken, AbortSignal.timeout(RENEWAL_MS));
      // Google keeps the refresh token, X gives a new one each time.
      const refreshToken = renewed.refreshToken ?? stored.refreshToken;
      const isKept = await replace(userId, platform, stored, { ...renewed, refreshToken });
      return isKept ? renewed.accessToken : await orNewer();
    } catch (error) {
      if (!(error instanceof PlatformRefused) || !isAboutToken(error)) {
        await endLease(userId, platform, lease);
        throw error;
      }
      await forgetThese(userId, platform, stored, lease);
      const left = await read(userId, platform);
      // Another replica renews it now: that one may have used it up, and has the next.
      if (left?.sealed === stored.sealed) throw busy();
      return left?.accessToken;
    }
  }

  /** Until when it lasts, by which it is known again; undefined where another replica has it. */
  async function takeLease(userId: string, platform: TokenPlatform): Promise<Date | undefined> {
    const now = clock();
    const until = new Date(now + LEASE_MS);
    const { rowCount } = await db.query(
      `update vault.social_tokens set refreshing_until = $4
       where user_id = $1 and platform = $2
         and (refreshing_until is null or refreshing_until <= $3 or refreshing_until > $5)`,
      [userId, platform, new Date(now), until, new Date(now + AHEAD_MS)],
    );
    return rowCount === 1 ? until : undefined;
  }

  async function endLease(userId: string, platform: TokenPlatform, lease: Date): Promise<void> {
    await db.query(
      `update vault.social_tokens set refreshing_until = null
       where user_id = $1 and platform = $2 and refreshing_until = $3`,
      [userId, platform, lease],
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

/**
 * Whether the platform has said that a refresh token is taken no more. It speaks of tokens with status 400 or 401 and a code
 * (RFC 6749, section 5.2); a page of a firewall before it, or what it says of our settings and of itself, kills no token.
 */
function isAboutToken({ status, reason }: PlatformRefused): boolean {
  if (reason === SCOPE_MISSING) return true;
  return (status === 400 || status === 401) && !OF_NO_TOKEN.has(reason);
}

const OF_NO_TOKEN: ReadonlySet<string> = new Set([
  ...[NO_REASON, 'invalid_client', 'unauthorized_client', 'deleted_client', 'unsupported_grant_type'],
  ...['server_error', 'temporarily_unavailable'],
]);

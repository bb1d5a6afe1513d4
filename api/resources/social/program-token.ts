import type { TikTokConfig } from '../../integrations/social/config.ts';
import { PlatformRefused } from '../../integrations/social/errors.ts';
import type { PlatformTokens } from '../../integrations/social/verifier.ts';
import type { TokenStore } from './token-store.ts';

/** In the place of a user's id: the program's own account. */
const PROGRAM = '5a0c9d1e-54b1-4c0e-8f0c-7d3b61c2e9a4';

/** TikTok's word for an access token that it takes no more. */
const TOKEN_INVALID = 'code access_token_invalid';

type Refresh = (refreshToken: string, signal: AbortSignal) => Promise<PlatformTokens>;

/**
 * Uses the program's own access token, renewed when it is old, by one replica for all. The first refresh token is that of the
 * settings; each later one is TikTok's, sealed in the vault. When TikTok takes the kept one no more, the setting is
 * tried again, which an operator has maybe replaced. A token that was withdrawn before its time is renewed the next time.
 * @throws PlatformRefused when neither is taken, PlatformUnavailable, PlatformLimited, and what `use` throws
 */
export async function withProgramToken<Result>(
  tokens: TokenStore,
  { refreshToken }: Pick<TikTokConfig, 'refreshToken'>,
  refresh: Refresh,
  signal: AbortSignal,
  use: (accessToken: string) => Promise<Result>,
): Promise<Result> {
  if (!(await tokens.has(PROGRAM, 'tiktok'))) {
    const first = { accessToken: 'none yet', refreshToken, expiresAt: new Date(0) };
    await tokens.saveFirst(PROGRAM, 'tiktok', first);
  }
  const token = await tokens.accessToken(PROGRAM, 'tiktok', { refresh }, signal);
  if (token === undefined) throw new PlatformRefused(401, 'no refresh token that is taken');
  try {
    return await use(token);
  } catch (error) {
    const isWithdrawn = error instanceof PlatformRefused && error.reason === TOKEN_INVALID;
    if (isWithdrawn) await tokens.outdate(PROGRAM, 'tiktok', token);
    throw error;
  }
}

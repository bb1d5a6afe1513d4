import type { TikTokConfig } from '../../integrations/social/config.ts';
import { PlatformRefused } from '../../integrations/social/errors.ts';
import type { PlatformTokens } from '../../integrations/social/verifier.ts';
import type { TokenStore } from './token-store.ts';

/** In the place of a user's id: the program's own account. */
const PROGRAM = '5a0c9d1e-54b1-4c0e-8f0c-7d3b61c2e9a4';

type Refresh = (refreshToken: string, signal: AbortSignal) => Promise<PlatformTokens>;

/**
 * The program's own access token, renewed when it is old, by one replica for all. The first refresh token is that of the
 * settings; each later one is TikTok's, sealed in the vault. When TikTok takes the kept one no more, the setting is
 * tried again, which an operator has maybe replaced.
 * @throws PlatformRefused when neither is taken, PlatformUnavailable, PlatformLimited
 */
export async function programToken(
  tokens: TokenStore,
  { refreshToken }: TikTokConfig,
  refresh: Refresh,
  signal: AbortSignal,
): Promise<string> {
  if (!(await tokens.has(PROGRAM, 'tiktok'))) {
    await tokens.save(PROGRAM, 'tiktok', { accessToken: 'none yet', refreshToken, expiresAt: new Date(0) });
  }
  const token = await tokens.accessToken(PROGRAM, 'tiktok', { refresh }, signal);
  if (token === undefined) throw new PlatformRefused(401, 'no refresh token that is taken');
  return token;
}

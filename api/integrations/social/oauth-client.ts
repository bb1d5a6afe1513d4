import * as z from 'zod/mini';
import type { Clock } from '../../http/clock.ts';
import { PlatformRefused, SCOPE_MISSING } from './errors.ts';
import type { PlatformClient } from './platform-client.ts';
import { type OAuthVerifier, RENEWAL_MS } from './verifier.ts';

export type OAuthApp = {
  readonly clientId: string;
  /** Undefined: a public client. */
  readonly clientSecret: string | undefined;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly scopes: readonly string[];
  /** What this platform wants beside RFC 6749 and RFC 7636. */
  readonly extra?: Readonly<Record<string, string>>;
};

/** Headers hold tokens and secrets, so no character of one may end a line. */
const token = z.string().check(z.regex(/^[\x21-\x7e]{1,4096}$/));
const tokenAnswer = z.object({
  access_token: token,
  /** Seconds. */
  expires_in: z._default(z.number().check(z.minimum(0), z.maximum(10 ** 8)), 3_600),
  refresh_token: z.optional(token),
  scope: z.optional(z.string()),
});

/** The authorization code grant with PKCE, and the refresh of what it gave (RFC 6749, RFC 7636). */
export function createOAuthClient(
  client: PlatformClient,
  clock: Clock,
  app: OAuthApp,
): Pick<OAuthVerifier, 'authorizeUrl' | 'exchange' | 'refresh'> {
  const ask = async (form: Record<string, string>, signal: AbortSignal, timeout?: number) => {
    const { clientId, clientSecret } = app;
    const answer = await client.call(
      tokenAnswer,
      {
        url: new URL(app.tokenUrl),
        headers: clientSecret === undefined ? {} : { authorization: basic(clientId, clientSecret) },
        form: new URLSearchParams({ ...form, ...(clientSecret === undefined && { client_id: clientId }) }),
        ...(timeout !== undefined && { timeout }),
      },
      signal,
    );
    // Google lets its users untick what was asked for.
    const granted = answer.scope?.split(/[ ,]/);
    if (granted && !app.scopes.every((scope) => granted.includes(scope))) {
      throw new PlatformRefused(403, SCOPE_MISSING);
    }
    return {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token,
      expiresAt: new Date(clock() + answer.expires_in * 1_000),
    };
  };
  return {
    authorizeUrl({ state, challenge, redirectUri }) {
      const url = new URL(app.authorizeUrl);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: app.clientId,
        redirect_uri: redirectUri,
        scope: app.scopes.join(' '),
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...app.extra,
      }).toString();
      return url.href;
    },
    exchange: ({ code, codeVerifier, redirectUri }, signal) =>
      ask(
        {
          grant_type: 'authorization_code',
          code,
          code_verifier: codeVerifier,
          redirect_uri: redirectUri,
        },
        signal,
      ),
    refresh: (refreshToken, signal) =>
      ask({ grant_type: 'refresh_token', refresh_token: refreshToken }, signal, RENEWAL_MS),
  };
}

/** RFC 6749 section 2.3.1: both parts are form-encoded before they are joined. */
function basic(clientId: string, clientSecret: string): string {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

import type { Context } from 'koa';

export const SESSION_COOKIE = 'evo_session';

/**
 * Of a site on https, beside the other one: browsers take a cookie of this name from the very host alone, over https and for
 * all of its paths, so that neither a subdomain nor a plain connection can plant one. The other name is what a release
 * before this one knows, which may still run beside it.
 * https://www.rfc-editor.org/rfc/rfc6265bis section 4.1.3.2
 */
const BOUND_COOKIE = `__Host-${SESSION_COOKIE}`;

/** What a browser says its session is. */
export type SessionTokens = {
  /** Of cookies that only this site can have set. */
  readonly bound: readonly string[];
  /** Of those that a neighbour may have planted: which of several is the own one, their order does not say. */
  readonly open: readonly string[];
};

const TOKEN = /^[\w-]{43}$/;
/** Tokens of one name that are looked for. */
const MOST = 20;

/** @param header all cookies of a request */
export function sessionTokens(header: string | undefined): SessionTokens {
  const cookies = cookiesIn(header);
  const valuesOf = (wanted: string) => {
    const values = cookies.flatMap(([name, value]) => (name === wanted && TOKEN.test(value) ? [value] : []));
    return [...new Set(values)].slice(0, MOST);
  };
  return { bound: valuesOf(BOUND_COOKIE), open: valuesOf(SESSION_COOKIE) };
}

/** Whether a request brings a cookie of a session, living or not. */
export const namesSession = (header: string | undefined): boolean =>
  cookiesIn(header).some(([name]) => name === SESSION_COOKIE || name === BOUND_COOKIE);

/** https://httpwg.org/specs/rfc6265.html section 4.2.1; a value may stand in quotes. */
function cookiesIn(header = ''): readonly (readonly [name: string, value: string])[] {
  return header.split(';').flatMap((pair) => {
    const equals = pair.indexOf('=');
    if (equals < 0) return [];
    return [
      [
        pair.slice(0, equals).trim(),
        pair
          .slice(equals + 1)
          .trim()
          .replace(/^"(.*)"$/, '$1'),
      ] as const,
    ];
  });
}

/** @param token empty where the browser is to forget it */
export function setSessionCookie(ctx: Context, publicUrl: string, token: string, expires: Date): void {
  const secure = publicUrl.startsWith('https:');
  // Behind a proxy that ends TLS the socket is plain; the cookie library would refuse a secure cookie there.
  ctx.cookies.secure = secure;
  for (const name of secure ? [SESSION_COOKIE, BOUND_COOKIE] : [SESSION_COOKIE]) {
    ctx.cookies.set(name, token, {
      httpOnly: true,
      sameSite: 'lax',
      secure,
      path: '/',
      expires,
      overwrite: true,
    });
  }
}

import { extname } from 'node:path';
import type { Context, Middleware, Next } from 'koa';
import type { Network } from '../../../contracts/api/network.ts';
import { pageAt } from '../../../contracts/pages.ts';
import type { Audience, FirstAnswers } from '../../../contracts/painted-pages.ts';
import { isApiPath } from '../api-path.ts';
import { namesSession } from '../session-cookie.ts';
import type { BuiltUi } from './built-ui.ts';
import { pageHtml } from './page-html.ts';

export type Site = {
  readonly publicUrl: () => string;
  readonly network: () => Network;
};

/**
 * Serves the built UI: files with a hash in their name for ever, pages always fresh, as the program draws them first
 * and with the nonce of their own answer. A path that the browser's router does not know is the page of what is not
 * there, and 404.
 */
export function uiFiles(ui: BuiltUi, site: Site): Middleware {
  return async (ctx, next) => {
    if (isApiPath(ctx.path)) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return otherMethod(ctx, next);
    if (ctx.path.startsWith('/assets/') || /\.[a-z0-9]{2,12}$/i.test(ctx.path)) return file(ctx, next, ui);
    page(ctx, ui, site);
  };
}

/** Pages are read alone. What no page has may be a route of others. */
async function otherMethod(ctx: Context, next: Next): Promise<void> {
  if (pageAt(ctx.path) === 'notFound') return next();
  ctx.set('Allow', 'GET, HEAD, OPTIONS');
  // Which are answered in the words of all calls.
  ctx.status = ctx.method === 'OPTIONS' ? 204 : 405;
}

/** RFC 9110 section 15.4.5: nothing of the file but what tells caches which one it is, and for how long. */
function notModified(ctx: Context): void {
  ctx.status = 304;
  ctx.remove('Content-Encoding');
}

function page(ctx: Context, ui: BuiltUi, { publicUrl, network }: Site): void {
  // A cookie may be of a session that has ended: only who sends none is known to have none.
  const isVisitor = !namesSession(ctx.get('Cookie'));
  const answers: FirstAnswers = { ...(isVisitor && { session: null }), network: network() };
  ctx.status = pageAt(ctx.path) === 'notFound' ? 404 : 200;
  ctx.type = 'html';
  ctx.vary('Cookie');
  ctx.set('Cache-Control', 'no-cache');
  ctx.body = pageHtml(ui, {
    path: ctx.path,
    publicUrl: publicUrl(),
    nonce: ctx.state.cspNonce,
    audience: audienceOf(answers),
    answers,
  });
}

function audienceOf({ session, network }: FirstAnswers): Audience {
  if (session !== null) return 'member';
  return network.rewardsPage === 'coming-soon' ? 'visitorBeforeStart' : 'visitor';
}

/** How the build compressed a file, and what ends the name of that one. */
const PACKINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * A file by the very path that the build gave it. By another spelling a cache would keep one of them under the name, and
 * for the time, of another.
 */
function file(ctx: Context, next: Next, { files }: BuiltUi): Promise<void> | void {
  const plain = files.get(ctx.path);
  if (!plain) return next();
  const packing = PACKINGS.find(
    ([encoding, ending]) =>
      files.has(ctx.path + ending) && ctx.acceptsEncodings(encoding, 'identity') === encoding,
  );
  const { bytes, modified } = (packing && files.get(ctx.path + packing[1])) ?? plain;
  if (packing) ctx.set('Content-Encoding', packing[0]);
  ctx.type = extname(ctx.path);
  ctx.set('Cache-Control', ctx.path.startsWith('/assets/') ? FOR_EVER : 'max-age=0');
  ctx.set('ETag', `W/"${bytes.length.toString(16)}-${Math.round(modified.getTime()).toString(16)}"`);
  ctx.lastModified = modified;
  ctx.body = bytes;
  if (ctx.fresh) notModified(ctx);
}

/** A year, the longest that caches keep anything. */
const FOR_EVER = `max-age=${365 * 24 * 3_600},immutable`;

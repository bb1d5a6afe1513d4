import { Readable } from 'node:stream';
import type { Context, Middleware, Next } from 'koa';
import send from 'koa-send';
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
  if (ctx.body instanceof Readable) ctx.body.destroy();
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

/**
 * Whether a path is spelled as the build names its files. By another spelling a cache would keep one of them under the
 * name, and for the time, of another.
 */
const isPlain = (path: string): boolean => !/%|\/\/|\/\./.test(path);

async function file(ctx: Context, next: Next, { folder }: BuiltUi): Promise<void> {
  // What every page is sent in is none by itself.
  if (ctx.path === '/index.html' || !isPlain(ctx.path)) return next();
  const hashed = ctx.path.startsWith('/assets/');
  try {
    // koa-send refuses to leave its root, and sends the file that the build compressed where there is one.
    await send(ctx, ctx.path, {
      root: folder,
      hidden: false,
      setHeaders: (response, _, { size, mtimeMs }) =>
        response.setHeader('ETag', `W/"${size.toString(16)}-${Math.round(mtimeMs).toString(16)}"`),
      ...(hashed ? { maxAge: 365 * 24 * 3_600_000, immutable: true } : { maxAge: 0 }),
    });
    if (ctx.fresh) notModified(ctx);
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 404) return next();
    throw error;
  }
}

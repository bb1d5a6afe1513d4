import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, Middleware, Next } from 'koa';
import send from 'koa-send';

/** Where `vite build` writes. */
const UI_DIST = join(import.meta.dirname, '../ui/dist');

/** Stands in the built page wherever a nonce belongs; vite.config.ts writes it. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/**
 * Serves the built UI: files with a hash in their name for ever, the page itself always fresh and with the nonce
 * of its own answer, and the page for every path that the browser's router may know.
 * @throws Error when the UI was not built
 */
export async function uiFiles(dist: string = UI_DIST): Promise<Middleware> {
  const page = await readFile(join(dist, 'index.html'), 'utf8').catch((cause: unknown) => {
    throw new Error(`The UI is not built: run "npm run build" first (${dist})`, { cause });
  });
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path.startsWith('/api/')) return next();
    if (ctx.path.startsWith('/assets/') || /\.[a-z0-9]{2,12}$/i.test(ctx.path)) return file(ctx, next, dist);
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = page.replaceAll(NONCE_PLACEHOLDER, ctx.state.cspNonce);
  };
}

async function file(ctx: Context, next: Next, dist: string): Promise<void> {
  const hashed = ctx.path.startsWith('/assets/');
  try {
    // koa-send refuses to leave its root and answers conditional requests by Last-Modified.
    await send(ctx, ctx.path, {
      root: dist,
      hidden: false,
      ...(hashed ? { maxAge: 365 * 24 * 3_600_000, immutable: true } : { maxAge: 0 }),
    });
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 404) return next();
    throw error;
  }
}

export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

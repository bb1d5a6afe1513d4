import type { ServerResponse } from 'node:http';
import type { Middleware } from 'koa';
import helmet from 'koa-helmet';
import { newNonce } from '../ui/built-ui.ts';

/**
 * helmet with a policy that lets in nothing from elsewhere. Styles that a component inserts while the page runs
 * (the scroll lock of an open dialog) carry the nonce of the page's own answer, as do the page's first styles; scripts
 * come from files only, but for those of the built page itself, which are known by their hashes.
 */
export function securityHeaders(publicUrl: () => string, scriptHashes: readonly string[]): Middleware {
  const nonces = new WeakMap<ServerResponse, string>();
  const protection = (https: boolean) =>
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'none'"],
          'script-src': ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)],
          // The check of an export runs beside the page.
          'worker-src': ["'self'"],
          'style-src': ["'self'", (_request, response) => `'nonce-${nonces.get(response)}'`],
          'img-src': ["'self'", 'data:'],
          'font-src': ["'self'"],
          'connect-src': ["'self'"],
          'media-src': ["'self'"],
          'manifest-src': ["'self'"],
          'base-uri': ["'none'"],
          'form-action': ["'self'"],
          'frame-ancestors': ["'none'"],
          ...(https && { 'upgrade-insecure-requests': [] }),
        },
      },
      strictTransportSecurity: https,
      referrerPolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
    });
  const [plain, encrypted] = [protection(false), protection(true)];
  return (ctx, next) => {
    const nonce = newNonce();
    ctx.state.cspNonce = nonce;
    nonces.set(ctx.res, nonce);
    return (publicUrl().startsWith('https:') ? encrypted : plain)(ctx, next);
  };
}

import type Router from '@koa/router';
import { openApi } from './openapi.ts';
import type { Parts } from './serve.ts';
import type { AppState } from './state.ts';

export function openApiRoutes(router: Router<AppState>, { publicUrl }: Pick<Parts, 'publicUrl'>): void {
  /** Once for all who ask: nobody else is served while it is made, which takes ten milliseconds and more. */
  let page: string | undefined;
  router.get('/api/openapi.json', async (ctx) => {
    page ??= JSON.stringify(openApi(publicUrl()));
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'json';
    ctx.body = page;
  });
}

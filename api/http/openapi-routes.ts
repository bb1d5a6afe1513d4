import type Router from '@koa/router';
import { openApi } from './openapi.ts';
import type { Parts } from './serve.ts';
import type { AppState } from './state.ts';

export function openApiRoutes(router: Router<AppState>, parts: Parts): void {
  router.get('/api/openapi.json', async (ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = openApi(parts.publicUrl());
  });
}

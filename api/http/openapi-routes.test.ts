import { once } from 'node:events';
import { createServer } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';
import { openApi } from './openapi.ts';
import { openApiRoutes } from './openapi-routes.ts';
import type { AppState } from './state.ts';

test('the page is made once, however often anybody asks for it', async () => {
  let made = 0;
  const publicUrl = () => {
    made += 1;
    return 'https://site.example';
  };
  const router = new Router<AppState>();
  openApiRoutes(router, { publicUrl });
  const http = createServer(new Koa<AppState>().use(router.routes()).callback());
  const port = await listen(http, 0, '127.0.0.1');
  try {
    for (let n = 0; n < 3; n++) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/openapi.json`);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(openApi('https://site.example'))));
    }
    expect(made).toBe(1);
  } finally {
    http.close();
    await once(http, 'close');
  }
});

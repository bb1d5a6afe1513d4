import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../testing/start-app.ts';

/** Of the program; that of the machine goes on as it does. */
const now = Date.now() - 3 * 3_600_000;
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ clock: () => now });
});
afterAll(() => app.close());

test.each([
  ['GET', '/api/network', 200],
  ['GET', '/api/session', 200],
  ['GET', '/api/dashboard', 401],
  ['POST', '/api/rewards/claim', 401],
  ['GET', '/api/public/latest-raffle', 404],
  ['GET', '/livez', 200],
])(
  'the answer to %s %s (%i) is dated by the clock of the program, not of its machine',
  async (method, path, status) => {
    const headers = { origin: new URL(app.url).origin, 'content-type': 'application/json' };
    const answer = await fetch(new URL(path, app.url), {
      method,
      headers,
      ...(method === 'POST' && { body: '{}' }),
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('date')).toBe(new Date(now).toUTCString());
  },
);

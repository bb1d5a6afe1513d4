import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorResponse } from '../../contracts/api/error.ts';
import { rawRequest } from '../testing/raw-request.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const ask = (method: string, target: string) =>
  rawRequest(app.url, `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);

test.each([
  ['GET', 'http://[::bad/api/session'],
  ['GET', 'http://%zz@localhost/api/session'],
  ['GET', 'http://localhost:99999/api/session'],
  ['POST', 'http://'],
  ['GET', 'http://'],
  ['GET', 'elsewhere://localhost'],
  ['GET', 'http:api/session'],
  ['GET', '?a'],
  ['GET', '//a@#'],
  ['POST', '//%zz@a/#'],
])('%s %s asks for nothing that there is: 400, and no fault of the program', async (method, target) => {
  const { status, body } = await ask(method, target);
  expect(status).toBe(400);
  expect(errorResponse.parse(body).error).toBe('InvalidRequest');
});

test.each([
  '/api/session',
  '/api/session?a=http://[',
  'http://localhost/api/session',
  'HTTPS://b:1/api/session?c',
])('a path, and an address with one, is taken: %s', async (target) => {
  expect(await ask('GET', target)).toMatchObject({ status: 200, body: { session: null } });
});

test('what is asked of the server as a whole is answered', async () => {
  expect(await ask('OPTIONS', '*')).toMatchObject({ status: 204 });
});

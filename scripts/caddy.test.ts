import { expect, test } from 'vitest';
import { createHttpServer } from '../api/http/http-server.ts';
import { TIME_IN_ALL } from '../api/http/middleware/answer-in-time.ts';
import { endpoints } from '../api/http/openapi.ts';
import { errorResponse } from '../contracts/api/error.ts';
import { payRaffle, startRaffle } from '../contracts/api/raffle.ts';
import { refusals } from '../contracts/messages.ts';
import { BASE, composeModel } from './compose-model.ts';
import { projectFile } from './project-file.ts';

test('behind Caddy there are three APIs that count their callers by one proxy, and two projectors', () => {
  const { services } = composeModel(BASE, 'compose.replicas.yml');
  expect(services.api).toMatchObject({ deploy: { replicas: 3 }, ports: [], environment: { TRUST_PROXY: 1 } });
  expect(services.projector?.deploy.replicas).toBe(2);
  const caddyfile = projectFile('deploy/caddy/Caddyfile');
  expect(caddyfile).toMatch(/dynamic a \{\s+name api\s+port 3000/);
  expect(caddyfile).toContain('{$SITE_ADDRESS} {');
  expect(services.caddy?.environment.SITE_ADDRESS).toBeDefined();
  const front = new URL(/http:\/\/127\S+/.exec(services.caddy?.healthcheck?.test.join(' ') ?? '')?.[0] ?? '');
  expect(caddyfile).toContain(`${front.origin} {`);
  // Where no replica answers, it says what a replica says that is not ready yet.
  const [error = ''] = /{"error".*}/.exec(caddyfile) ?? [];
  expect(errorResponse.parse(JSON.parse(error))).toEqual({ error: 'Starting', message: refusals.starting });
});

test('Caddy waits for a draw and for prizes, which take their time, as long as whoever asked does', () => {
  const caddyfile = projectFile('deploy/caddy/Caddyfile');
  const [, paths = '', long] =
    /@long path (.+)\n\s+handle @long \{[^@]+?header_timeout (\d+)s\n/.exec(caddyfile) ?? [];
  const waits = (path: string) =>
    paths.split(' ').some((one) => (one.endsWith('*') ? path.startsWith(one.slice(0, -1)) : path === one));
  // An export begins to come at once.
  const slow = endpoints.filter(({ patienceMs, produces }) => patienceMs !== undefined && !produces);
  expect(slow.map(({ path }) => path)).toEqual([startRaffle.path, payRaffle.path]);
  for (const { path, patienceMs } of slow)
    expect([path, waits(path), Number(long) * 1_000 > Number(patienceMs)]).toEqual([path, true, true]);
});

test('Caddy keeps no connection for so long that a replica ends it, perhaps as a command comes', () => {
  const kept = [
    ...projectFile('deploy/caddy/Caddyfile').matchAll(/transport http \{[^}]*?keepalive (\d+)s\n/g),
  ];
  const server = createHttpServer(() => undefined);
  expect(kept.map(([, seconds]) => Number(seconds) * 1_000 < server.keepAliveTimeout)).toEqual([true, true]);
});

test('Caddy leaves no replica alone because a request takes all the time that it may', () => {
  const caddyfile = projectFile('deploy/caddy/Caddyfile');
  const [short = 0] = [...caddyfile.matchAll(/response_header_timeout (\d+)s\n/g)]
    .map(([, seconds]) => Number(seconds) * 1_000)
    .toSorted((a, b) => a - b);
  expect(short).toBeGreaterThan(TIME_IN_ALL + 500);
});

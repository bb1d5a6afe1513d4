import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { createTestClient, idempotencyKey, type TestClient } from '../testing/client.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

/** What a collector is sent, of what a test looks at. https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Span = z.output<typeof exported>['resourceSpans'][number]['scopeSpans'][number]['spans'][number];

const spans: Span[] = [];
let sent = '';
let authorization: string | undefined;
/** A collector that stands still takes what comes and answers nothing. */
let isFrozen = false;
let collector: Server;
let app: TestApp;
let person: TestClient;

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const body = await text(request);
    if (isFrozen) return;
    authorization = request.headers.authorization;
    sent += body;
    for (const { scopeSpans } of exported.parse(JSON.parse(body)).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address with one.
  const { port } = collector.address() as AddressInfo;
  app = await startApp({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-this-test',
    },
  });
  person = createTestClient(app.url);
  await person.connect();
});
afterAll(async () => {
  collector.closeAllConnections();
  collector.close();
});

const byName = (trace: readonly Span[], name: string) => trace.find((span) => span.name === name);

test('a request is one trace, from its call over the command and the append to the read models', async () => {
  const answer = await person.post('/api/rewards/check-in', {}, idempotencyKey());
  expect(answer.status).toBe(200);
  const traceId = answer.headers.get('x-request-id')?.replaceAll('-', '');
  const trace = () => spans.filter((span) => span.traceId === traceId);
  await expect.poll(() => new Set(trace().map(({ name }) => name))).toContain('project');
  await expect.poll(() => trace().map(({ name }) => name)).toContain('POST /api/rewards/check-in');
  const call = byName(trace(), 'POST /api/rewards/check-in');
  const command = byName(trace(), 'command');
  expect(call?.parentSpanId ?? '').toBe('');
  expect(command?.parentSpanId).toBe(call?.spanId);
  expect(byName(trace(), 'append')?.parentSpanId).toBe(command?.spanId);
  // Another process, which knows no more than the event.
  expect(byName(trace(), 'project')?.parentSpanId).toBe(call?.spanId);
  expect(command?.attributes).toContainEqual({ key: 'evo.stream', value: { stringValue: 'account' } });
  expect(authorization).toBe('Bearer of-this-test');
});

test('nothing of a person is in it', async () => {
  const email = 'ada.lovelace@example.com';
  const { address } = person.account;
  const signUp = { email, walletAddress: address, marketingOptIn: true };
  expect((await person.post('/api/email/signup', signUp, idempotencyKey())).status).toBe(200);
  const renamed = await person.put(
    `/api/users/${address}/username`,
    { username: 'ada_lovelace' },
    idempotencyKey(),
  );
  expect(renamed.status).toBe(200);
  await expect.poll(() => sent).toContain('/api/users/:walletAddress/username');
  expect(sent.toLowerCase()).not.toContain(address.slice(2).toLowerCase());
  expect(sent).not.toMatch(/ada[._]|lovelace|example\.com|127\.0\.0\.1/);
});

test('a collector that stands still holds nothing up, not even the end', async () => {
  isFrozen = true;
  const started = performance.now();
  for (let n = 0; n < 20; n++) expect((await person.get('/api/dashboard')).status).toBe(200);
  expect(performance.now() - started).toBeLessThan(20_000);
  const stopped = performance.now();
  await app.close();
  expect(performance.now() - stopped).toBeLessThan(20_000);
});

const COUNT = `import { registerHooks } from 'node:module';
const seen = [];
registerHooks({ resolve: (name, context, next) => (seen.push(name), next(name, context)) });
const { startTracing } = await import(process.argv[1]);
await startTracing(process.argv[2] && { endpoint: process.argv[2], headers: {} }, 'evo-rewards-api');
console.log(seen.filter((name) => name.startsWith('@opentelemetry/')).length);`;

test('without a collector nothing of it is loaded', async () => {
  const file = new URL('../../projector/tracing/start-tracing.ts', import.meta.url).href;
  const count = async (...more: string[]) => {
    const run = promisify(execFile);
    return Number((await run(process.execPath, ['--input-type=module', '-e', COUNT, file, ...more])).stdout);
  };
  expect(await count()).toBe(0);
  expect(await count('http://127.0.0.1:1')).toBeGreaterThan(3);
});

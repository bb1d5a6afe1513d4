import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../ledger/embedded/testing/fault-proxy.ts';
import { newWallet } from '../../ledger/testing/start-ledger.ts';
import { startTestPostgres, type TestPostgres } from '../../projector/testing/postgres.ts';
import { portOf, throughPort } from '../../projector/testing/through-port.ts';
import { createTestClient, type TestClient } from '../testing/client.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

/** Milliseconds in which every request is answered, whatever Postgres does, and how many of them it is waited for. */
const ANSWERED_IN = 5_000;
const PATIENCE = 4_000;

let postgres: TestPostgres;
let proxy: FaultProxy;
let app: TestApp;
let person: TestClient;
let visitor: TestClient;

beforeAll(async () => {
  postgres = await startTestPostgres();
  proxy = await startFaultProxy(portOf(postgres.connectionString));
  app = await startApp({
    env: {
      DATABASE_URL: throughPort(postgres.connectionString, proxy.port),
      SUPER_ADMIN_WALLET: newWallet(),
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'silent',
    },
  });
  const open = () => createTestClient(app.url, undefined, { comesAgain: false });
  [person, visitor] = [open(), open()];
  await vi.waitFor(async () => expect((await person.connect()).status).toBe(200));
});
afterAll(async () => {
  proxy.heal();
  await app.close();
  await proxy.close();
  await postgres.stop();
});

type Timed = {
  readonly what: string;
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | null;
};

/** What a busy minute is made of: pages of users and of visitors, sign-ins, commands. */
async function ask(index: number): Promise<Timed> {
  const calls: Record<string, () => ReturnType<TestClient['get']>> = {
    dashboard: () => person.get('/api/dashboard'),
    leaderboard: () => person.get('/api/leaderboard'),
    figures: () => visitor.get('/api/public/figures'),
    challenge: () => visitor.post('/api/wallet/challenge', { walletAddress: visitor.account.address }),
    command: () => person.post('/api/rewards/check-in', {}, { 'idempotency-key': randomUUID() }),
    ready: () => visitor.get('/readyz'),
  };
  const names = Object.keys(calls);
  const what = names[index % names.length] ?? '';
  const started = performance.now();
  const answer = await calls[what]!();
  return {
    what,
    status: answer.status,
    ms: Math.round(performance.now() - started),
    retryAfter: what === 'ready' ? '-' : answer.headers.get('retry-after'),
  };
}

const askMany = (count: number) => Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

/** The same on a machine that others use, by what as many requests take there while Postgres is well. */
async function answeredIn(count: number): Promise<number> {
  const unhindered = (await askMany(count)).map(({ ms }) => ms);
  return Math.max(ANSWERED_IN, PATIENCE + 2 * Math.max(...unhindered));
}

test('a Postgres that stands still: each of 150 requests is refused in time and told when to come again, and all is well after it', async () => {
  const inTime = await answeredIn(150);
  proxy.inject({ kind: 'black-hole' });
  const answers = await askMany(150);
  proxy.heal();
  expect(answers.filter(({ ms }) => ms > inTime)).toEqual([]);
  expect(answers.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([]);
  const healed = performance.now();
  await expect.poll(async () => (await person.get('/api/dashboard')).status).toBe(200);
  expect(performance.now() - healed).toBeLessThan(10_000);
});

test('a Postgres that takes two seconds for each answer: every request is served or refused in time', async () => {
  const inTime = await answeredIn(60);
  proxy.inject({ kind: 'slow', milliseconds: 1_000 });
  const answers = await askMany(60);
  proxy.heal();
  expect(answers.filter(({ ms }) => ms > inTime)).toEqual([]);
  expect(
    answers.filter(({ status, retryAfter }) => status !== 200 && (status !== 503 || retryAfter === null)),
  ).toEqual([]);
  await expect.poll(async () => (await person.get('/api/dashboard')).status).toBe(200);
});

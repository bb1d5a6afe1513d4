import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { createTestClient, type TestClient } from '../client.ts';
import type { KeptProgram } from '../two-processes/kept-process.ts';

/** Milliseconds in which every request is answered, and in which all is well again, whatever the stores do. */
export const ANSWERED_IN = 5_000;
export const WELL_IN = 10_000;

export type Timed = {
  readonly what: string;
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | null;
  /** Of who asks how a program is, and is told that it is not well. */
  readonly why?: string;
};

/** Two browsers at one replica: who is signed in, and a visitor. */
export type Asker = { readonly api: KeptProgram; readonly person: TestClient; readonly visitor: TestClient };

export async function newAsker(api: KeptProgram): Promise<Asker> {
  const url = api.url();
  if (!url) throw new Error(`${api.name} is not up`);
  const open = () => createTestClient(url, undefined, { comesAgain: false });
  const [person, visitor] = [open(), open()];
  expect((await person.connect()).status).toBe(200);
  return { api, person, visitor };
}

/** What a busy minute is made of: pages of users and of visitors, sign-ins, commands. */
const CALLS: Readonly<Record<string, (asker: Asker) => ReturnType<TestClient['get']>>> = {
  dashboard: ({ person }) => person.get('/api/dashboard'),
  leaderboard: ({ person }) => person.get('/api/leaderboard'),
  figures: ({ visitor }) => visitor.get('/api/public/figures'),
  challenge: ({ visitor }) =>
    visitor.post('/api/wallet/challenge', { walletAddress: visitor.account.address }),
  command: ({ person }) => person.post('/api/rewards/claim', {}, { 'idempotency-key': randomUUID() }),
  ready: ({ visitor }) => visitor.get('/readyz'),
};

/** So many requests at once, spread over the askers. */
export function askMany(askers: readonly Asker[], count: number): Promise<Timed[]> {
  const calls = Object.entries(CALLS);
  const ask = async (index: number): Promise<Timed> => {
    const asker = askers[index % askers.length];
    const [what, call] = calls[Math.floor(index / askers.length) % calls.length] ?? [];
    if (!asker || !what || !call) throw new RangeError('nobody asks');
    const started = performance.now();
    const { status, headers, body } = await call(asker);
    // Who asks whether a program is well asks again anyway.
    const retryAfter = what === 'ready' ? '-' : headers.get('retry-after');
    const ms = Math.round(performance.now() - started);
    const why = what === 'ready' && status !== 200 ? { why: JSON.stringify(body).slice(0, 400) } : {};
    return { what, status, ms, retryAfter, ...why };
  };
  return Promise.all(Array.from({ length: count }, (_, index) => ask(index)));
}

/** Each was served, refused for what it asks (nothing to claim), or told when to come again, in time. */
export function expectAnswered(answers: readonly Timed[]): void {
  expect(answers.filter(({ ms }) => ms > ANSWERED_IN)).toEqual([]);
  const isFine = ({ status, retryAfter }: Timed) =>
    status < 500 ? status !== 429 : status === 503 && retryAfter !== null;
  expect(answers.filter((one) => !isFine(one))).toEqual([]);
}

/** Milliseconds until every kind of request is served by every asker again; what took longest is said. */
export async function msUntilWell(askers: readonly Asker[]): Promise<number> {
  const started = performance.now();
  const all = askers.length * Object.keys(CALLS).length;
  let late = '';
  for (;;) {
    const answers = await askMany(askers, all);
    const took = performance.now() - started;
    const failing = answers.filter(({ status }) => status >= 500);
    if (failing.length === 0) {
      if (took > ANSWERED_IN) process.stdout.write(`well again after ${Math.round(took)} ms, last ${late}\n`);
      return took;
    }
    if (took > 60_000) throw new Error(`never well again: ${JSON.stringify(failing)}`);
    late = JSON.stringify(failing);
    await sleep(100);
  }
}

/** Megabytes that a process has in memory. */
export async function residentMegabytes({ pid }: KeptProgram): Promise<number> {
  const status = await readFile(`/proc/${pid()}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

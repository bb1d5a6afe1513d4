import { setTimeout as sleep } from 'node:timers/promises';
import { createTestClient, idempotencyKey, type TestClient } from '../client.ts';

/** What visitors of a site were answered. */
export type CountedLoad = {
  total(): number;
  /** 503 with `Retry-After`: to be sent again. */
  unavailable(): number;
  /** Everything else that is no answer to what was asked. */
  failures(): readonly string[];
  /** Milliseconds of the slowest answer. */
  slowest(): number;
  stop(): Promise<void>;
};

/** So many visitors read pages and send commands without pause, each waiting for what it has done itself. */
export async function startCountedLoad(url: string, visitors: number): Promise<CountedLoad> {
  let total = 0;
  let unavailable = 0;
  let slowest = 0;
  let isOver = false;
  const failures: string[] = [];

  async function count(what: string, ask: () => ReturnType<TestClient['get']>): Promise<Headers | undefined> {
    for (;;) {
      total += 1;
      const began = performance.now();
      const answer = await ask().catch((error: unknown) => String(error));
      slowest = Math.max(slowest, performance.now() - began);
      if (typeof answer === 'string') {
        failures.push(`${what}: ${answer}`);
        return undefined;
      }
      const { status, headers } = answer;
      if (status !== 503) {
        // A second check-in of the day, or a claim of nothing, is refused.
        const isAnswer = what.startsWith('GET') ? status === 200 : status < 500 && status !== 429;
        if (!isAnswer) failures.push(`${what}: ${status}`);
        return headers;
      }
      unavailable += 1;
      if (headers.get('retry-after') === null) failures.push(`${what}: 503 without Retry-After`);
      await sleep(200);
    }
  }

  const people = await Promise.all(
    Array.from({ length: visitors }, async () => {
      const person = createTestClient(url, undefined, { comesAgain: false });
      const connected = await person.connect();
      if (connected.status !== 200) throw new Error(`no sign-in: ${connected.status}`);
      return person;
    }),
  );
  const work = people.map(async (person) => {
    while (!isOver) {
      for (const path of ['/api/rewards/check-in', '/api/rewards/claim']) {
        const key = idempotencyKey();
        const headers = await count(`POST ${path}`, () => person.post(path, {}, key));
        const position = headers?.get('x-ledger-position');
        const after = position ? { 'x-ledger-position': position } : undefined;
        await count('GET /api/dashboard', () => person.get('/api/dashboard', after));
      }
      await count('GET /api/leaderboard', () => person.get('/api/leaderboard'));
      await count('GET /api/session', () => person.get('/api/session'));
    }
  });
  return {
    total: () => total,
    unavailable: () => unavailable,
    failures: () => failures,
    slowest: () => slowest,
    async stop() {
      isOver = true;
      await Promise.all(work);
    },
  };
}

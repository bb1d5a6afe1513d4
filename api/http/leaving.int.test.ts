import { Agent, get } from 'node:http';
import { expect, test } from 'vitest';
import { startApp } from '../testing/start-app.ts';

type Seen = { readonly status: number; readonly connection: string | undefined } | { readonly fault: string };

/** One request on a connection that is kept; how it ended. */
const askOf = (origin: string, path: string, agent: Agent): Promise<Seen> =>
  new Promise((resolve) => {
    get(new URL(path, origin), { agent }, (answer) => {
      answer
        .resume()
        .once('end', () =>
          resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }),
        );
    }).once('error', (error: NodeJS.ErrnoException) => resolve({ fault: error.code ?? error.message }));
  });

test('who is told to stop says so, goes on for a while, and ends each connection with an answer', async () => {
  // As long as a machine that does other work, too, may keep the few questions in between waiting.
  const app = await startApp({ env: { DRAIN_SECONDS: '6' } });
  const ask = (path: string, agent: Agent) => askOf(app.url, path, agent);
  const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  let answered = 0;
  /** Asks on one connection, as a proxy does, until it is told that there are no more answers on it. */
  const load = agents.map(async (agent) => {
    for (;;) {
      const one = await ask('/api/network', agent);
      answered += 1;
      if ('fault' in one || one.connection !== 'keep-alive') return one;
    }
  });
  await expect.poll(() => answered).toBeGreaterThan(20);

  const stopped = app.close();
  const newcomer = new Agent({ keepAlive: true });
  await expect.poll(() => ask('/readyz', newcomer)).toEqual({ status: 503, connection: 'close' });
  expect(await ask('/api/network', newcomer)).toEqual({ status: 200, connection: 'close' });
  expect(await Promise.all(load)).toEqual(agents.map(() => ({ status: 200, connection: 'close' })));
  await stopped;
  expect(await ask('/livez', newcomer)).toEqual({ fault: 'ECONNREFUSED' });
  for (const agent of [...agents, newcomer]) agent.destroy();
});

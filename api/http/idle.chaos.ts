import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type CountedNode, startCountedNode } from '../../ledger/embedded/testing/counted-node.ts';
import { connectEventStore } from '../../ledger/event-store.ts';
import { openAccounts } from '../../ledger/testing/open-accounts.ts';
import { newWallet } from '../../ledger/testing/start-ledger.ts';
import { startTestPostgres, type TestPostgres } from '../../projector/testing/postgres.ts';
import { askReady } from '../testing/ask-ready.ts';
import { EMPTY_UI } from '../testing/empty-ui.ts';

/** Looks at the ledger's head in an hour: the projector's watchdog looks every two seconds. */
const LOOKS_AN_HOUR = 1_800;
/** Minutes in which nobody asks anything. */
const { IDLE_MINUTES = '2' } = process.env;
/** Megabytes that may be had more than after the warm-up: heaps breathe, what is in use less than what is resident. */
const BREATH_MB = 25;
const BREATH_IN_USE_MB = 5;

let node: CountedNode;
let postgres: TestPostgres;
let dataDir: string;
let api: ChildProcess;
let url: string;

beforeAll(async () => {
  [node, postgres] = await Promise.all([startCountedNode(), startTestPostgres()]);
  const store = connectEventStore(node.connectionString);
  // More than a connection takes before somebody reads: an answer that is not read to its end stays open.
  await openAccounts(store, 400);
  await store.close();
  dataDir = await mkdtemp(join(tmpdir(), 'evo-idle-'));
  api = spawn(
    process.execPath,
    ['--expose-gc', new URL('../testing/collectable-main.ts', import.meta.url).pathname],
    {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DATA_DIR: dataDir,
        UI_DIST: EMPTY_UI,
        EVENTSTORE_URL: node.connectionString,
        DATABASE_URL: postgres.connectionString,
        PROJECTOR: 'in-process',
        SUPER_ADMIN_WALLET: newWallet(),
        VAULT_KEY: Buffer.alloc(32, 7).toString('base64'),
        // One address asks for all of them.
        RATE_LIMIT_SCALE: '1000',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  url = await readyAt(api);
});
afterAll(async () => {
  api.kill('SIGKILL');
  await once(api, 'exit');
  await node.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('ten thousand looks at /readyz and an hour of nothing else cost no memory and leave no call open', async () => {
  await askReady(url, { times: 1_000, atOnce: 1 });
  await askReady(url, { times: 1_000, atOnce: 30 });
  const before = await measure('after a warm-up of 2,000');

  await askReady(url, { times: 5_000, atOnce: 1 });
  await askReady(url, { times: 5_000, atOnce: 30 });
  const asked = await measure('after 10,000 more');

  await askReady(url, { times: LOOKS_AN_HOUR, atOnce: 1 });
  await sleep(Number(IDLE_MINUTES) * 60_000);
  const after = await measure(`after the ${LOOKS_AN_HOUR} looks of an hour, and ${IDLE_MINUTES} minutes`);

  for (const { rss, used } of [asked, after]) {
    expect(rss - before.rss).toBeLessThan(BREATH_MB);
    expect(used - before.used).toBeLessThan(BREATH_IN_USE_MB);
  }
  // The watchdog may be looking at this moment.
  await expect.poll(node.openCalls, { timeout: 10_000 }).toBe(before.openCalls);
  expect(before.openCalls).toBeGreaterThan(0);
});

type Held = {
  /** Megabytes that the system counts, and that are in use. */
  readonly rss: number;
  readonly used: number;
  /** Of the event store. */
  readonly openCalls: number;
};

const told = z.object({ rss: z.number(), used: z.number() });

/** What is held once everything that can be freed is. */
async function measure(when: string): Promise<Held> {
  let { rss, used } = await collect();
  // Pages go back to the system in several rounds.
  for (let stands = 0; stands < 3; ) {
    await sleep(1_000);
    const now = await collect();
    stands = now.rss < rss - 1 ? 0 : stands + 1;
    rss = Math.min(rss, now.rss);
    used = Math.min(used, now.used);
  }
  const openCalls = node.openCalls();
  process.stdout.write(
    `${when}: ${rss.toFixed(1)} MB resident, ${used.toFixed(1)} MB in use, ${openCalls} open calls\n`,
  );
  return { rss, used, openCalls };
}

async function collect(): Promise<{ readonly rss: number; readonly used: number }> {
  const answer = once(api, 'message');
  api.send('collect');
  const [message] = await answer;
  const { rss, used } = told.parse(message);
  return { rss: rss / 2 ** 20, used: used / 2 ** 20 };
}

async function readyAt(program: ChildProcess): Promise<string> {
  if (!program.stdout) throw new Error('the program has no standard output');
  for await (const line of createInterface({ input: program.stdout })) {
    const found = /ready at (\S+)/.exec(line)?.[1];
    if (found) return found;
  }
  throw new Error('the program ended before it was ready');
}

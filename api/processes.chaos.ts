import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { streamOf } from '../contracts/events/ledger-event.ts';
import { LIVE_SCHEMA } from '../projector/database.ts';
import { createTestClient } from './testing/client.ts';
import { type Asker, msUntilWell, newAsker, WELL_IN } from './testing/deployment/ask.ts';
import { type Deployment, startDeployment } from './testing/deployment/deployment.ts';
import { startWork, superAdminOf, type Work } from './testing/deployment/work.ts';

const SEED = process.env.CHAOS_SEED ?? 'processes';
const KILLS = Number(process.env.PROCESS_KILLS ?? 200);
/** Milliseconds in which a program that is started anew may take until it leads, on a machine that others use. */
const START_MS = 60_000;
const FREEZE_MS = Number(process.env.FREEZE_SECONDS ?? 30) * 1_000;
const WRITERS = 50;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

let deployment: Deployment;
let work: Work;
beforeAll(async () => {
  deployment = await startDeployment({ superAdminWallet: superAdminOf(SEED).account.address });
  work = await startWork(deployment, { seed: SEED });
});
afterAll(() => deployment.stop());

const say = (text: string) => process.stdout.write(`${text}\n`);

/** In turns. */
function nth<Item>(items: readonly Item[], n: number): Item {
  const item = items[n % items.length];
  if (item === undefined) throw new RangeError('there are none');
  return item;
}

type Lead = { readonly process: number; readonly epoch: string };

async function lead(): Promise<Lead> {
  const { rows } = await deployment.pool.query<Lead>(
    `select process, epoch::text from ${LIVE_SCHEMA}.lead, ${LIVE_SCHEMA}.checkpoint`,
  );
  if (!rows[0]) throw new Error('no row says who leads');
  return rows[0];
}

async function leader() {
  return vi.waitFor(
    async () => {
      const { process: pid } = await lead();
      const found = deployment.projectors.find((one) => one.pid() === pid);
      if (!found) throw new Error('who led is gone');
      return found;
    },
    { timeout: START_MS, interval: 50 },
  );
}

test(`kill -9 of an API ${KILLS} times, between whatever it appends and answers: each command has one effect`, async () => {
  const acknowledged = await work.during(async () => {
    for (let n = 0; n < KILLS; n++) {
      const api = nth(deployment.apis, n);
      const before = work.acknowledged();
      await vi.waitFor(() => expect(api.url()).toBeDefined(), { timeout: START_MS });
      // One in three right after the start; else, however long a busy machine takes for that, with some commands done.
      if (n % 3 !== 1) {
        await vi.waitFor(() => expect(work.acknowledged()).toBeGreaterThan(before + 1), {
          timeout: START_MS,
        });
      }
      await sleep(Math.random() * 1_000);
      api.kill();
    }
  });
  say(`${KILLS} kills of an API: ${acknowledged} commands acknowledged`);
  expect(acknowledged).toBeGreaterThan(KILLS);
});

test(`kill -9 of the leading projector ${KILLS} times, in the middle of batches: no event is missing or applied twice`, async () => {
  let killed = 0;
  await work.during(async () => {
    while (killed < KILLS) {
      const active = await leader();
      const pid = active.pid();
      await sleep(Math.random() * 300);
      if (active.pid() !== pid) continue;
      active.kill();
      killed += 1;
      await vi.waitFor(() => expect(active.pid()).not.toBe(pid), { timeout: START_MS });
    }
  });
  expect(killed).toBe(KILLS);
});

test('two projectors that are started at the same moment: one leads, the other stands by', async () => {
  await work.during(async () => {
    for (let n = 0; n < 10; n++) {
      const before = await lead();
      for (const one of deployment.projectors) one.kill();
      await vi.waitFor(async () => expect((await lead()).epoch).not.toBe(before.epoch), {
        timeout: START_MS,
        interval: 50,
      });
      const { rows } = await deployment.pool.query<{ leads: number }>(
        "select count(*)::int as leads from pg_locks where locktype = 'advisory' and classid = 3424005 and granted",
      );
      expect(rows).toEqual([{ leads: 1 }]);
    }
  });
});

test('SIGSTOP of the leading projector: the other one writes within ten seconds, and what wakes writes nothing', async () => {
  await work.during(async () => {
    const frozen = await leader();
    const before = await lead();
    frozen.freeze();
    const began = performance.now();
    try {
      await vi.waitFor(async () => expect((await lead()).epoch).not.toBe(before.epoch), {
        timeout: 20_000,
        interval: 50,
      });
      const seconds = (performance.now() - began) / 1_000;
      say(`another projector led after ${seconds.toFixed(1)} s`);
      expect(seconds).toBeLessThan(10);
      await sleep(FREEZE_MS - seconds * 1_000);
    } finally {
      frozen.thaw();
    }
    const successor = await lead();
    await sleep(3_000);
    expect(await lead()).toEqual(successor);
    expect(frozen.pid()).toBe(before.process);
  });
});

test('SIGTERM under load: every request that was taken is answered to its end', async () => {
  await work.during(async () => {
    const leaving = await deployment.startApi('api-leaving', { env: { DRAIN_SECONDS: '5' } });
    const agents = Array.from({ length: 12 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    try {
      const url = await vi.waitFor(
        async () => {
          const at = leaving.url();
          if (!at || !(await fetch(new URL('/readyz', at))).ok) throw new Error('not ready yet');
          return at;
        },
        { timeout: 60_000, interval: 200 },
      );
      let answered = 0;
      /** Until it is told that there are no more answers on its connection. */
      const load = agents.map(async (agent, n) => {
        // As much of the ledger as is sent in less time than a stop waits, however long the runs before have made it.
        const paths = ['/api/public/figures', '/api/network', '/api/ledger/export?from=0&to=2000'];
        for (;;) {
          const one = await whole(new URL(nth(paths, n), url), agent);
          answered += 1;
          if (one !== 'keep-alive') return one;
        }
      });
      await vi.waitFor(() => expect(answered).toBeGreaterThan(100), { timeout: 30_000 });
      expect(await leaving.terminate()).toBe(0);
      expect(await Promise.all(load)).toEqual(agents.map(() => 'close'));
    } finally {
      await leaving.stop();
      for (const agent of agents) agent.destroy();
    }
  });
});

/** What the answer says of its connection; a fault where it does not come whole. */
const whole = (url: URL, agent: Agent): Promise<string> =>
  new Promise((resolve) => {
    get(url, { agent }, (answer) => {
      answer
        .resume()
        .once('close', () =>
          resolve(answer.complete ? (answer.headers.connection ?? 'keep-alive') : 'cut off'),
        );
    }).once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });

test(`${WRITERS} writers on one stream through two replicas: each succeeds or is told 409, and every yes is one event`, async () => {
  const key: `0x${string}` = `0x${createHash('sha256').update(`${SEED}/super-admin`).digest('hex')}`;
  const askers: Asker[] = await Promise.all(deployment.apis.map(newAsker));
  const admins = await Promise.all(
    deployment.apis.map(async (api) => {
      const admin = createTestClient(api.url() ?? '', key);
      expect((await admin.connect()).status).toBe(200);
      return admin;
    }),
  );
  const target = createTestClient(nth(deployment.apis, 0).url() ?? '');
  const userId = (await target.connect()).body.user.id;
  const send = async (n: number) => {
    const admin = nth(admins, n);
    const body = { walletAddress: target.account.address, amount: '1', reason: `writer ${n}` };
    const headers = { 'idempotency-key': randomUUID(), 'x-wallet-address': admin.account.address };
    for (let tries = 0; tries < 60; tries++) {
      const { status } = await admin.post('/api/admin/send-reward', body, headers);
      if (status !== 503) return status;
      await sleep(100);
    }
    return 503;
  };
  const statuses = await Promise.all(Array.from({ length: WRITERS }, (_, n) => send(n)));
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  let granted = 0;
  for await (const { type } of deployment.store.readStream(streamOf('account', userId), 0n)) {
    if (type === 'RewardGranted') granted += 1;
  }
  // The welcome bonus is one of them.
  expect(granted).toBe(1 + statuses.filter((status) => status === 200).length);
  expect(await msUntilWell(askers)).toBeLessThan(WELL_IN);
  await work.during(() => sleep(500));
});

test('a rebuild under load: no read fails, the rows come out equal, and the projectors go on with them', async () => {
  const readers = await Promise.all(deployment.apis.map(newAsker));
  await work.during(async () => {
    let isOver = false;
    const statuses: number[] = [];
    const reading = readers.map(async ({ person }) => {
      while (!isOver) {
        for (const path of ['/api/dashboard', '/api/leaderboard', '/api/transactions']) {
          statuses.push((await person.get(path)).status);
        }
      }
    });
    for (let n = 0; n < 3; n++) {
      const rebuilt = run(process.execPath, ['projector/main.ts', 'rebuild'], {
        cwd: ROOT,
        env: {
          EVENTSTORE_URL: deployment.eventStoreUrl,
          DATABASE_URL: deployment.databaseUrl,
          LOG_LEVEL: 'silent',
        },
      });
      // What it has said stands in the error, too.
      const { stdout } = await rebuilt.catch((error: { stdout: string; stderr: string }) => error);
      expect(stdout).toContain('The rebuilt read models are live.');
      expect(stdout).not.toContain('DIFFERENT');
    }
    isOver = true;
    await Promise.all(reading);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(statuses.length).toBeGreaterThan(30);
  });
});

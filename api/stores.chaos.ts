import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from '../ledger/embedded/testing/fault-proxy.ts';
import { idempotencyKey } from './testing/client.ts';
import {
  ANSWERED_IN,
  type Asker,
  askMany,
  expectAnswered,
  msUntilWell,
  newAsker,
  residentMegabytes,
  WELL_IN,
} from './testing/deployment/ask.ts';
import { type Deployment, startDeployment } from './testing/deployment/deployment.ts';
import type { Machine } from './testing/deployment/machines.ts';
import { startWork, superAdminOf, type Work } from './testing/deployment/work.ts';

const SEED = process.env.CHAOS_SEED ?? 'stores';
const KILLS = Number(process.env.STORE_KILLS ?? 5);
/** Milliseconds that something stands still: longer than any deadline. */
const STILL_MS = 8_000;
/** Megabytes that a replica may have more after rounds of trouble than after the first: heaps breathe. */
const BREATH_MB = 40;

let deployment: Deployment;
let work: Work;
let askers: Asker[];
beforeAll(async () => {
  deployment = await startDeployment({ superAdminWallet: superAdminOf(SEED).account.address });
  work = await startWork(deployment, { seed: SEED });
  askers = await Promise.all(deployment.apis.map(newAsker));
});
afterAll(() => deployment.stop());

const say = (text: string) => process.stdout.write(`${text}\n`);

type Store = 'eventStore' | 'postgres';
const STORES: readonly Store[] = ['eventStore', 'postgres'];
const machine = (store: Store): Machine => deployment[store];
const nets = (store: Store) =>
  deployment.networks.filter(({ name }) => name.endsWith(store === 'postgres' ? '-postgres' : '-store'));

function inject(store: Store, fault: Fault): void {
  for (const { proxy } of nets(store)) proxy.inject(fault);
}

test.each(STORES)(
  'kill -9 of %s under load: each request is answered, all is well in ten seconds, nothing is lost',
  async (store) => {
    const waits: number[] = [];
    const acknowledged = await work.during(async () => {
      for (let n = 0; n < KILLS; n++) {
        await sleep(500 + Math.random() * 1_500);
        await machine(store).kill();
        expectAnswered(await askMany(askers, 48));
        await machine(store).start();
        waits.push(await msUntilWell(askers));
      }
    });
    say(`${store} killed: ${acknowledged} commands, well again after ${waits.map(Math.round)} ms`);
    expect(acknowledged).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThan(WELL_IN);
  },
);

test.each(STORES)(
  '%s stands still under load, again and again: every request is answered, memory is flat, all is well in ten seconds',
  async (store) => {
    const memory: number[] = [];
    const waits: number[] = [];
    await work.during(async () => {
      for (let round = 0; round < 4; round++) {
        await machine(store).freeze();
        try {
          const until = performance.now() + STILL_MS;
          while (performance.now() < until) expectAnswered(await askMany(askers, 48));
        } finally {
          await machine(store).thaw();
        }

        waits.push(await msUntilWell(askers));
        const held = await Promise.all(deployment.apis.map(residentMegabytes));
        memory.push(Math.max(...held));
      }
    });
    say(`${store} frozen: well again after ${waits.map(Math.round)} ms, ${memory.map(Math.round)} MB`);
    expect(Math.max(...waits)).toBeLessThan(WELL_IN);
    expect(Math.max(...memory.slice(1)) - (memory[0] ?? 0)).toBeLessThan(BREATH_MB);
  },
);

test.each(STORES)(
  '%s takes two seconds for each answer: every request is served or refused in time',
  async (store) => {
    await work.during(async () => {
      inject(store, { kind: 'slow', milliseconds: 1_000 });
      try {
        for (let n = 0; n < 3; n++) expectAnswered(await askMany(askers, 48));
      } finally {
        inject(store, { kind: 'none' });
      }
      expect(await msUntilWell(askers)).toBeLessThan(WELL_IN);
    });
  },
);

test('Postgres gives out no connections: every request is answered, and all is well when it does again', async () => {
  const taken: pg.Client[] = [];
  await work.during(async () => {
    for (;;) {
      const client = new pg.Client(deployment.databaseUrl);
      client.on('error', () => undefined);
      if (
        !(await client.connect().then(
          () => true,
          () => false,
        ))
      )
        break;
      taken.push(client);
    }
    await taken[0]?.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'evo-%'",
    );
    expectAnswered(await askMany(askers, 48));
    for (const client of taken) await client.end();
    expect(await msUntilWell(askers)).toBeLessThan(WELL_IN);
  });
  expect(taken.length).toBeGreaterThan(20);
});

test('who downloads the ledger and does not read it takes no call from commands', async () => {
  const stalled: IncomingMessage[] = [];
  await work.during(async () => {
    for (const { api } of askers) {
      for (let n = 0; n < 110; n++) {
        const request = get(new URL('/api/ledger/export', api.url()), { agent: false });
        request.on('error', () => undefined);
        const [answer] = await once(request, 'response');
        // What Node's documents say of this event.
        stalled.push(answer as IncomingMessage);
      }
    }
    expectAnswered(await askMany(askers, 48));
    for (const answer of stalled) answer.destroy();
    expect(await msUntilWell(askers)).toBeLessThan(WELL_IN);
  });
});

test('an answer of the event store that never comes: 503 within three seconds, and the same key has one effect', async () => {
  await work.during(async () => {
    for (const { api, person } of askers) {
      const { store } = deployment.ways(api.name);
      const key = idempotencyKey();
      store.inject({ kind: 'black-hole', direction: 'to-client' });
      const started = performance.now();
      const refused = await person.post('/api/rewards/check-in', {}, key);
      // The machine is shared: half a second for the way there and back.
      expect(performance.now() - started).toBeLessThan(3_500);
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).not.toBeNull();
      store.heal();
      await expect
        .poll(async () => (await person.post('/api/rewards/check-in', {}, key)).status, {
          timeout: ANSWERED_IN,
        })
        .toBe(200);
    }
  });
});

test('all connections to the event store are reset, again and again: who follows goes on from the checkpoint', async () => {
  await work.during(async () => {
    for (let n = 0; n < 20; n++) {
      for (const { proxy } of nets('eventStore')) proxy.reset();
      await sleep(300);
    }
    expect(await msUntilWell(askers)).toBeLessThan(WELL_IN);
  });
});

test('what the projectors are sent is cut after each number of bytes: no event is applied in part, or twice', async () => {
  await work.during(async () => {
    for (let bytes = 1; bytes < 20_000; bytes = Math.ceil(bytes * 1.35)) {
      for (const { name } of deployment.projectors) {
        deployment.ways(name).store.inject({ kind: 'cut', afterBytes: bytes, direction: 'to-client' });
      }
      await sleep(150);
    }
    for (const { name } of deployment.projectors) deployment.ways(name).store.heal();
    expect(await msUntilWell(askers)).toBeLessThan(WELL_IN);
  });
});

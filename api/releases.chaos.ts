import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamOf } from '../contracts/events/ledger-event.ts';
import { envelop } from '../ledger/envelope.ts';
import { eventId } from '../ledger/event-id.ts';
import { connectClient } from '../ledger/event-store-client.ts';
import { canonicalJson } from '../ledger/proof/canonical-json.ts';
import { createTestClient, idempotencyKey } from './testing/client.ts';
import { type Balancer, startBalancer } from './testing/deployment/balancer.ts';
import { startCountedLoad } from './testing/deployment/counted-load.ts';
import { type Deployment, startDeployment } from './testing/deployment/deployment.ts';
import { makeRelease } from './testing/deployment/release.ts';
import { startWork, superAdminOf, type Work } from './testing/deployment/work.ts';
import type { KeptProgram } from './testing/two-processes/kept-process.ts';

const SEED = process.env.CHAOS_SEED ?? 'releases';
const run = promisify(execFile);

/** What the next release has: rows of read models come out otherwise, and a table is new. */
const CHANGES = [
  {
    file: 'projector/read-models/describe.ts',
    from: "return 'Claimed rewards'",
    to: "return 'Rewards claimed'",
  },
];
/** And the one after it: an event has a newer version. Once one is written, no release before can go on from it. */
const NEWER_EVENT = [
  ...CHANGES,
  {
    file: 'contracts/events/account.ts',
    from: 'WhitelistJoined: { version: 1,',
    to: 'WhitelistJoined: { version: 2,',
  },
  {
    file: 'ledger/upcast.ts',
    from: '  RaffleCommitted: [asItWas],',
    to: '  RaffleCommitted: [asItWas],\n  WhitelistJoined: [asItWas],',
  },
];
const MIGRATION = { 'api/migrations/9001_next.sql': 'create table processes.of_next_release (id int);\n' };

let balancer: Balancer;
let deployment: Deployment;
let work: Work;
let next: string;
let afterNext: string;
const started: KeptProgram[] = [];

beforeAll(async () => {
  next = await mkdtemp(join(tmpdir(), 'evo-next-release-'));
  afterNext = await mkdtemp(join(tmpdir(), 'evo-release-after-'));
  await makeRelease(next, CHANGES, MIGRATION);
  await makeRelease(afterNext, NEWER_EVENT, MIGRATION);
  balancer = await startBalancer();
  deployment = await startDeployment({
    superAdminWallet: superAdminOf(SEED).account.address,
    env: ENV(),
  });
  for (const api of deployment.apis) balancer.add(api);
  await balancer.whenReady(2);
  const site = balancer.asProcess();
  work = await startWork(
    // All commands go through the proxy, whichever replicas there are.
    { ...deployment, apis: [site, site] },
    { seed: SEED, visitors: 1 },
  );
});
afterAll(async () => {
  await Promise.all(started.map((program) => program.stop()));
  await balancer.close();
  await deployment.stop();
  for (const folder of [next, afterNext]) await rm(folder, { recursive: true, force: true });
});

const ENV = () => ({ PUBLIC_URL: balancer.url, TRUST_PROXY: '1', DRAIN_SECONDS: '2' });
const say = (text: string) => process.stdout.write(`${text}\n`);

type Release = { readonly apis: readonly KeptProgram[]; readonly projectors: readonly KeptProgram[] };

let made = 0;
async function start(root?: string): Promise<Release> {
  made += 1;
  const options = { ...(root && { root }) };
  const projectors = [await deployment.startProjector(`projector-of-${made}`, options)];
  const apis = [
    await deployment.startApi(`api-1-of-${made}`, options),
    await deployment.startApi(`api-2-of-${made}`, options),
  ];
  started.push(...projectors, ...apis);
  for (const api of apis) balancer.add(api);
  return { apis, projectors };
}

/** One after the other, while the others serve; the projectors last. */
async function stop({ apis, projectors }: Release): Promise<void> {
  for (const api of apis) {
    expect(await api.terminate()).toBe(0);
    balancer.remove(api);
  }
  for (const projector of projectors) await projector.terminate();
}

/** What the newest release's own auditor says of the ledger and of its read models. */
const audit = () =>
  run(
    process.execPath,
    [
      'projector/audit/main.ts',
      ...['verify', deployment.eventStoreUrl, '--against', deployment.databaseUrl],
      ...['--super-admin', superAdminOf(SEED).account.address],
    ],
    { cwd: afterNext, maxBuffer: 16 * 1024 * 1024 },
  );

test('the next release beside this one under load, and back again: under one in a hundred is told to come again, none fails', async () => {
  let figures = '';
  await work.during(async () => {
    const load = await startCountedLoad(balancer.url, 3);
    try {
      const newer = await start(next);
      await balancer.whenReady(4);
      await sleep(2_000);
      await stop(deployment);
      await sleep(2_000);
      // The release before finds a table that it does not know.
      const { rows } = await deployment.pool.query(
        "select to_regclass('processes.of_next_release') is not null as is_there",
      );
      expect(rows).toEqual([{ is_there: true }]);
      await start();
      await balancer.whenReady(4);
      await sleep(2_000);
      await stop(newer);
      await sleep(2_000);
    } finally {
      await load.stop();
    }
    figures = `${load.total()} requests, ${load.unavailable()} to come again, slowest ${Math.round(load.slowest())} ms`;
    say(`${figures}; ${JSON.stringify(balancer.answeredBy())}`);
    // Each reason once, before a request that is counted as failed says less.
    say([...new Set(balancer.broken().map((why) => why.replace(/^.*?(: | at )/, '')))].join('\n'));
    expect(load.failures()).toEqual([]);
    expect(load.unavailable()).toBeLessThan(load.total() / 100);
    expect(load.total()).toBeGreaterThan(300);
    expect(balancer.broken()).toEqual([]);
  });
});

test('an event of a version that only a newer release knows: read models halt, /readyz says why, commands go on; then it is read', async () => {
  const [api] = started.filter(({ name, pid }) => name.startsWith('api-') && pid() !== undefined);
  if (!api) throw new Error('no API runs');
  const url = api.url() ?? '';
  const person = createTestClient(url, undefined, { origin: balancer.url });
  expect((await person.connect()).status).toBe(200);
  await appendOfNewerRelease();
  const ready = async () => (await person.get<{ status: string; projector: string }>('/readyz')).body;
  await expect.poll(ready, { timeout: 30_000 }).toMatchObject({ status: 'not ready' });
  await expect
    .poll(async () => JSON.stringify(await ready()), { timeout: 30_000 })
    .toMatch(/WhitelistJoined has version 2, this program knows 1/);
  expect((await person.post('/api/rewards/check-in', {}, idempotencyKey())).status).toBe(200);

  const newer = await start(afterNext);
  // Each of them by itself: the proxy may take those of before for ready a moment longer.
  for (const one of newer.apis) {
    const isReady = () => fetch(`${one.url()}/readyz`).then(({ status }) => status, String);
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
  }
  const { stdout } = await audit();
  say(stdout.split('\n').slice(-4).join(' ').trim());
  expect(newer.projectors[0]?.endings()).toBe(0);
});

/** As that release writes it. */
async function appendOfNewerRelease(): Promise<void> {
  const userId = randomUUID();
  const stream = streamOf('account', userId);
  const commandId = randomUUID();
  const { events } = envelop(
    [
      { type: 'AccountOpened', data: { source: 'email' } },
      { type: 'WhitelistJoined', data: {} },
    ],
    {
      ...{ stream, commandId, inputHash: '0'.repeat(64), actor: { kind: 'user' } },
      ...{ occurredAt: new Date().toISOString(), correlationId: randomUUID() },
    },
    undefined,
  );
  const client = connectClient(deployment.eventStoreUrl);
  await client.appendToStream(
    stream,
    events.map(({ type, data, metadata, id }, index) => {
      if (type !== 'WhitelistJoined') return jsonEvent({ id, type, data, metadata });
      const newer = { ...metadata, schemaVersion: 2 };
      const content = { type, data: canonicalJson(data), metadata: canonicalJson(newer) };
      return jsonEvent({ id: eventId(stream, index, commandId, content), type, data, metadata: newer });
    }),
    { expectedRevision: NO_STREAM },
  );
  await client.dispose();
}

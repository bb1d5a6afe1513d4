import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { streamOf } from '../contracts/events/ledger-event.ts';
import { createTestClient, idempotencyKey, type TestClient } from './testing/client.ts';
import { type Balancer, startBalancer } from './testing/deployment/balancer.ts';
import { type Deployment, startDeployment } from './testing/deployment/deployment.ts';
import { startWork, superAdminOf, type Work } from './testing/deployment/work.ts';
import { fetchFrom } from './testing/from-address.ts';

const SEED = process.env.CHAOS_SEED ?? 'replicas';
const REPLICAS = 4;
/** Milliseconds of everything that people and admins do, all of it through the proxy. */
const WORK_MS = Number(process.env.WORK_SECONDS ?? 60) * 1_000;

type Site = { readonly balancer: Balancer; readonly deployment: Deployment; stop(): Promise<void> };

async function startSite(
  options: { readonly projectors: number },
  env: Readonly<Record<string, string>>,
): Promise<Site> {
  const balancer = await startBalancer();
  const deployment = await startDeployment({
    ...{ apis: REPLICAS, projectors: options.projectors },
    superAdminWallet: superAdminOf(SEED).account.address,
    env: { PUBLIC_URL: balancer.url, TRUST_PROXY: '1', ...env },
  });
  for (const api of deployment.apis) balancer.add(api);
  await balancer.whenReady(REPLICAS);
  return {
    balancer,
    deployment,
    async stop() {
      await balancer.close();
      await deployment.stop();
    },
  };
}

/** Each replica has answered about as often as the others. */
function expectShared(balancer: Balancer): void {
  const counts = Object.values(balancer.answeredBy());
  expect(counts).toHaveLength(REPLICAS);
  expect(Math.min(...counts)).toBeGreaterThan(Math.max(...counts) / 2);
}

describe(`${REPLICAS} replicas and a projector behind a proxy`, () => {
  let site: Site;
  let work: Work;
  beforeAll(async () => {
    site = await startSite({ projectors: 1 }, {});
    const proxy = site.balancer.asProcess();
    work = await startWork(
      // Nobody sees the replicas themselves, whichever there are.
      { ...site.deployment, apis: [proxy, proxy] },
      { seed: SEED },
    );
  });
  afterAll(() => site.stop());

  test('who signs in, acts and looks meets another replica each time and sees the own acts at once', async () => {
    const person = createTestClient(site.balancer.url);
    expect((await person.connect()).status).toBe(200);
    const names = Array.from({ length: 100 }, (_, n) => `name_${n}_${randomUUID().slice(0, 4)}`);
    for (const username of names) {
      const path = `/api/users/${person.account.address}/username`;
      const renamed = await person.put(path, { username }, idempotencyKey());
      expect(renamed.status).toBe(200);
      const position = renamed.headers.get('x-ledger-position') ?? '';
      const seen = await person.get('/api/dashboard', { 'x-ledger-position': position });
      expect(seen.headers.get('x-ledger-lag')).toBeNull();
      expect(JSON.stringify(seen.body)).toContain(username);
    }
    expectShared(site.balancer);
  });

  test('a key that every replica is sent has one effect and one answer, at once and one after the other', async () => {
    const person = createTestClient(site.balancer.url);
    const { body } = await person.connect();
    const key = idempotencyKey();
    const claim = () => person.post('/api/rewards/claim', {}, key);
    const first = await Promise.all(Array.from({ length: 2 * REPLICAS }, claim));
    const later = [await claim(), await claim(), await claim(), await claim()];
    const told = [...first, ...later].filter(({ status }) => status !== 503);
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(told.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    const types: string[] = [];
    for await (const event of site.deployment.store.readStream(streamOf('account', body.user.id), 0n))
      types.push(event.type);
    expect(types.filter((type) => type === 'RewardsClaimed')).toHaveLength(1);
    const other = await person.put(
      `/api/users/${person.account.address}/username`,
      { username: 'other' },
      key,
    );
    expect(other.status).toBe(422);
  });

  test('what happens at one replica is told to admins who watch another', async () => {
    const key: `0x${string}` = `0x${createHash('sha256').update(`${SEED}/super-admin`).digest('hex')}`;
    const admin = createTestClient(site.balancer.url, key);
    expect((await admin.connect()).status).toBe(200);
    const cookies = await signedIn(site.balancer.url, key);
    const leaving = new AbortController();
    const stream = await fetch(
      new URL(`/api/admin/events?walletAddress=${admin.account.address}`, site.balancer.url),
      { headers: { cookie: cookies }, signal: leaving.signal },
    );
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    let lines = '';
    const reading = (async () => {
      for await (const chunk of stream.body ?? []) lines += Buffer.from(chunk).toString();
    })().catch(() => undefined);
    for (let n = 0; n < REPLICAS; n++) {
      const before = lines.length;
      const person = createTestClient(site.balancer.url);
      await person.connect();
      const body = { walletAddress: person.account.address, amount: '1', reason: 'told' };
      const headers = { ...idempotencyKey(), 'x-wallet-address': admin.account.address };
      expect((await admin.post('/api/admin/send-reward', body, headers)).status).toBe(200);
      await expect.poll(() => lines.slice(before), { timeout: 10_000 }).toContain('data:');
    }
    leaving.abort();
    await reading;
  });

  test('all that people and admins do goes through the proxy', async () => {
    const acknowledged = await work.during(() => new Promise((resolve) => setTimeout(resolve, WORK_MS)));
    process.stdout.write(`${acknowledged} commands: ${JSON.stringify(site.balancer.answeredBy())}\n`);
    expect(acknowledged).toBeGreaterThan(WORK_MS / 1_000);
    expectShared(site.balancer);
    // Who loses patience leaves; no replica broke off.
    expect(site.balancer.broken()).toEqual([]);
  });
});

/** The cookie of a session, for a call whose answer never ends. */
async function signedIn(url: string, key: `0x${string}`): Promise<string> {
  let cookie = '';
  const client: TestClient = createTestClient(url, key, {
    reach: async (to, init) => {
      const answer = await fetch(to, init);
      cookie =
        answer.headers
          .getSetCookie()
          .find((one) => one.startsWith('evo_session='))
          ?.split(';')[0] ?? cookie;
      return answer;
    },
  });
  await client.connect();
  return cookie;
}

describe(`${REPLICAS} replicas that follow the ledger themselves, with the limits of a site`, () => {
  const ACCOUNTS = 10;
  let site: Site;
  beforeAll(async () => {
    site = await startSite(
      { projectors: 0 },
      { PROJECTOR: 'in-process', RATE_LIMIT_SCALE: '1', ACCOUNTS_A_NETWORK: String(ACCOUNTS) },
    );
  });
  afterAll(() => site.stop());

  const at = (address: string, key?: `0x${string}`) =>
    createTestClient(site.balancer.url, key, { reach: fetchFrom(address) });

  test('one of them leads, and each is ready', async () => {
    const { rows } = await site.deployment.pool.query<{ leads: number }>(
      "select count(*)::int as leads from pg_locks where locktype = 'advisory' and classid = 3424005 and granted",
    );
    expect(rows).toEqual([{ leads: 1 }]);
    for (const api of site.deployment.apis) {
      expect((await fetch(new URL('/readyz', api.url()))).status).toBe(200);
    }
  });

  test('a caller may ask them together what one replica alone would let through', async () => {
    const client = at('127.0.3.1');
    const ask = () => client.post('/api/wallet/challenge', { walletAddress: client.account.address });
    const statuses: number[] = [];
    for (let n = 0; n < 10; n++) {
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, ask))).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    // Another caller is not kept out.
    expect((await at('127.0.4.1').sign()).walletAddress).toMatch(/^0x/);
  });

  test('one network opens so many accounts at all of them together', async () => {
    const opened = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => (await at(`127.0.5.${n + 1}`).connect()).status),
    );
    expect(opened.filter((status) => status === 200)).toHaveLength(ACCOUNTS);
    expect(opened.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expectShared(site.balancer);
  });
});

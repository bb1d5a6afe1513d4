import { randomUUID } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Composed, compose, docker } from '../testing/deployment/composed.ts';
import { type CountedLoad, startCountedLoad } from '../testing/deployment/counted-load.ts';
import { makeRelease } from '../testing/deployment/release.ts';
import { startWork, superAdminOf, type Work } from '../testing/deployment/work.ts';
import type { Fleet } from '../testing/two-processes/fleet.ts';

const SEED = 'compose';
const WORK_MS = Number(process.env.WORK_SECONDS ?? 15) * 1_000;
/** Milliseconds that Caddy waits for a replica which stands still; the program answers a reader within five seconds. */
const LONGEST_ANSWER = 11_000;

let site: Composed;
let fleet: Fleet;
let work: Work;
const images: string[] = [];

beforeAll(async () => {
  site = await compose({ superAdminWallet: superAdminOf(SEED).account.address, shape: 'replicas' });
  await site.compose(['build', 'api']);
  images.push(site.release);
  await site.compose(['up', '--detach', '--wait']);
  fleet = await site.fleet();
  work = await startWork(fleet, { seed: SEED, visitors: 2 });
});
afterAll(async () => {
  await site?.stop();
  for (const release of images) await docker('rmi', `evo-rewards:${release}`);
});

/** What visitors are answered while `trouble` goes on, beside the work; nobody waits longer than Caddy. */
async function loaded(trouble: () => Promise<unknown>): Promise<CountedLoad> {
  let load: CountedLoad | undefined;
  await work.during(async () => {
    load = await startCountedLoad(site.url, 2);
    try {
      await trouble();
    } finally {
      await load.stop();
    }
  });
  if (!load) throw new Error('there was no load');
  const said = `${load.total()} requests, ${load.unavailable()} to come again, slowest ${Math.round(load.slowest())} ms`;
  process.stdout.write(`${expect.getState().currentTestName}: ${said}\n`);
  expect(load.failures()).toEqual([]);
  expect(load.slowest()).toBeLessThan(LONGEST_ANSWER);
  return load;
}

async function whenHealthy(container: string): Promise<void> {
  const state = () => docker('inspect', '--format', '{{.State.Health.Status}}', container);
  await vi.waitFor(async () => expect((await state()).trim()).toBe('healthy'), {
    timeout: 60_000,
    interval: 500,
  });
}

async function standsStill(container: string, milliseconds: number): Promise<void> {
  await docker('pause', container);
  await sleep(milliseconds);
  await docker('unpause', container);
  await whenHealthy(container);
}

async function one(service: string): Promise<string> {
  const [first] = await site.containersOf(service);
  if (!first) throw new Error(`no container of ${service} runs`);
  return first;
}

test('all that people and admins do through Caddy is in the ledger once, and in the read models as it is there', async () => {
  expect(await work.during(() => sleep(WORK_MS))).toBeGreaterThan(5);
});

test('a replica and a projector that are killed begin again, and nobody is refused for long', async () => {
  await loaded(async () => {
    for (const service of ['api', 'projector']) {
      const container = await one(service);
      // The program, which its container's init has begun.
      await docker('exec', container, 'sh', '-c', 'kill -9 $(cat /proc/1/task/1/children)');
      const restarts = () => docker('inspect', '--format', '{{.RestartCount}}', container);
      await vi.waitFor(async () => expect(Number(await restarts())).toBe(1), { timeout: 30_000 });
      await whenHealthy(container);
    }
  });
});

test.each(['api', 'projector', 'postgres', 'eventstore'])(
  '%s standing still for 12 seconds: every request is answered, and nothing is lost or twice',
  async (service) => {
    const container = await one(service);
    const load = await loaded(() => standsStill(container, 12_000));
    expect(load.total()).toBeGreaterThan(load.unavailable());
  },
);

/** The address in the network of Postgres of the replica that leads. */
async function leader(): Promise<string | undefined> {
  const { rows } = await fleet.pool.query<{ address: string }>(
    `select distinct host(client_addr) as address from pg_stat_activity
     where application_name = 'evo-api-sessions'
       and pid in (select pid from pg_locks where locktype = 'advisory' and granted)`,
  );
  return rows[0]?.address;
}

test('the replica that leads is cut off from Postgres without a word: another one leads within 30 seconds', async () => {
  const network = `${(await docker('inspect', '--format', '{{index .Config.Labels "com.docker.compose.project"}}', await one('api'))).trim()}_database`;
  const format = `{{(index .NetworkSettings.Networks "${network}").IPAddress}}`;
  const before = await leader();
  expect(before).toBeDefined();
  const apis = await site.containersOf('api');
  const addresses = await Promise.all(apis.map((api) => docker('inspect', '--format', format, api)));
  const cut = apis[addresses.findIndex((address) => address.trim() === before)];
  if (!cut) throw new Error(`none of ${addresses} is ${before}`);
  await loaded(async () => {
    await docker('network', 'disconnect', network, cut);
    try {
      const led = async () => {
        const address = await leader();
        expect(address).toBeDefined();
        expect(address).not.toBe(before);
      };
      await vi.waitFor(led, { timeout: 30_000, interval: 500 });
    } finally {
      await docker('network', 'connect', network, cut);
    }
    await whenHealthy(cut);
  });
});

/** What the next release has: rows of read models come out otherwise, and a table is new. */
const CHANGES = [
  {
    file: 'projector/read-models/describe.ts',
    from: "return 'Claimed rewards'",
    to: "return 'Rewards claimed'",
  },
];
const MIGRATION = { 'api/migrations/9001_next.sql': 'create table processes.of_next_release (id int);\n' };

/** Another release as an image: this one's, and what the folder has in its place. */
async function imageOf(release: string, folder: string, lines: string): Promise<string> {
  await writeFile(join(folder, 'Dockerfile'), `FROM evo-rewards:${site.release}\n${lines}`);
  await writeFile(join(folder, '.dockerignore'), 'node_modules\n');
  await docker('build', '--tag', `evo-rewards:${release}`, folder);
  images.unshift(release);
  return release;
}

async function expectReleaseOf(release: string): Promise<void> {
  const id = (await docker('image', 'inspect', '--format', '{{.Id}}', `evo-rewards:${release}`)).trim();
  for (const [service, count] of [
    ['api', 3],
    ['projector', 2],
  ] as const) {
    const containers = await site.containersOf(service);
    const found = await Promise.all(
      containers.map((each) => docker('inspect', '--format', '{{.Image}}', each)),
    );
    expect(found.map((each) => each.trim())).toEqual(Array.from({ length: count }, () => id));
  }
}

test('a release with other read models and a new table takes over while people go on, and the one before again: none fails, under one in a hundred is told to come again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'evo-next-image-'));
  try {
    await makeRelease(folder, CHANGES, MIGRATION);
    const parts = ['contracts', 'ledger', 'projector', 'api'];
    const next = await imageOf(
      `next-${randomUUID().slice(0, 8)}`,
      folder,
      parts.map((part) => `COPY ${part} ./${part}\n`).join(''),
    );
    const load = await loaded(async () => {
      await site.upgrade(next);
      await expectReleaseOf(next);
      const { rows } = await fleet.pool.query(
        "select to_regclass('processes.of_next_release') is not null as is_there",
      );
      expect(rows).toEqual([{ is_there: true }]);
      await site.upgrade(site.release);
      await expectReleaseOf(site.release);
    });
    expect(load.unavailable()).toBeLessThan(load.total() / 100);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a secret that was replaced comes into force in all programs while people go on, and is no reason twice', async () => {
  const metrics = (token: string) => {
    const code = `fetch('http://127.0.0.1:9464/metrics', { headers: { authorization: 'Bearer ${token}' } }).then((a) => console.log(a.status))`;
    return Promise.all(
      ['api', 'projector'].map(async (service) => {
        const containers = await site.containersOf(service);
        return Promise.all(containers.map((each) => docker('exec', each, 'node', '--eval', code)));
      }),
    ).then((said) => said.flat().map(Number));
  };
  const file = join(site.folder, 'secrets/metrics-token');
  const token = randomUUID();
  await writeFile(`${file}.new`, token, { mode: 0o444 });
  await rename(`${file}.new`, file);
  expect(await metrics(token)).toEqual([401, 401, 401, 401, 401]);
  const load = await loaded(() => site.upgrade(site.release));
  expect(load.unavailable()).toBeLessThan(load.total() / 100);
  expect(await metrics(token)).toEqual([200, 200, 200, 200, 200]);
  const before = await Promise.all(['api', 'projector'].map(site.containersOf));
  await site.upgrade(site.release);
  expect(await Promise.all(['api', 'projector'].map(site.containersOf))).toEqual(before);
});

test('a release that does not get well leaves everything as it was, and a second upgrade beside it is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'evo-broken-image-'));
  try {
    await writeFile(join(folder, 'main.ts'), "throw new Error('of a release that is broken');\n");
    const release = `broken-${randomUUID().slice(0, 8)}`;
    const broken = await imageOf(release, folder, 'COPY main.ts ./api/main.ts\n');
    const before = await Promise.all(['api', 'projector'].map(site.containersOf));
    await loaded(async () => {
      const [first, second] = await Promise.allSettled([site.upgrade(broken, 20), site.upgrade(broken, 20)]);
      const said = [first, second].map((one) =>
        one.status === 'rejected' ? String(one.reason) : 'it ended well',
      );
      expect(said.toSorted((one, other) => one.length - other.length)).toEqual([
        expect.stringContaining('Another upgrade is under way'),
        expect.stringMatching(/of a release that is broken[\s\S]*what ran before goes on/),
      ]);
    });
    expect(await Promise.all(['api', 'projector'].map(site.containersOf))).toEqual(before);
    await expectReleaseOf(site.release);
  } finally {
    await rm(folder, { recursive: true });
  }
});

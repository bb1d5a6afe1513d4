import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { EMPTY_UI } from '../api/testing/empty-ui.ts';
import { startApp, type TestApp } from '../api/testing/start-app.ts';
import { programEnvironment } from '../ledger/testing/program-environment.ts';

const ROOT = join(import.meta.dirname, '..');
const flag = z.boolean().default(false);
const lock = z.object({
  packages: z.record(z.string(), z.object({ dev: flag, optional: flag, devOptional: flag })),
});

/** A program whose two stores a deployed one can use. */
let stores: TestApp;
let folder: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  stores = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'evo-production-'));
  await copyDeployment(folder);
});
afterAll(async () => {
  for (const one of running) if (one.kill('SIGKILL')) await once(one, 'exit');
  await stores.close();
  await rm(folder, { recursive: true });
});

/** What the image holds: the back end's code, and of the packages those that `npm prune --omit=dev --omit=optional` leaves. */
async function copyDeployment(to: string): Promise<void> {
  const { packages } = lock.parse(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')));
  await cp(join(ROOT, 'package.json'), join(to, 'package.json'));
  for (const part of ['contracts', 'ledger', 'projector', 'api']) {
    await cp(join(ROOT, part), join(to, part), { recursive: true });
  }
  const production = Object.entries(packages).filter(
    // What lies in another package comes with it.
    ([path, { dev, optional, devOptional }]) =>
      !dev && !optional && !devOptional && /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path),
  );
  for (const [path] of production) {
    await mkdir(dirname(join(to, path)), { recursive: true });
    await symlink(join(ROOT, path), join(to, path));
  }
}

/** Its standard error so far; the settings of this machine are not its own. */
function start(
  program: string,
  env: Record<string, string>,
  parameters: readonly string[] = [],
): { readonly said: () => string; child: ChildProcess } {
  const child = spawn(process.execPath, ['--preserve-symlinks', program, ...parameters], {
    cwd: folder,
    env: { ...programEnvironment(), EVENTSTORE_URL: stores.eventStoreUrl, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let said = '';
  for (const out of [child.stdout, child.stderr]) out?.on('data', (part) => (said += part));
  return { said: () => said, child };
}

test('the type checker is none of the packages that a deployment holds', async () => {
  expect(await readFile(join(ROOT, 'Dockerfile'), 'utf8')).toContain('npm prune --omit=dev --omit=optional');
  await expect(access(join(folder, 'node_modules/viem'))).resolves.toBeUndefined();
  await expect(access(join(folder, 'node_modules/typescript'))).rejects.toThrow('ENOENT');
});

test('both programs run without what only the browser, a trial or the tests need', async () => {
  const deployed = { DATABASE_URL: stores.databaseUrl, LOG_LEVEL: 'info' };
  const projector = start('projector/main.ts', deployed);
  const api = start('api/main.ts', {
    ...deployed,
    PORT: '0',
    UI_DIST: EMPTY_UI,
    VAULT_KEY: (await readFile(join(stores.dataDir, 'vault.key'), 'utf8')).trim(),
    SUPER_ADMIN_WALLET: `0x${'1'.repeat(40)}`,
  });
  await expect.poll(api.said, { timeout: 120_000 }).toMatch(/http:\/\/localhost:\d+/);
  const [url = ''] = /http:\/\/localhost:\d+/.exec(api.said()) ?? [];
  const answer = await fetch(`${url}/api/public/raffles`);
  expect(answer.status).toBe(200);
  await expect.poll(projector.said, { timeout: 120_000 }).toContain('the projector follows the ledger');
  expect([api.child.exitCode, projector.child.exitCode]).toEqual([null, null]);
});

test('an audit that has no Postgres to fold the ledger in says so and ends, and takes one that it is given', async () => {
  const verify = async (...more: string[]) => {
    const audit = ['verify', stores.eventStoreUrl, '--against', stores.databaseUrl, '--super-admin'];
    const { child, said } = start('projector/audit/main.ts', {}, [...audit, `0x${'1'.repeat(40)}`, ...more]);
    const [code] = await once(child, 'exit');
    return { code, said: said() };
  };
  expect(await verify()).toMatchObject({ code: 2, said: expect.stringContaining('Name one with --fold-in') });
  const databases = async () => {
    const client = new pg.Client({ connectionString: stores.databaseUrl });
    await client.connect();
    const { rows } = await client.query("select datname from pg_database where datname like 'evo_audit%'");
    await client.end();
    return rows;
  };
  expect(await verify('--fold-in', stores.databaseUrl)).toMatchObject({
    code: 0,
    said: expect.stringContaining('sound'),
  });
  expect(await verify('--fold-in', 'postgres://nobody@127.0.0.1:1/none')).toMatchObject({
    code: 2,
    said: expect.stringContaining('ECONNREFUSED'),
  });
  expect(await databases()).toEqual([]);
});

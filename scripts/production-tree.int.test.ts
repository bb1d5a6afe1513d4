import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { EMPTY_UI } from '../api/testing/empty-ui.ts';
import { startApp, type TestApp } from '../api/testing/start-app.ts';

const ROOT = join(import.meta.dirname, '..');
const lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), optional: z.boolean().optional() })),
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

/** What the image holds: the back end's code, and of the packages those that `npm ci --omit=dev` installs. */
async function copyDeployment(to: string): Promise<void> {
  const { packages } = lock.parse(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')));
  await cp(join(ROOT, 'package.json'), join(to, 'package.json'));
  for (const part of ['contracts', 'ledger', 'projector', 'api']) {
    await cp(join(ROOT, part), join(to, part), { recursive: true });
  }
  const production = Object.entries(packages).filter(
    // What lies in another package comes with it.
    ([path, { dev }]) => !dev && /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path),
  );
  for (const [path, { optional }] of production) {
    await mkdir(dirname(join(to, path)), { recursive: true });
    // Of optional ones those of other systems are not there.
    await symlink(join(ROOT, path), join(to, path)).catch((error: unknown) => {
      if (!optional) throw error;
    });
  }
}

/** Its standard error so far; the settings of this machine are not its own. */
function start(
  program: string,
  env: Record<string, string>,
): { readonly said: () => string; child: ChildProcess } {
  const child = spawn(process.execPath, ['--preserve-symlinks', program], {
    cwd: folder,
    env: { PATH: process.env.PATH, EVENTSTORE_URL: stores.eventStoreUrl, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let said = '';
  for (const out of [child.stdout, child.stderr]) out?.on('data', (part) => (said += part));
  return { said: () => said, child };
}

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
  await expect.poll(api.said).toMatch(/http:\/\/localhost:\d+/);
  const [url = ''] = /http:\/\/localhost:\d+/.exec(api.said()) ?? [];
  const answer = await fetch(`${url}/api/public/raffles`);
  expect(answer.status).toBe(200);
  await expect.poll(projector.said).toContain('the projector follows the ledger');
  expect([api.child.exitCode, projector.child.exitCode]).toEqual([null, null]);
});

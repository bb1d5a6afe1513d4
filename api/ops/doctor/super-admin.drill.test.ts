import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { startServer } from '../../server.ts';
import { superAdminOf } from '../../testing/admin.ts';
import { createTestClient } from '../../testing/client.ts';
import { EMPTY_UI } from '../../testing/empty-ui.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { doctorCommand } from './doctor-command.ts';

let app: TestApp;
/** Of an account that was removed while it had no right, and of one that was not. */
let removed: string;
let kept: string;
beforeAll(async () => {
  app = await startApp();
  const [gone, stays] = [createTestClient(app.url), createTestClient(app.url)];
  for (const client of [gone, stays]) await client.connect();
  [removed, kept] = [gone.account.address, stays.account.address];
  const { user } = (await gone.connect()).body;
  const admin = await superAdminOf(app);
  const removal = await admin.post('/api/admin/remove-user', {
    userId: user.id,
    reason: 'left the program',
  });
  expect(removal.status).toBe(200);
});
afterAll(() => app.close());

const settingsFor = async (superAdmin: string) => ({
  ...{ EVENTSTORE_URL: app.eventStoreUrl, DATABASE_URL: app.databaseUrl, SUPER_ADMIN_WALLET: superAdmin },
  VAULT_KEY: (await readFile(join(app.dataDir, 'vault.key'), 'utf8')).trim(),
});

const SAYS = expect.stringContaining('SUPER_ADMIN_WALLET names a wallet whose account was removed');

test('doctor finds a super admin whose account was removed', async () => {
  const findingsFor = async (superAdmin: string) => {
    const { text } = await doctorCommand(['--json'], await settingsFor(superAdmin));
    return JSON.parse(text).findings as { name: string; state: string; text: string }[];
  };
  const found = { name: 'settings', state: 'fault', text: SAYS };
  expect(await findingsFor(removed.toLowerCase())).toContainEqual(found);
  expect(await findingsFor(kept)).not.toContainEqual(found);
});

test('a start warns of a super admin whose account was removed', async () => {
  const said: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
  const settings = { ...(await settingsFor(removed)), PORT: '0', UI_DIST: EMPTY_UI };
  const server = await startServer(readConfig(settings), logger);
  try {
    await expect.poll(() => said).toContainEqual(SAYS);
  } finally {
    await server.stop();
  }
});

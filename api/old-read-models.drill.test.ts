import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Dashboard } from '../contracts/api/dashboard.ts';
import { LIVE_SCHEMA } from '../projector/database.ts';
import { readConfig } from './config.ts';
import { type RunningServer, startServer } from './server.ts';
import { createTestClient } from './testing/client.ts';
import { EMPTY_UI } from './testing/empty-ui.ts';
import { expectEqualFold } from './testing/equal-fold.ts';

let dataDir: string;
let server: RunningServer | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'evo-old-'));
});
afterEach(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<RunningServer> {
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, UI_DIST: EMPTY_UI, LOG_LEVEL: 'silent' });
  return startServer(config, pino({ level: 'silent' }));
}

/** Leaves the tables as a release would that counted differently, under the name that they had then. */
async function makeOlder(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    update ${LIVE_SCHEMA}.standings set total = 7;
    alter schema ${LIVE_SCHEMA} rename to read_models`);
  await client.end();
}

test('a data folder of an older version comes up by itself, with the right figures', async () => {
  server = await start();
  const client = createTestClient(server.url);
  await client.connect();
  const claim = await client.post('/api/rewards/claim', {});
  const position = claim.headers.get('x-ledger-position') ?? '';
  expect((await client.get('/api/dashboard', { 'x-ledger-position': position })).status).toBe(200);
  await makeOlder(server.databaseUrl);
  await server.stop();

  server = await start();
  const again = createTestClient(server.url);
  await again.connect();
  const own = createTestClient(server.url, client.privateKey);
  await own.connect();
  const statuses = new Set<number>();
  await expect
    .poll(
      async () => {
        const { status, body } = await own.get<Dashboard>('/api/dashboard');
        statuses.add(status);
        return status === 200 && [body.user.claimedRewards, body.standing.entry.totalEvo];
      },
      { timeout: 30_000 },
    )
    .toEqual(['100', '100']);
  // Until then it says that it is not ready, and never that something is broken.
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await expectEqualFold(server);
});

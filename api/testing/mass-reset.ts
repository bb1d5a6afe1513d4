import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, vi } from 'vitest';
import { startEmbeddedEventStore } from '../../ledger/embedded/start.ts';
import type { StoredEvent } from '../../ledger/envelope.ts';
import { connectEventStore } from '../../ledger/event-store.ts';
import { openAccounts } from '../../ledger/testing/open-accounts.ts';
import { createPool } from '../../projector/database.ts';
import { programStats } from '../../projector/read-models/stats/queries.ts';
import { copyCluster } from '../../projector/testing/cluster-template.ts';
import { readConfig } from '../config.ts';
import { startServer } from '../server.ts';
import { type AdminClient, asAdmin } from './admin.ts';
import { createTestClient } from './client.ts';
import { EMPTY_UI } from './empty-ui.ts';
import { expectEqualFold } from './equal-fold.ts';
import { startProgram } from './kill-rounds.ts';

type Act = { readonly kind: string; readonly done: number; readonly of: number };

/**
 * Fills a ledger with accounts that have 100 EVO each, resets them all, ends the program with SIGKILL while it is at
 * it, so many times, and checks that each was reset once.
 * @returns how many were done at each kill
 */
export async function massResetWithKills(accounts: number, kills: number): Promise<number[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'evo-reset-'));
  try {
    await Promise.all([fill(dataDir, accounts), copyCluster(join(dataDir, 'postgres'))]);
    const doneAt: number[] = [];
    for (let round = 0; round < kills; round++) {
      const program = await startProgram(dataDir);
      try {
        const admin = await adminAt(program.url, dataDir);
        if (round === 0) {
          await caughtUp(admin, accounts);
          const answer = await admin.post('/api/admin/reset-rewards', { reason: 'New season' });
          expect(answer).toMatchObject({ status: 200, body: { count: accounts + 1 } });
        }
        const before = doneAt.at(-1) ?? 0;
        doneAt.push(await until(admin, (act) => !act || act.done > before, 5));
      } finally {
        program.process.kill('SIGKILL');
        await once(program.process, 'exit');
      }
    }
    await verify(dataDir, accounts);
    return doneAt;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function fill(dataDir: string, accounts: number): Promise<void> {
  const node = await startEmbeddedEventStore({ file: join(dataDir, 'ledger.sqlite') });
  const store = connectEventStore(node.connectionString);
  await openAccounts(store, accounts);
  await store.close();
  await node.close();
}

async function adminAt(url: string, dataDir: string): Promise<AdminClient> {
  const keys = JSON.parse(await readFile(join(dataDir, 'demo-wallets.json'), 'utf8'));
  const client = createTestClient(url, keys.admin);
  // It listens before it has built its read models of a ledger that it meets for the first time.
  const isReady = async () => (await client.get('/readyz')).status === 200;
  await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout: 600_000, interval: 100 });
  // One that has just caught up with all of it may have no time yet.
  await vi.waitFor(async () => expect((await client.connect()).status).toBe(200), { timeout: 60_000 });
  return asAdmin(client);
}

async function caughtUp(admin: AdminClient, accounts: number): Promise<void> {
  for (;;) {
    const { body } = await admin.get<{ totalUsers: number }>('/api/admin/stats');
    if (body.totalUsers === accounts + 1) return;
    await sleep(50);
  }
}

/**
 * How many were done when `stop` said so; all of them when the act is over.
 * @param pause milliseconds between two questions; each takes time of the program that is asked
 */
async function until(admin: AdminClient, stop: (act: Act | null) => boolean, pause: number): Promise<number> {
  for (;;) {
    const { body } = await admin.get<{ act: Act | null }>('/api/admin/mass-act');
    if (stop(body.act)) return body.act?.done ?? Number.POSITIVE_INFINITY;
    await sleep(pause);
  }
}

async function verify(dataDir: string, accounts: number): Promise<void> {
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', UI_DIST: EMPTY_UI });
  const server = await startServer(config, pino({ level: 'error' }, pino.destination(2)));
  const pool = createPool(server.databaseUrl);
  try {
    await until(await adminAt(server.url, dataDir), (act) => act === null, 50);
    expectEachReset(await expectEqualFold(server), accounts);
    expect(await programStats(pool)).toMatchObject({ totalUsers: accounts + 1, totalRewards: 0n });
  } finally {
    await pool.end();
    await server.stop();
  }
}

/** The admin's own account is one more. */
function expectEachReset(events: readonly StoredEvent[], accounts: number): void {
  const resets = events.filter(({ type }) => type === 'RewardsReset');
  expect(resets).toHaveLength(accounts + 1);
  expect(new Set(resets.map(({ stream }) => stream)).size).toBe(accounts + 1);
  const completed = events.filter(({ type }) => type === 'MassResetCompleted');
  expect(completed.map(({ data }) => data)).toEqual([
    { requestId: expect.any(String), count: accounts + 1, total: String((accounts + 1) * 100) },
  ]);
}

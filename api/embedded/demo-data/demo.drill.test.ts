import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { StoredEvent } from '../../../ledger/envelope.ts';
import { programEnvironment } from '../../../ledger/testing/program-environment.ts';
import { copyCluster } from '../../../projector/testing/cluster-template.ts';
import { startTestPostgres } from '../../../projector/testing/postgres.ts';
import { readConfig } from '../../config.ts';
import { startServer } from '../../server.ts';
import { EMPTY_UI } from '../../testing/empty-ui.ts';
import { expectEqualFold } from '../../testing/equal-fold.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { loadDemoWallets } from '../demo-wallets.ts';

const main = new URL('./main.ts', import.meta.url).pathname;
const run = (settings: Settings, ...options: string[]) =>
  promisify(execFile)(
    process.execPath,
    [main, '--users', '24', '--days', '60', '--until', '2026-03-01', ...options],
    {
      env: { ...programEnvironment(), ...settings },
    },
  );

/** Where a run keeps what it makes. */
type Settings = {
  readonly DATA_DIR: string;
  readonly DATABASE_URL?: string;
  readonly SEAL_SECONDS?: string;
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-demo-'));
  // Started by root, Postgres runs as a user of its own.
  await chmod(folder, 0o711);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function startProgram(settings: Settings) {
  const config = readConfig({ PORT: '0', ...settings, LOG_LEVEL: 'error', UI_DIST: EMPTY_UI });
  return startServer(config, pino({ level: 'error' }, pino.destination(2)));
}

/** What a run left behind, read through a started program. */
async function inspect(settings: Settings): Promise<StoredEvent[]> {
  const server = await startProgram(settings);
  try {
    const events = await expectEqualFold(server);
    // The seed of the first raffle was committed by the program that looks.
    return events.filter(({ type }) => type !== 'SeedCommitted');
  } finally {
    await server.stop();
  }
}

/** The streams without their places in the log, which the order within a day decides. */
function streamsOf(events: readonly StoredEvent[]): Record<string, unknown[]> {
  const streams: Record<string, unknown[]> = {};
  for (const { position: _, ...event } of events) {
    streams[event.stream] = [...(streams[event.stream] ?? []), event];
  }
  return streams;
}

test('the same seed gives the same ledger, and the read models are its fold', async () => {
  const postgres = await startTestPostgres();
  onTestFinished(postgres.stop);
  // One with all of its own, and one at a Postgres elsewhere.
  const first = { DATA_DIR: join(folder, 'a') };
  const second = { DATA_DIR: join(folder, 'b'), DATABASE_URL: postgres.connectionString };
  await Promise.all([first, second].map(({ DATA_DIR }) => mkdir(DATA_DIR)));
  await copyCluster(join(first.DATA_DIR, 'postgres'));
  // Of each folder's own are the wallets only; what an admin gave names one.
  await loadDemoWallets(first.DATA_DIR);
  await cp(join(first.DATA_DIR, 'demo-wallets.json'), join(second.DATA_DIR, 'demo-wallets.json'));
  await Promise.all([run(first), run(second)]);
  const events = await inspect(first);
  expect(streamsOf(await inspect(second))).toEqual(streamsOf(events));
  const types = new Set(events.map(({ type }) => type));
  for (const type of [
    'AccountOpened',
    'SocialConnected',
    'EmailVerified',
    'CheckedIn',
    'RewardsClaimed',
    'UsernameChanged',
  ]) {
    expect(types).toContain(type);
  }
  const sources = new Set(events.map(({ data }) => ('source' in data ? data.source : undefined)));
  for (const source of ['referral_commission', 'admin']) expect(sources).toContain(source);
  for (const { metadata } of events) expect(metadata.occurredAt < '2026-03-01').toBe(true);
  await expect(run(first)).rejects.toThrow(/is not empty/);
  await expect(run(second, '--users', '0')).rejects.toThrow(/--users is a whole number/);
});

test('a ledger on which a program has run that nobody signed in to is filled behind its seals', async () => {
  const postgres = await startTestPostgres();
  onTestFinished(postgres.stop);
  const settings = { DATA_DIR: join(folder, 'c'), DATABASE_URL: postgres.connectionString };
  const program = await startProgram({ ...settings, SEAL_SECONDS: '1' });
  const typesThere = async () => (await readLedgerAt(program.eventStoreUrl)).map(({ type }) => type);
  await expect.poll(typesThere).toContain('LedgerSealed');
  await program.stop();
  await run(settings);
  const types = (await inspect(settings)).map(({ type }) => type);
  expect(types.slice(0, 2)).toEqual(['NotaryKeySet', 'LedgerSealed']);
  expect(types).toContain('AccountOpened');
});

import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StoredEvent } from '../../../ledger/envelope.ts';
import { readConfig } from '../../config.ts';
import { startServer } from '../../server.ts';
import { EMPTY_UI } from '../../testing/empty-ui.ts';
import { expectEqualFold } from '../../testing/equal-fold.ts';
import { loadDemoWallets } from '../demo-wallets.ts';

const main = new URL('./main.ts', import.meta.url).pathname;
const run = (dataDir: string, ...options: string[]) =>
  promisify(execFile)(
    process.execPath,
    [main, '--users', '24', '--days', '60', '--until', '2026-03-01', ...options],
    {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    },
  );

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-demo-'));
  // Started by root, Postgres runs as a user of its own.
  await chmod(folder, 0o711);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What a run left behind, read through a started program. */
async function inspect(dataDir: string): Promise<StoredEvent[]> {
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', UI_DIST: EMPTY_UI });
  const server = await startServer(config, pino({ level: 'error' }, pino.destination(2)));
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
  const [first, second] = [join(folder, 'a'), join(folder, 'b')];
  await Promise.all([first, second].map((dataDir) => mkdir(dataDir)));
  // Of each folder's own are the wallets only; what an admin gave names one.
  await loadDemoWallets(first);
  await cp(join(first, 'demo-wallets.json'), join(second, 'demo-wallets.json'));
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
});

test.each([
  [['--users', '0'], /--users is a whole number/],
  [['--users', 'many'], /--users is a whole number/],
  [['--until', 'tomorrow'], /--until is a day/],
  [['--activity', '2'], /--activity is a number/],
  [['--color', 'red'], /Unknown option/],
])('%j is refused with a text', async (options, text) => {
  await expect(run(join(folder, 'c'), ...options)).rejects.toThrow(text);
});

import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as yieldTurn } from 'node:timers/promises';
import { EventStoreDBClient, jsonEvent, START, streamNameFilter } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KillableNode, startKillableNode } from './testing/killable-node.ts';
import { temporaryFolder } from './testing/temporary-store.ts';

const EVENTS = 1_000_000;
const APPEND = 500;
const MiB = 1024 * 1024;

/** What the heap may wander by once all caches are full. */
const SLACK = 64 * MiB;

/** SQLite's page cache (64 MiB), the tail of recent events and the heap's slack. */
const ALLOWED_GROWTH = 160 * MiB;

let folder: string;
let file: string;
let node: KillableNode;
let client: EventStoreDBClient;

beforeAll(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'ledger.sqlite');
  node = await startKillableNode(file);
  client = EventStoreDBClient.connectionString(node.connectionString);
});
afterAll(async () => {
  await client.dispose();
  await node.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Memory that belongs to the process alone: pages of the mapped ledger file are the system's cache. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${node.pid}/status`, 'utf8');
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

function report(what: string): void {
  process.stdout.write(`${what}\n`);
}

test('a million events are appended in flat memory', async () => {
  const readings: number[] = [];
  for (let n = 0; n < EVENTS; n += 4 * APPEND) {
    await Promise.all(
      Array.from({ length: 4 }, (_, lane) => append(`account-${(n / APPEND + lane) % 5_000}`)),
    );
    if (n % 100_000 === 0) readings.push(await memory());
  }
  report(
    `appended ${EVENTS}; memory every 100,000: ${readings.map((bytes) => Math.round(bytes / MiB)).join(' ')} MiB`,
  );
  // The caches fill up over the first half.
  const half = readings[readings.length / 2] ?? 0;
  expect(Math.max(...readings)).toBeLessThan(half + SLACK);
}, 600_000);

async function append(stream: string): Promise<void> {
  const events = Array.from({ length: APPEND }, (_, n) =>
    jsonEvent({
      type: 'Happened',
      data: { n, padding: 'x'.repeat(150) },
      metadata: { commandId: randomUUID() },
    }),
  );
  await client.appendToStream(stream, events);
}

test('a million events open in under two seconds, also after kill -9', async () => {
  await client.dispose();
  await node.kill();
  const before = performance.now();
  node = await startKillableNode(file);
  const elapsed = performance.now() - before;
  client = EventStoreDBClient.connectionString(node.connectionString);
  for await (const _ of client.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 1 }));
  report(`opened ${EVENTS} events in ${Math.round(elapsed)} ms, the process included`);
  expect(elapsed).toBeLessThan(2_000);
});

test('a slow reader of a million events costs the node no memory', async () => {
  const before = await memory();
  let most = before;
  let count = 0;
  for await (const _ of client.readAll({ fromPosition: START })) {
    if (++count % 5_000 === 0) {
      // The reader is busy elsewhere; the node must wait for it.
      for (let turn = 0; turn < 20; turn++) await yieldTurn();
      most = Math.max(most, await memory());
    }
  }
  report(`read ${count} events; memory ${Math.round(before / MiB)} to at most ${Math.round(most / MiB)} MiB`);
  expect(count).toBeGreaterThanOrEqual(EVENTS);
  expect(most).toBeLessThan(before + ALLOWED_GROWTH);
}, 600_000);

test('a reader that stops reading holds up nothing', async () => {
  const before = await memory();
  const idle = client.readAll({ fromPosition: START });
  await new Promise<void>((resolve) => idle.once('readable', resolve));
  const live = client.subscribeToAll({
    fromPosition: 'end',
    filter: streamNameFilter({ prefixes: ['busy'] }),
  });
  let seen = 0;
  live.on('data', () => seen++);
  await new Promise<void>((resolve) => live.once('caughtUp', resolve));
  for (let n = 0; n < 40; n++) await append('busy');
  await expect.poll(() => seen, { timeout: 60_000 }).toBe(40 * APPEND);
  expect(await memory()).toBeLessThan(before + ALLOWED_GROWTH);
  idle.destroy();
  await live.unsubscribe();
}, 120_000);

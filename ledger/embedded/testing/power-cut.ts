import { spawnSync } from 'node:child_process';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { EventStoreDBClient, jsonEvent, START } from '@eventstore/db-client';
import { expect, vi } from 'vitest';
import { localAddress } from '../credential.ts';
import { openNode } from '../node.ts';
import { imageOf, readTrace } from './disk-image.ts';
import { startKillableNode } from './killable-node.ts';
import { temporaryFolder } from './temporary-store.ts';

const WRITERS = 4;

/** What shows each write and each sync of a program: of Debian and others a package of this name. */
export const hasStrace = spawnSync('strace', ['-V']).status === 0;

type Acknowledged = {
  readonly id: string;
  /** Milliseconds since 1970, of the moment at which its writer heard of it. */
  readonly at: number;
};

/**
 * Appends to a node in a process of its own, and then looks at the disk as it would be had the power been cut at some of
 * the moments at which an append was acknowledged: what was never synced is gone, or half of it by chance. On each such
 * disk a node starts, and has everything that was acknowledged up to then.
 * @param size bytes of each event
 */
export async function cutPower(appends: number, size: number, cuts: number): Promise<void> {
  const folder = await temporaryFolder();
  try {
    const file = join(folder, 'ledger.sqlite');
    const trace = join(folder, 'trace');
    const acknowledged = await appendTraced(file, trace, appends, size);
    const calls = await readTrace(trace, [file, `${file}-wal`]);
    expect(acknowledged).toHaveLength(appends);
    for (let n = 1; n <= cuts; n++) {
      // The last one is the last acknowledgement of all.
      const { at } = acknowledged[Math.ceil((appends * n) / cuts) - 1] as Acknowledged;
      for (const unsynced of ['gone', 'half of it there'] as const) {
        const there = await eventsOn(join(folder, `${n} ${unsynced}`), imageOf(calls, at, unsynced));
        const missing = acknowledged.filter((one) => one.at <= at && !there.has(one.id));
        expect(missing, `cut ${n} of ${cuts}, what was not synced is ${unsynced}`).toEqual([]);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** In the order of the acknowledgements. */
async function appendTraced(
  file: string,
  trace: string,
  appends: number,
  size: number,
): Promise<readonly Acknowledged[]> {
  const node = await startKillableNode(file, undefined, [
    ...['strace', '-D', '-f', '-o', trace],
    // With the paths of files, moments and durations, and all bytes in hex.
    ...['-y', '-ttt', '-T', '-xx', '-s', '1000000'],
    ...[
      '-e',
      'trace=pwrite64,pwritev,pwritev2,ftruncate,fallocate,fsync,fdatasync,sync_file_range,renameat2',
    ],
  ]);
  const client = EventStoreDBClient.connectionString(node.connectionString);
  const acknowledged: Acknowledged[] = [];
  let left = appends;
  try {
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        while (left-- > 0) {
          const event = jsonEvent({ type: 'Survived', data: { padding: 'x'.repeat(size) } });
          await client.appendToStream(`writer-${writer}`, event);
          acknowledged.push({ id: event.id, at: performance.timeOrigin + performance.now() });
        }
      }),
    );
  } finally {
    await client.dispose();
    await node.terminate();
  }
  // Who watches the node ends after it.
  const isOver = new RegExp(`^${node.pid} .*exited with`, 'm');
  await vi.waitFor(async () => expect(await endOf(trace)).toMatch(isOver), {
    timeout: 30_000,
    interval: 200,
  });
  return acknowledged;
}

/** The last lines of a file. */
async function endOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read({ position: Math.max(0, size - 4_096) });
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The ids of the events that a node has which starts on the files. */
async function eventsOn(
  folder: string,
  image: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlySet<string>> {
  await mkdir(folder);
  for (const [path, content] of image) await writeFile(join(folder, basename(path)), content);
  const node = await openNode({ file: join(folder, 'ledger.sqlite'), port: 0 });
  const client = EventStoreDBClient.connectionString(localAddress(node.port));
  try {
    const ids = new Set<string>();
    for await (const { event } of client.readAll({ fromPosition: START })) if (event) ids.add(event.id);
    return ids;
  } finally {
    await client.dispose();
    await node.close();
  }
}

import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { processExists } from '../ledger/process-exists.ts';

const SHARED_MEMORY = '/dev/shm';

/** Bytes that a whole run may take there at its fullest, four times over: one gigabyte was seen. */
const ROOM = 4 * 1024 ** 3;

const NAME = /^evo-tests-(\d+)$/;

/** What a folder in memory is judged by. */
export type Memory = {
  /** As in `/proc/mounts`. */
  readonly mounts: string;
  /** Bytes that files there may take. */
  readonly room: number;
  /** Bytes of memory that nobody uses. */
  readonly unused: number;
};

/**
 * The data folders of tests lie in memory where there is room for them, for as long as this process lives: half of
 * what a test on the real stack costs is a disk that is told to write at once. What is asked to be durable is asked as
 * before; what a disk keeps when the power goes is shown by throwing away what was never synced, wherever it lies.
 * `TMPDIR` says otherwise where it is set.
 */
export function keepFoldersInMemory(): void {
  if (process.env.TMPDIR !== undefined || process.platform !== 'linux') return;
  if (!hasRoom(lookAtMemory())) return;
  removeLeftFolders(SHARED_MEMORY);
  const folder = join(SHARED_MEMORY, `evo-tests-${process.pid}`);
  // Postgres runs as its own user under root, and makes files there.
  mkdirSync(folder, { mode: 0o755 });
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
}

/** Whether files there are held in memory, may be run as programs, and leave enough for everything else. */
export function hasRoom({ mounts, room, unused }: Memory): boolean {
  const mount = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, path]) => path === SHARED_MEMORY);
  const [, , type, options = ''] = mount ?? [];
  const isFit =
    type === 'tmpfs' && !options.split(',').some((option) => option === 'noexec' || option === 'ro');
  return isFit && room >= ROOM && unused >= 2 * ROOM;
}

/** Removes what runs have left that were killed. */
export function removeLeftFolders(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !processExists(Number(pid))) {
      rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
}

function lookAtMemory(): Memory {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return { mounts: readFileSync('/proc/mounts', 'utf8'), room: bavail * bsize, unused: unusedMemory() };
  } catch {
    // A system without it.
    return { mounts: '', room: 0, unused: 0 };
  }
}

/** What files have been read into counts as unused: it is given up when it is needed. */
function unusedMemory(): number {
  const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
  return kilobytes === undefined ? freemem() : Number(kilobytes) * 1024;
}

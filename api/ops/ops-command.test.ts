import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockFolder } from '../../projector/embedded-postgres/lock.ts';
import { opsCommand } from './ops-command.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'evo-ops-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

/** What the command says, and its exit code. */
async function ops(args: readonly string[], settings: Record<string, string> = {}) {
  const said: Record<'out' | 'err', unknown[]> = { out: [], err: [] };
  const code = await opsCommand(
    args,
    { DATA_DIR: dataDir, ...settings },
    { say: (text) => said.out.push(text), tell: (text) => said.err.push(text) },
  );
  // What nobody expected is told as it is, so that its stack is there.
  return {
    code,
    out: said.out.join('\n'),
    err: said.err.map((one) => (one instanceof Error ? one.stack : one)).join('\n'),
  };
}

const NAMES = ['doctor', 'store-rights', 'backup', 'restore', 'rotate-vault-key', 'retry-parked'];

test('who asks for help, also behind a command, is told what there is, and ends with 0', async () => {
  for (const args of [['--help'], ['-h'], ['help'], ['backup', '--help'], ['rotate-vault-key', '-h']]) {
    const { out, ...ended } = await ops(args);
    expect(ended).toEqual({ code: 0, err: '' });
    for (const name of NAMES) expect(out).toContain(`npm run ops -- ${name} `);
  }
});

test('who names nothing that there is is told in one line what there is, and ends with 2', async () => {
  for (const args of [[], ['nonsense'], ['constructor']]) {
    const { err, ...ended } = await ops(args);
    expect(ended).toEqual({ code: 2, out: '' });
    expect(err).not.toContain('\n');
    for (const name of NAMES) expect(err).toContain(name);
  }
});

/** Where nobody answers. */
const AT_A_STORE = {
  EVENTSTORE_URL: 'esdb://evo:secret@127.0.0.1:1',
  SUPER_ADMIN_WALLET: `0x${'1'.repeat(40)}`,
};

test.each<[args: string[], code: number, says: string, settings?: Record<string, string>]>([
  [['backup'], 2, 'Name one folder: backup FOLDER'],
  [['backup', ''], 2, 'Name one folder: backup FOLDER'],
  [['backup', 'one', 'two'], 2, 'Name one folder: backup FOLDER'],
  [['backup', 'one', '--keys', ''], 2, 'What stands behind --keys is empty'],
  [['restore'], 2, 'Name one folder: restore FOLDER'],
  [['restore', 'one', 'two'], 2, 'Name one folder: restore FOLDER'],
  [['restore', 'one', '--keys='], 2, 'What stands behind --keys is empty'],
  [['rotate-vault-key', 'now'], 2, 'rotate-vault-key takes no arguments'],
  [['retry-parked', 'forget', 'one'], 2, 'retry-parked list, retry ID, retry --all or dismiss ID'],
  [['retry-parked', 'list', 'one'], 2, 'retry-parked list, retry ID, retry --all or dismiss ID'],
  [['retry-parked', 'retry', 'one', '--all', '--reason', 'x'], 2, 'retry-parked list, retry ID'],
  [['retry-parked', 'retry', '--reason', 'x'], 2, 'retry needs the id of an event'],
  [['retry-parked', 'dismiss', 'one'], 2, 'Say why with --reason'],
  [['store-rights', '--set'], 2, 'Name a file with user:password', AT_A_STORE],
  [['store-rights', '--as-admin', 'file'], 2, 'it goes with --set', AT_A_STORE],
  [['backup', 'one', '--nonsense'], 2, "Unknown option '--nonsense'"],
  [['restore', 'one', '--key', 'two'], 2, "Unknown option '--key'"],
  [['restore', '/nowhere/at/all'], 1, 'this is no backup, or one that was not finished'],
  [['backup', 'one'], 1, 'PORT: ', { PORT: 'x' }],
  // As where DATA_DIR was forgotten, or mistyped.
  [['backup', 'one'], 1, 'holds no Postgres'],
  [['retry-parked'], 1, 'holds no Postgres'],
  [['raffle-entries', '1'], 1, 'holds no Postgres'],
])('%j ends with %i and one message, and makes nothing', async (args, code, says, settings) => {
  const { err, ...ended } = await ops(args, settings);
  expect(ended).toEqual({ code, out: '' });
  expect(err).toContain(says);
  // A stack is for what nobody expected.
  expect(err).not.toMatch(/^ +at /m);
  expect(await readdir(dataDir)).toEqual([]);
});

test('on a folder that another process of the program uses a command says so, and no more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'evo-ops-'));
  await mkdir(join(folder, 'postgres', 'cluster'), { recursive: true });
  const unlock = lockFolder(join(folder, 'postgres', 'lock'), folder);
  try {
    const { err, ...ended } = await ops(['retry-parked', 'list'], { DATA_DIR: folder });
    expect(ended).toEqual({ code: 1, out: '' });
    expect(err).toContain(`${folder}/postgres is in use by another process of this program`);
    expect(err).not.toMatch(/^ +at /m);
  } finally {
    unlock();
    await rm(folder, { recursive: true });
  }
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endServer, isRunning } from './embedded-postgres/orphan.ts';
import { addressOfRunning } from './embedded-postgres/running.ts';
import type { Settings } from './embedded-postgres/server.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { forgetfulSettings } from './forgetful.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { portOf, throughPort } from './testing/through-port.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await temporaryFolder();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A process of its own that owns a Postgres, for killing. */
async function owner(): Promise<{ child: ChildProcess; connectionString: string }> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)};
    const { connectionString } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    process.stdout.write(connectionString + '\\n');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const connectionString = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
  return { child, connectionString };
}

async function postmaster(): Promise<number> {
  return Number((await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** What there is of Unix sockets in the folder of its cluster. */
async function sockets(): Promise<string[]> {
  return (await readdir(join(dataDir, 'cluster'))).filter((name) => name.startsWith('.s.'));
}

test('keeps its data over restarts, and is durable', async () => {
  const first = await startEmbeddedPostgres({ dataDir });
  await query(first.connectionString, `create table kept as select 'here' as word`);
  const db = new pg.Client(first.connectionString);
  await db.connect();
  expect(await forgetfulSettings(db)).toEqual([]);
  await db.end();
  await first.stop();
  const second = await startEmbeddedPostgres({ dataDir });
  expect(await query(second.connectionString, 'select word from kept')).toEqual([{ word: 'here' }]);
  await second.stop();
});

/** How a connection reaches it: null over a Unix socket. */
const clientAddress = 'select inet_client_addr() as address';

test('is reached over a Unix socket that only the owner of its folder can use, and by TCP', async () => {
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await query(connectionString, clientAddress)).toEqual([{ address: null }]);
  const byTcp = throughPort(connectionString, portOf(connectionString));
  expect(await query(byTcp, clientAddress)).toEqual([{ address: '127.0.0.1' }]);
  const listens = `select setting from pg_settings where name = 'listen_addresses'`;
  expect(await query(connectionString, listens)).toEqual([{ setting: '127.0.0.1' }]);
  for (const name of ['cluster', 'password', 'postgres.log', 'lock'])
    expect([name, (await stat(join(dataDir, name))).mode & 0o077]).toEqual([name, 0]);
  // Root's Postgres is another user, who passes through.
  expect((await stat(dataDir)).mode & 0o076).toBe(0);
  for (const address of [connectionString, byTcp]) {
    const wrong = new URL(address);
    wrong.password = 'wrong';
    await expect(query(wrong.href, clientAddress)).rejects.toThrow('password authentication failed');
  }
  await stop();
  expect(await sockets()).toEqual([]);
});

test.each([
  ['in a folder whose path is too long for one', false],
  ['where Postgres finds that it can make none', true],
])('without a Unix socket it is reached by TCP: %s', async (_, triesToMakeOne) => {
  const folder = join(dataDir, 'long'.repeat(25));
  const settings: Settings = triesToMakeOne ? { unix_socket_directories: folder } : {};
  const { connectionString, stop } = await startEmbeddedPostgres({
    dataDir: folder,
    durable: false,
    settings,
  });
  expect(await query(connectionString, clientAddress)).toEqual([{ address: '127.0.0.1' }]);
  expect(await addressOfRunning(folder)).toBe(connectionString);
  await stop();
});

test('a folder with characters of an address in its name is reached over its Unix socket', async () => {
  const folder = join(dataDir, 'a folder, 50% of ä&b=c+d');
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir: folder, durable: false });
  expect(await query(connectionString, clientAddress)).toEqual([{ address: null }]);
  await stop();
});

test('without the file of its password it is not started, and nothing is left running', async () => {
  const { stop } = await startEmbeddedPostgres({ dataDir, durable: false });
  await stop();
  await rename(join(dataDir, 'password'), join(dataDir, 'mislaid'));
  await expect(startEmbeddedPostgres({ dataDir, durable: false })).rejects.toThrow(join(dataDir, 'password'));
  expect(await readdir(join(dataDir, 'cluster'))).not.toContain('postmaster.pid');
  await rename(join(dataDir, 'mislaid'), join(dataDir, 'password'));
  const next = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await query(next.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  await next.stop();
});

test('a second owner of the folder is refused, and the first goes on', async () => {
  const first = await startEmbeddedPostgres({ dataDir, durable: false });
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('in use by another process');
  expect(await query(first.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  await first.stop();
});

test('Postgres ends when its process is killed', async () => {
  const { child } = await owner();
  const pid = await postmaster();
  child.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('Postgres ends also when its process is killed before it was ready', async () => {
  const script = `
    import { readFileSync, writeSync } from 'node:fs';
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)};
    void startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    setInterval(() => {
      try {
        const [pid] = readFileSync(${JSON.stringify(join(dataDir, 'cluster', 'postmaster.pid'))}, 'utf8').split('\\n');
        if (Number(pid) > 0) writeSync(1, pid) && process.kill(process.pid, 'SIGKILL');
      } catch {}
    }, 1);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [text]: Buffer[] = await once(child.stdout, 'data');
  const pid = Number(text);
  try {
    await expect.poll(() => isRunning(pid)).toBe(false);
  } finally {
    await endServer(pid);
  }
});

test('kill -9 of everything: committed data are there after the restart', async () => {
  const { child, connectionString } = await owner();
  await query(connectionString, `create table kept as select 'here' as word`);
  const pid = await postmaster();
  process.kill(pid, 'SIGKILL');
  child.kill('SIGKILL');
  expect(await sockets()).not.toEqual([]);
  const next = await startEmbeddedPostgres({ dataDir });
  expect(await query(next.connectionString, 'select word from kept')).toEqual([{ word: 'here' }]);
  await next.stop();
  expect(await sockets()).toEqual([]);
});

test('a restart at once after kill -9 ends the orphan and finds the data', async () => {
  const { child, connectionString } = await owner();
  await query(connectionString, `create table kept as select 'here' as word`);
  const pid = await postmaster();
  // A stopped server cannot follow its guard: it stays as an orphan that still holds the folder.
  process.kill(pid, 'SIGSTOP');
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
  setTimeout(() => process.kill(pid, 'SIGCONT'), 300);
  const next = await startEmbeddedPostgres({ dataDir });
  expect(await query(next.connectionString, 'select word from kept')).toEqual([{ word: 'here' }]);
  await expect.poll(() => isRunning(pid)).toBe(false);
  await next.stop();
});

test('a stale postmaster.pid whose number belongs to another program does not keep it from starting', async () => {
  const first = await startEmbeddedPostgres({ dataDir, durable: false });
  const lines = (await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
  await first.stop();
  const bystander = spawn('sleep', ['60']);
  await writeFile(join(dataDir, 'cluster', 'postmaster.pid'), [bystander.pid, ...lines.slice(1)].join('\n'));
  const second = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(bystander.exitCode).toBeNull();
  bystander.kill();
  await second.stop();
});

// Only root starts Postgres as another user, who may be kept out.
test.runIf(process.getuid?.() === 0)('a folder that Postgres cannot reach is named', async () => {
  const closed = join(dataDir, 'closed');
  await mkdir(closed);
  await chmod(closed, 0o700);
  await expect(startEmbeddedPostgres({ dataDir: join(closed, 'data') })).rejects.toThrow(
    `${closed} is closed to others`,
  );
});

test('one that runs is found under whichever name its folder is reached', async () => {
  const link = `${dataDir}-link`;
  await symlink(dataDir, link);
  try {
    const real = await startEmbeddedPostgres({ dataDir });
    expect(await addressOfRunning(link)).toBe(real.connectionString);
    await real.stop();
    const linked = await startEmbeddedPostgres({ dataDir: link });
    expect(await addressOfRunning(dataDir)).toBe(linked.connectionString);
    await linked.stop();
  } finally {
    await rm(link);
  }
});

test('one that was killed long ago does not run, though its number is another program’s by now', async () => {
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir });
  expect(await addressOfRunning(dataDir)).toBe(connectionString);
  const file = join(dataDir, 'cluster', 'postmaster.pid');
  const left = await readFile(file, 'utf8');
  await stop();
  expect(await addressOfRunning(dataDir)).toBeUndefined();
  // As a machine that lost its power leaves it.
  await writeFile(file, left.replace(/^\d+/, String(process.pid)));
  expect(left).toContain('ready');
  expect(await addressOfRunning(dataDir)).toBeUndefined();
});

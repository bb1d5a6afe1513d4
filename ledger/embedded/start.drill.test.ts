import { once } from 'node:events';
import {
  chmod,
  copyFile,
  link,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  AccessDeniedError,
  EventStoreDBClient,
  jsonEvent,
  StreamDeletedError,
  UnavailableError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf } from '../../contracts/error-code.ts';
import { connectClient } from '../event-store-client.ts';
import { backup } from './commands/backup.ts';
import { EmbeddedEventStoreError } from './errors.ts';
import { type EmbeddedEventStore, type StartOptions, startEmbeddedEventStore } from './start.ts';
import { startKillableNode } from './testing/killable-node.ts';
import { temporaryFolder } from './testing/temporary-store.ts';

let folder: string;
let file: string;
const running: EmbeddedEventStore[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'ledger.sqlite');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((store) => store.close()));
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Partial<StartOptions> = {}): Promise<EmbeddedEventStore> {
  const store = await startEmbeddedEventStore({ file, ...options });
  running.push(store);
  return store;
}

async function refusal(options: Partial<StartOptions> = {}): Promise<unknown> {
  return start(options).then(
    () => 'it started',
    (error) => error,
  );
}

const event = (n: number, padding = '') => jsonEvent({ type: 'Happened', data: { n, padding } });

async function fill(store: EmbeddedEventStore, count: number, padding = ''): Promise<void> {
  const client = EventStoreDBClient.connectionString(store.connectionString);
  for (let n = 0; n < count; n++) await client.appendToStream(`stream-${n % 10}`, event(n, padding));
  await client.dispose();
}

async function count(store: EmbeddedEventStore): Promise<number> {
  const client = EventStoreDBClient.connectionString(store.connectionString);
  let events = 0;
  for await (const _ of client.readAll()) events++;
  await client.dispose();
  return events;
}

describe('one process owns a file', () => {
  test('a second node is told who has it', async () => {
    await start();
    const error = await refusal();
    expect(error).toBeInstanceOf(EmbeddedEventStoreError);
    expect(error).toMatchObject({ code: 'locked', message: expect.stringContaining('this process already') });
  });

  test('a node of another process is named by its id, and its death frees the file', async () => {
    const other = await startKillableNode(file);
    const error = await refusal();
    expect(error).toMatchObject({ code: 'locked', message: expect.stringMatching(/in use by process \d+/) });
    await other.kill();
    await start();
  });

  test('under whichever name it is reached', async () => {
    await mkdir(join(folder, 'of-links'));
    const names = ['another.sqlite', 'of-links/ledger.sqlite', 'twice.sqlite'].map((name) =>
      join(folder, name),
    );
    // Two of them lead there before there is a file.
    for (const name of names.slice(0, 2)) await symlink(file, name);
    await symlink('another.sqlite', join(folder, 'twice.sqlite'));
    await symlink(folder, join(folder, 'of-links', 'folder'));
    names.push(join(folder, 'of-links', 'folder', 'ledger.sqlite'));
    const first = await start({ file: join(folder, 'another.sqlite') });
    await fill(first, 3);
    for (const name of [file, ...names]) {
      expect(await refusal({ file: name }), name).toMatchObject({ code: 'locked' });
    }
    await first.close();
    expect(await count(await start())).toBe(3);
  });

  test('one that has two names is served under neither, because two nodes would each keep a log of their own', async () => {
    const store = await start();
    await fill(store, 3);
    await store.close();
    const other = join(folder, 'other.sqlite');
    await link(file, other);
    for (const name of [file, other]) {
      expect(await refusal({ file: name }), name).toMatchObject({
        code: 'several-names',
        message: expect.stringContaining('2 names'),
      });
    }
    await rm(other);
    expect(await count(await start())).toBe(3);
  });

  test('a second node does not make the credential of the first anew, though others could have read it', async () => {
    const credentialFile = join(folder, 'ledger.credential');
    const first = await start({ credentialFile });
    const made = await readFile(credentialFile, 'utf8');
    expect(first.connectionString).toContain(`//${made.trim()}@`);
    await chmod(credentialFile, 0o644);
    expect(await refusal({ credentialFile })).toMatchObject({ code: 'locked' });
    expect(await readFile(credentialFile, 'utf8')).toBe(made);
    await first.close();
    const next = await start({ credentialFile });
    const anew = await readFile(credentialFile, 'utf8');
    expect(anew).not.toBe(made);
    expect(next.connectionString).toContain(`//${anew.trim()}@`);
  });

  test('after close the file can be opened again and has everything', async () => {
    const store = await start();
    await fill(store, 25);
    await store.close();
    expect(await store.closed).toBeUndefined();
    expect(await count(await start())).toBe(25);
  });
});

describe('a node with a credential', () => {
  const toEnd = async (read: AsyncIterable<unknown>) => {
    for await (const _ of read);
  };
  const someUser = { credentials: { username: 'admin', password: 'changeit' } };
  const calls: Record<string, (client: EventStoreDBClient) => Promise<unknown>> = {
    'a batched append': (client) => client.appendToStream('kept', event(2)),
    'an append by itself': (client) => client.appendToStream('kept', event(2), someUser),
    'a deletion': (client) => client.deleteStream('kept'),
    'a deletion for ever': (client) => client.tombstoneStream('kept'),
    'a read of a stream': (client) => toEnd(client.readStream('kept')),
    'a read of everything': (client) => toEnd(client.readAll()),
    'a subscription to a stream': (client) => toEnd(client.subscribeToStream('kept')),
    'a subscription to everything': (client) => toEnd(client.subscribeToAll()),
  };

  test.each(Object.entries(calls))(
    '%s is refused to whoever does not bring it, and does nothing',
    async (_call, make) => {
      const store = await start({ credentialFile: join(folder, 'ledger.credential') });
      const owner = connectClient(store.connectionString);
      await owner.appendToStream('kept', event(1));
      const [, password = ''] = /:([^:@/]+)@/.exec(store.connectionString) ?? [];
      expect(password.length).toBeGreaterThan(40);
      for (const other of ['', `evo:${password.slice(0, -1)}@`, `evo:${password}x@`, `eve:${password}@`]) {
        const client = connectClient(`esdb://${other}127.0.0.1:${store.port}?tls=false`);
        await expect(make(client), other).rejects.toBeInstanceOf(AccessDeniedError);
        await client.dispose();
      }
      expect(await owner.appendToStream('kept', event(3))).toMatchObject({ nextExpectedRevision: 1n });
      await owner.dispose();
    },
  );
});

describe('what it will not open is left as it is', () => {
  /** One event, of a node that is killed before the file itself has it. */
  async function leaveNewestInLog() {
    const node = await startKillableNode(file);
    const client = EventStoreDBClient.connectionString(node.connectionString);
    await client.appendToStream('newest', event(1));
    await client.dispose();
    await node.kill();
  }

  test('something that is no database', async () => {
    await writeFile(file, 'This is a letter to my grandmother, and no database at all.'.repeat(100));
    expect(await refusal()).toMatchObject({ code: 'damaged' });
  });

  test('the newest events of a ledger that was moved away without them', async () => {
    await leaveNewestInLog();
    const moved = join(folder, 'moved.sqlite');
    await rename(file, moved);
    expect(await refusal()).toMatchObject({
      code: 'damaged',
      message: expect.stringContaining('move it there'),
    });
    await rename(`${file}-wal`, `${moved}-wal`);
    expect(await count(await start({ file: moved }))).toBe(1);
    expect(await count(await start())).toBe(0);
  });

  test('those of one that a link led to, either', async () => {
    const own = join(folder, 'elsewhere.sqlite');
    await symlink(own, file);
    await leaveNewestInLog();
    const moved = join(folder, 'moved.sqlite');
    await rename(own, moved);
    expect(await refusal()).toMatchObject({
      code: 'damaged',
      message: expect.stringContaining(`${own}-wal belongs to a ledger that was moved away`),
    });
    await rename(`${own}-wal`, `${moved}-wal`);
    expect(await count(await start({ file: moved }))).toBe(1);
  });

  test('another ledger that was put over one whose newest events stand in its log', async () => {
    const own = join(folder, 'own.sqlite');
    const store = await start({ file: own });
    await fill(store, 7);
    await store.close();
    await leaveNewestInLog();
    const [bytes, log] = [await readFile(own), await readFile(`${file}-wal`)];
    await rename(own, file);
    expect(await refusal()).toMatchObject({
      code: 'damaged',
      message: expect.stringContaining(`${file}-wal belongs to another ledger than ${file}`),
    });
    expect(bytes.equals(await readFile(file))).toBe(true);
    expect(log.equals(await readFile(`${file}-wal`))).toBe(true);
    await rename(`${file}-wal`, join(folder, 'of-the-other-wal'));
    expect(await count(await start())).toBe(7);
  });

  test('a backup that was put over its ledger, whose log goes on from a later event', async () => {
    let store = await start();
    await fill(store, 40, 'x'.repeat(500));
    const copy = join(folder, 'copy.sqlite');
    await backup(file, copy);
    await fill(store, 80, 'x'.repeat(500));
    await store.close();
    await leaveNewestInLog();
    const bytes = await readFile(copy);
    await copyFile(copy, file);
    expect(await refusal()).toMatchObject({ code: 'damaged', message: expect.stringContaining(file) });
    expect(bytes.equals(await readFile(file))).toBe(true);
    await rename(`${file}-wal`, join(folder, 'of-later-wal'));
    store = await start();
    expect(await count(store)).toBe(40);
  });

  test('a database of another program', async () => {
    const database = new DatabaseSync(file);
    database.exec('CREATE TABLE recipes (name TEXT)');
    database.close();
    expect(await refusal()).toMatchObject({ code: 'not-a-ledger' });
  });

  test('a format of the future', async () => {
    await (await start()).close();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    expect(await refusal()).toMatchObject({ code: 'newer-format' });
  });

  test('a file with a destroyed page', async () => {
    const store = await start();
    await fill(store, 200, 'x'.repeat(500));
    await store.close();
    const handle = await open(file, 'r+');
    const { size } = await handle.stat();
    await handle.write(Buffer.alloc(8192, 0xa5), 0, 8192, Math.floor(size / 2 / 4096) * 4096);
    await handle.close();
    expect(await refusal()).toMatchObject({ code: 'damaged' });
  });

  test('a file that lost its newest events is noticed by what is left', async () => {
    const store = await start();
    await fill(store, 20);
    await store.close();
    const database = new DatabaseSync(file);
    database.exec('DELETE FROM events WHERE position = 15');
    database.close();
    expect(await refusal()).toMatchObject({ code: 'damaged', message: expect.stringContaining('15') });
  });
});

test('a folder that cannot be written to', async () => {
  await writeFile(join(folder, 'file'), '');
  expect(await refusal({ file: join(folder, 'file', 'ledger.sqlite') })).toMatchObject({
    code: 'folder-not-writable',
  });
  await mkdir(join(folder, 'taken.sqlite'));
  expect(await refusal({ file: join(folder, 'taken.sqlite') })).toMatchObject({
    code: 'folder-not-writable',
  });
});

test('a folder that is not there is made, for its owner alone', async () => {
  const inside = join(folder, 'new', 'data');
  await start({ file: join(inside, 'ledger.sqlite') });
  expect((await stat(inside)).mode & 0o777).toBe(0o700);
});

test('what is no credential is told as it is', async () => {
  const credentialFile = join(folder, 'odd.credential');
  await writeFile(credentialFile, 'evo:short\n', { mode: 0o600 });
  expect(await refusal({ credentialFile })).toMatchObject({
    code: 'no-credential',
    message: expect.stringContaining('odd.credential holds no credential'),
  });
  const nowhere = join(folder, 'no such folder', 'a.credential');
  expect(await refusal({ credentialFile: nowhere })).toMatchObject({
    code: 'no-credential',
    message: expect.stringContaining(`Cannot read or make ${nowhere}: ENOENT`),
  });
});

test('a port that is taken', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  expect(await refusal({ port })).toMatchObject({ code: 'port-in-use' });
  server.close();
  await start();
});

test('what is wrong with a stream is told whatever alphabet its name is in, and the node goes on', async () => {
  const store = await start();
  const client = EventStoreDBClient.connectionString(store.connectionString);
  for (const stream of ['naïve', '雪だるま', '🎲 "\r\n']) {
    await client.appendToStream(stream, event(1));
    await expect(client.deleteStream(stream, { expectedRevision: 7n })).rejects.toBeInstanceOf(
      WrongExpectedVersionError,
    );
    await client.tombstoneStream(stream);
    const read = async () => {
      for await (const _ of client.readStream(stream));
    };
    await expect(read()).rejects.toBeInstanceOf(StreamDeletedError);
    const unary = { credentials: { username: 'a', password: 'b' } };
    await expect(client.appendToStream(stream, event(2), unary)).rejects.toBeInstanceOf(StreamDeletedError);
  }
  await client.dispose();
  expect(await count(store)).toBe(6);
});

test('nobody on another address of the machine is let in', async () => {
  const { port } = await start();
  const answerAt = (host: string) =>
    new Promise<string>((resolve) => {
      const socket = connect({ host, port }, () => resolve('let in'));
      socket.once('error', (error) => resolve(String(codeOf(error))));
      socket.setTimeout(5_000, () => resolve('no answer'));
      socket.once('connect', () => socket.destroy());
    });
  expect(await answerAt('127.0.0.1')).toBe('let in');
  const others = Object.values(networkInterfaces()).flatMap((all = []) =>
    all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  );
  for (const other of ['127.0.0.2', ...others]) expect(await answerAt(other), other).not.toBe('let in');
});

test('a full disk refuses appends in words; reads go on and nothing acknowledged is lost', async () => {
  const store = await start({ maxPages: 60 });
  const client = EventStoreDBClient.connectionString(store.connectionString);
  let acknowledged = 0;
  const failure = await (async () => {
    for (let n = 0; n < 500; n++) {
      await client.appendToStream('filling', event(n, 'x'.repeat(2_000)));
      acknowledged++;
    }
  })().catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: expect.stringContaining('The disk is full') });
  const unary = client.appendToStream('filling', event(0, 'x'.repeat(9_000)), {
    credentials: { username: 'a', password: 'b' },
  });
  await expect(unary).rejects.toBeInstanceOf(UnavailableError);
  await client.dispose();
  expect(await count(store)).toBe(acknowledged);
  expect(acknowledged).toBeGreaterThan(10);
  await store.close();
  expect(await count(await start())).toBe(acknowledged);
});

test('closing ends subscriptions with an error instead of silence', async () => {
  const store = await start();
  const client = EventStoreDBClient.connectionString(store.connectionString);
  const subscription = client.subscribeToAll();
  const ended = new Promise<unknown>((resolve) => subscription.once('error', resolve));
  await new Promise<void>((resolve) => subscription.once('caughtUp', resolve));
  subscription.resume();
  await store.close();
  expect(await ended).toBeInstanceOf(UnavailableError);
  await client.dispose();
});

import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { CommitQueue, type Outcome } from './commit-queue.ts';

let database: DatabaseSync;
let queue: CommitQueue;
let heard: string[];
let syncs: ((error: Error | null) => void)[];
let writes = 0;

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (n INTEGER UNIQUE)');
  heard = [];
  syncs = [];
  writes = 0;
  const sync = {
    now: () => heard.push('synced at once'),
    later: (done: (error: Error | null) => void) => syncs.push(done),
    close: () => {},
  };
  queue = new CommitQueue(database, sync, {
    beforeCommit: () => {},
    hasWritten: () => writes > 0,
    onDurable: () => {
      writes = 0;
      heard.push('durable');
    },
    onRollback: () => {
      writes = 0;
      heard.push('rolled back');
    },
  });
});

function insert(n: number): void {
  queue.submit(
    () => {
      database.prepare('INSERT INTO t VALUES (?)').run(n);
      writes++;
      return n;
    },
    (outcome: Outcome<number>) => heard.push(outcome.ok ? `${n} is stored` : `${n} failed`),
  );
}

const count = () => database.prepare('SELECT count(*) AS n FROM t').get()?.n;

test('nobody hears of success before the disk does', async () => {
  insert(1);
  insert(2);
  await turn();
  expect(count()).toBe(2);
  expect(heard).toEqual([]);
  syncs[0]?.(null);
  expect(heard).toEqual(['durable', '1 is stored', '2 is stored']);
});

test('what arrives meanwhile waits for the next transaction, which it shares', async () => {
  insert(1);
  insert(2);
  await turn();
  insert(3);
  insert(4);
  await turn();
  expect(count()).toBe(2);
  syncs[0]?.(null);
  await turn();
  expect(count()).toBe(4);
  expect(heard).toEqual(['durable', '1 is stored', '2 is stored']);
  syncs[1]?.(null);
  expect(heard.slice(3)).toEqual(['durable', '3 is stored', '4 is stored']);
});

test('a lone write is synced at once', async () => {
  insert(1);
  await turn();
  expect(heard).toEqual(['synced at once', 'durable', '1 is stored']);
});

test('a failed transaction fails all of its writes and leaves none', async () => {
  insert(1);
  insert(1);
  await turn();
  expect(heard).toEqual(['rolled back', '1 failed', '1 failed']);
  expect(count()).toBe(0);
});

test('a transaction without writes needs no sync', async () => {
  for (const name of ['a', 'b'])
    queue.submit(
      () => {},
      () => heard.push(name),
    );
  await turn();
  expect(heard).toEqual(['durable', 'a', 'b']);
});

test('closing waits for what is under way and refuses what comes later', async () => {
  insert(1);
  insert(2);
  await turn();
  insert(3);
  const closed = queue.close().then(() => heard.push('closed'));
  insert(4);
  expect(heard).toEqual(['4 failed']);
  syncs[0]?.(null);
  await closed;
  expect(heard.at(-1)).toBe('closed');
  expect(count()).toBe(3);
});

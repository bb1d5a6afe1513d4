import { DatabaseSync } from 'node:sqlite';
import { setImmediate as aTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CommitQueue, type Outcome } from './commit-queue.ts';

let database: DatabaseSync;
let queue: CommitQueue;
/** What happened, in its order. */
let log: string[];
beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE written (n INTEGER)');
  log = [];
  queue = new CommitQueue(database, {
    beforeCommit: () => log.push('commits'),
    onCommit: () => log.push(`committed${database.isTransaction ? ' not yet' : ''}`),
    onRollback: () => log.push('rolled back'),
  });
});
afterEach(() => database.close());

const insert = (n: number) => () => {
  database.prepare('INSERT INTO written VALUES (?)').run(n);
  return n;
};
const tell = (outcome: Outcome<number>) =>
  log.push(outcome.ok ? `told ${outcome.value}` : `told ${String(outcome.error)}`);
const written = () =>
  database
    .prepare('SELECT n FROM written ORDER BY rowid')
    .all()
    .map(({ n }) => n);

test('what comes together is one transaction, and each hears of it once that is committed, in their order', async () => {
  for (const n of [1, 2, 3]) queue.submit(insert(n), tell);
  expect(log).toEqual([]);
  await aTurn();
  expect(log).toEqual(['commits', 'committed', 'told 1', 'told 2', 'told 3']);
  expect(written()).toEqual([1, 2, 3]);
});

test('what fails takes all of its transaction with it and nothing else, and each is told why', async () => {
  const fail = (): number => {
    throw new Error('no room');
  };
  queue.submit(insert(1), tell);
  queue.submit(fail, tell);
  await aTurn();
  expect(log).toEqual(['rolled back', 'told Error: no room', 'told Error: no room']);
  queue.submit(insert(2), tell);
  await aTurn();
  expect(log.slice(3)).toEqual(['commits', 'committed', 'told 2']);
  expect(written()).toEqual([2]);
});

test('one that is closed has written all that waited, however much that is, and takes nothing more', async () => {
  const many = Array.from({ length: 5_000 }, (_, n) => n);
  for (const n of many) queue.submit(insert(n), tell);
  queue.close();
  expect(written()).toEqual(many);
  expect(log.filter((line) => line.startsWith('told'))).toEqual(many.map((n) => `told ${n}`));
  // No commit keeps those who read waiting for all of them.
  expect(log.filter((line) => line === 'commits').length).toBeGreaterThan(1);
  log.length = 0;
  queue.submit(insert(-1), tell);
  await aTurn();
  expect(log).toEqual(['told Error: the node is shutting down']);
  expect(written()).toHaveLength(many.length);
});

test('a single one that waited is written and told, too', () => {
  queue.submit(insert(1), tell);
  queue.close();
  expect(log).toEqual(['commits', 'committed', 'told 1']);
  expect(written()).toEqual([1]);
});

test('who comes while others wait for their turn comes after them', async () => {
  const before = Array.from({ length: 3_000 }, (_, n) => n);
  for (const n of before) queue.submit(insert(n), tell);
  await aTurn();
  queue.submit(insert(3_000), tell);
  while (written().length <= before.length) await aTurn();
  expect(written()).toEqual([...before, 3_000]);
});

import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { ANY } from '../wire/append-request.ts';
import type { Outcome } from './commit-queue.ts';
import { EventLog, type NewEvent, type WriteResult } from './event-log.ts';
import { createSchema } from './open.ts';
import { RecentIds } from './recent-ids.ts';

test('an id is known for a hundred thousand events at the least, and takes no room after twice as many', () => {
  const ids = new RecentIds();
  ids.add('the first', 'account-1', 7);
  for (let n = 1; n < 100_000; n++) ids.add(`other ${n}`, 'account-2', n);
  expect(ids.revisionOf('the first', 'account-1')).toBe(7);
  ids.add('one more', 'account-2', 100_000);
  expect(ids.revisionOf('the first', 'account-1')).toBe(7);
  expect(ids.revisionOf('the first', 'account-2')).toBeUndefined();
  for (let n = 0; n < 200_000; n++) ids.add(`later ${n}`, 'account-2', n);
  expect(ids.revisionOf('the first', 'account-1')).toBeUndefined();
  expect(ids.revisionOf('later 199999', 'account-2')).toBe(199_999);
});

test('an append that is sent again after a start is known among the newest five thousand events of the file', () => {
  const database = new DatabaseSync(':memory:');
  createSchema(database);
  const event = (): NewEvent => ({
    ...{ id: randomUUID(), type: 'Granted', isJson: false },
    ...{ metadata: Buffer.alloc(0), data: Buffer.alloc(0) },
  });
  const append = (stream: string, events: readonly NewEvent[]) => {
    // Closing commits what waits.
    const log = new EventLog(database);
    let told: Outcome<WriteResult> | undefined;
    log.append(stream, ANY, events, (outcome) => {
      told = outcome;
    });
    log.close();
    return told;
  };
  const first = event();
  append('account-1', [event(), first]);
  append('account-2', Array.from({ length: 4_999 }, event));
  const again = { ok: true, value: { kind: 'written', revision: 1, position: 2 } };
  expect(append('account-1', [first])).toEqual(again);
  expect(append('account-1', [event()])).toMatchObject({ value: { revision: 2, position: 5_002 } });
  database.close();
});

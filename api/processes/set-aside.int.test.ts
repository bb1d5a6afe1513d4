import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredEvent } from '../../ledger/envelope.ts';
import type { SetAside, Unhandled } from '../../ledger/processes/set-aside.ts';
import { startTestDatabase, type TestDatabase } from '../testing/start-database.ts';
import { postgresSetAside } from './set-aside.ts';
import { dismissSetAside } from './set-aside-decisions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const waits = { state: 'waiting', isLate: false, reason: 'away', failures: 1 } as const;

/** What a replica may still do that had it in hand when an admin decided. */
const LATE: readonly [string, (setAside: SetAside, id: string, unhandled: Unhandled) => Promise<void>][] = [
  ['is set aside again', (setAside, _, unhandled) => setAside.add(unhandled)],
  ['is set aside as one to be parked', (setAside, _, one) => setAside.add({ ...one, state: 'parked' })],
  ['is parked', (setAside, id) => setAside.park(id, 'never')],
  ['is handled', (setAside, id) => setAside.handled(id)],
  ['fails once more', (setAside, id) => setAside.failed(id, 'away again')],
];

test.each(LATE)('an event that an admin has dismissed stays so when it %s', async (what, late) => {
  const { pool } = database;
  const setAside = postgresSetAside(pool);
  const process = `process-${what}`;
  const position = { commit: 7n, prepare: 7n };
  // What is kept of an event: the rest of it stands in the ledger.
  const event = { id: randomUUID(), type: 'AccountOpened', stream: 'account-1', revision: 0n, position };
  const unhandled: Unhandled = { process, lane: 'all', event: event as StoredEvent, ...waits };
  await setAside.add(unhandled);
  const waiting = await setAside.first(process, 'all');
  if (!waiting) throw new Error('it waits in its lane');
  const decision = { by: '0xadmin', at: new Date().toISOString(), reason: 'Nothing to be done' };
  expect(await dismissSetAside(pool, { id: waiting.id, commandId: randomUUID(), ...decision })).toBe(true);

  await late(setAside, waiting.id, unhandled);
  const { rows } = await pool.query(
    'select state, decided_by, decision_reason from processes.set_aside where process = $1',
    [process],
  );
  expect(rows).toEqual([{ state: 'dismissed', decided_by: decision.by, decision_reason: decision.reason }]);
  expect(await setAside.first(process, 'all')).toBeUndefined();
  // The process is not told it anew.
  expect(await setAside.known(process)).toEqual([position]);
});

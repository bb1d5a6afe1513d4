import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import type { StoredEvent } from '../../ledger/envelope.ts';
import type { SetAside, Unhandled } from '../../ledger/processes/set-aside.ts';
import { createPool } from '../../projector/database.ts';
import { startTestDatabase, type TestDatabase } from '../testing/start-database.ts';
import { postgresSetAside } from './set-aside.ts';
import {
  countSetAside,
  dismissSetAside,
  isDismissed,
  listSetAside,
  oldestSetAside,
  type PlaceInList,
  retrySetAside,
  whyKept,
} from './set-aside-decisions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const waits = { state: 'waiting', isLate: false, reason: 'away', failures: 1 } as const;

/** What is kept of an event: the rest of it stands in the ledger. */
function unhandledAt(commit: bigint, more: Partial<Unhandled>): Unhandled {
  const position = { commit, prepare: commit - 1n };
  const event = { id: randomUUID(), type: 'AccountOpened', stream: 'account-1', revision: 0n, position };
  return { process: 'p', lane: 'all', event: event as StoredEvent, ...waits, ...more };
}
const decided = () => ({ by: '0xadmin', at: new Date().toISOString(), commandId: randomUUID() });
const rowsOf = async (process: string) =>
  (
    await database.pool.query<{ id: string; commit: string; state: string }>(
      `select id, commit, state, is_late, failures, reason, decided_by from processes.set_aside
       where process = $1 order by commit`,
      [process],
    )
  ).rows;
const commitsOf = (waiting: readonly { readonly position: { readonly commit: bigint } }[]) =>
  waiting.map(({ position }) => position.commit);

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
  const unhandled = unhandledAt(7n, { process });
  const { position } = unhandled.event;
  await setAside.add({ ...unhandled, state: 'parked' });
  const id = (await rowsOf(process))[0]?.id ?? expect.fail('it is parked');
  const decision = { by: '0xadmin', at: new Date().toISOString(), reason: 'Nothing to be done' };
  expect(await dismissSetAside(pool, { id, commandId: randomUUID(), ...decision })).toBe('now');

  await late(setAside, id, unhandled);
  const { rows } = await pool.query(
    'select state, decided_by, decision_reason from processes.set_aside where process = $1',
    [process],
  );
  expect(rows).toEqual([{ state: 'dismissed', decided_by: decision.by, decision_reason: decision.reason }]);
  expect(await setAside.first(process, 'all')).toBeUndefined();
  // The process is not told it anew.
  expect(await setAside.known(process)).toEqual([position]);
});

test('an event that is tried by itself is not dismissed: it may be done at that moment, and whoever hears otherwise does it by hand', async () => {
  const { pool } = database;
  const setAside = postgresSetAside(pool);
  const process = 'tried';
  await setAside.add(unhandledAt(7n, { process }));
  const { id } = (await setAside.first(process, 'all')) ?? expect.fail('it waits in its lane');
  const dismissed = () => dismissSetAside(pool, { id, reason: 'Paid by hand', ...decided() });
  expect(await dismissed()).toBeUndefined();
  expect(await whyKept(pool, id)).toBe('is tried');
  await setAside.park(id, 'never');
  expect(await whyKept(pool, id)).toBeUndefined();
  // Let be tried once more, it is kept again.
  expect(await retrySetAside(pool, { id, reason: 'Mended', ...decided() })).toBe('now');
  expect(await dismissed()).toBeUndefined();
  await setAside.park(id, 'never');
  expect(await dismissed()).toBe('now');
});

test('that nothing was dismissed is not believed of a Postgres that takes no writes: a standby may lack it', async () => {
  const standby = createPool(database.connectionString, { maxConnections: 1 });
  onTestFinished(() => standby.end());
  expect(await isDismissed(standby, 'p', randomUUID())).toBe(false);
  await standby.query('set default_transaction_read_only to on');
  await expect(isDismissed(standby, 'p', randomUUID())).rejects.toMatchObject({ code: '25006' });
});

test('what waits is told in the order of its lane, what is late by itself; a failure is counted, with its reason', async () => {
  const setAside = postgresSetAside(database.pool);
  const process = 'in-order';
  const [late, later] = [6n, 8n];
  for (const commit of [9n, 4n]) await setAside.add(unhandledAt(commit, { process, lane: 'a' }));
  await setAside.add(unhandledAt(later, { process, lane: 'b', isLate: true }));
  await setAside.add(unhandledAt(late, { process, lane: 'c', isLate: true }));
  await setAside.add(unhandledAt(1n, { process, lane: 'a', state: 'parked' }));
  await setAside.add(unhandledAt(2n, { process: 'another', lane: 'a' }));
  expect(await setAside.waitingLanes(process)).toEqual(['a']);
  const told = async (...page: [LedgerPosition | undefined, number]) =>
    commitsOf(await setAside.late(process, ...page));
  expect(await told(undefined, 100)).toEqual([late, later]);
  expect(await told(undefined, 1)).toEqual([late]);
  expect(await told({ commit: late, prepare: late - 1n }, 100)).toEqual([later]);
  const first = async () => setAside.first(process, 'a');
  const earliest = await first();
  expect(earliest).toMatchObject({ lane: 'a', isLate: false, position: { commit: 4n, prepare: 3n } });

  await setAside.failed(earliest?.id ?? '', 'away again');
  expect((await rowsOf(process))[1]).toMatchObject({ state: 'waiting', failures: 2, reason: 'away again' });
  await setAside.handled(earliest?.id ?? '');
  const next = await first();
  expect(next?.position.commit).toBe(9n);
  await setAside.park(next?.id ?? '', 'never');
  expect(await first()).toBeUndefined();
  expect(await setAside.waitingLanes(process)).toEqual([]);
  expect(await rowsOf(process)).toMatchObject([
    { commit: '1', state: 'parked', failures: 1 },
    { commit: '6', state: 'waiting', is_late: true },
    { commit: '8', state: 'waiting', is_late: true },
    { commit: '9', state: 'parked', failures: 2, reason: 'never' },
  ]);
  expect(await rowsOf('another')).toMatchObject([{ commit: '2', state: 'waiting', failures: 1 }]);
});

test('an event that another leader parks while it waits is parked, and does not go when it is handled after all', async () => {
  const setAside = postgresSetAside(database.pool);
  const unhandled = unhandledAt(5n, { process: 'two-leaders' });
  await setAside.add(unhandled);
  const waiting = await setAside.first('two-leaders', 'all');
  await setAside.add({ ...unhandled, state: 'parked', reason: 'never' });
  // One that waits does not unpark it.
  await setAside.add({ ...unhandled, reason: 'away again' });
  await setAside.handled(waiting?.id ?? '');
  expect(await rowsOf('two-leaders')).toMatchObject([{ state: 'parked', reason: 'never' }]);
});

test('an admin retries what is parked, and that is told late; what waits in its lane keeps its place', async () => {
  const { pool } = database;
  const setAside = postgresSetAside(pool);
  const process = 'retried';
  await setAside.add(unhandledAt(3n, { process, state: 'parked' }));
  await setAside.add(unhandledAt(4n, { process }));
  const [parked, waiting] = await rowsOf(process);
  const retry = (id = '') => retrySetAside(pool, { id, reason: 'Mended', ...decided() });
  expect(await retry(waiting?.id)).toBeUndefined();
  expect((await setAside.first(process, 'all'))?.position.commit).toBe(4n);
  expect(await retry(parked?.id)).toBe('now');
  expect(commitsOf(await setAside.late(process, undefined, 100))).toEqual([3n]);
  expect((await setAside.first(process, 'all'))?.position.commit).toBe(4n);
  expect(await rowsOf(process)).toMatchObject([
    { state: 'waiting', is_late: true, decided_by: '0xadmin' },
    { state: 'waiting', is_late: false, decided_by: null },
  ]);
});

test('what several processes could not handle of one event is listed page by page, each once, and counted', async () => {
  const { pool } = database;
  await pool.query('delete from processes.set_aside');
  const setAside = postgresSetAside(pool);
  const processes = ['a', 'b', 'c'];
  for (const process of ['c', 'a', 'b']) await setAside.add(unhandledAt(7n, { process, state: 'parked' }));
  await setAside.add(unhandledAt(6n, { process: 'b' }));
  const listed: string[] = [];
  for (let after: PlaceInList | undefined; ; ) {
    const page = await listSetAside(pool, after, 1);
    listed.push(
      ...page.map(({ process, position: { commit, prepare } }) => `${process} C:${commit}/P:${prepare}`),
    );
    if (!page[0]) break;
    after = page[0];
  }
  expect(listed).toEqual(['b C:6/P:5', ...processes.map((process) => `${process} C:7/P:6`)]);
  const counts = (await countSetAside(pool)).map(
    ({ process, state, count }) => `${process} ${state} ${count}`,
  );
  expect(counts.toSorted()).toEqual(['a parked 1', 'b parked 1', 'b waiting 1', 'c parked 1']);
  await pool.query(`update processes.set_aside set since = now() - interval '1 hour' where process = 'a'`);
  const oldest = new Map((await oldestSetAside(pool)).map(({ state, seconds }) => [state, seconds]));
  expect(oldest.get('parked')).toBeGreaterThanOrEqual(3_600);
  expect(oldest.get('waiting')).toBeLessThan(3_600);
  // Who is woken for an old one is not woken for ever once it was decided.
  await pool.query(`update processes.set_aside set state = 'dismissed' where process = 'a'`);
  const left = new Map((await oldestSetAside(pool)).map(({ state, seconds }) => [state, seconds]));
  expect([...left.keys()].toSorted()).toEqual(['parked', 'waiting']);
  expect(left.get('parked')).toBeLessThan(3_600);
});

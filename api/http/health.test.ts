import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { LedgerAhead, LedgerCorrupt } from '../../ledger/domain-error.ts';
import type { Mail } from '../integrations/email/start-mail.ts';
import type { ProcessHost } from '../processes/leader.ts';
import { createLeaderWatch } from '../processes/leader-watch.ts';
import { healthRoutes } from './health.ts';
import { createLedgerFault } from './ledger-fault.ts';
import type { Parts } from './serve.ts';
import type { AppState } from './state.ts';

const at = { commit: '1', prepare: '1', head_commit: '1', head_prepare: '1' };
/** Read models that hold all that the ledger does. */
const LEAD = {
  ...{ host: 'here', process: 1, state: 'live', reason: null, ...at, waiting: '0', events_per_second: 0 },
  ...{ silent: '0', still: '0', since_level: '0', level: true },
};

/** A Postgres with such read models, and with nothing else in it but what is said. */
const databaseWith = (lead: object, notary: readonly object[] = []) =>
  ({
    async query(sql: string) {
      if (sql.includes('to_regclass')) return { rows: [{ exists: true }] };
      if (sql.includes('notary.status')) return { rows: notary };
      return { rows: sql.includes('.lead)') ? [lead] : [] };
    },
  }) as unknown as Parts['pool']; // of a pool nothing else is asked here

const never = () => new Promise<never>(() => undefined);
const fails = async () => {
  throw new Error('it is away');
};

let http: Server | undefined;
afterEach(() => {
  http?.closeAllConnections();
  http?.close();
});

/** How the parts of a program are; each is well unless something else is said of it. */
type Parted = {
  readonly silence?: number;
  readonly pool?: Parts['pool'];
  readonly head?: () => Promise<undefined>;
  readonly faults?: readonly LedgerCorrupt[];
  readonly isFull?: boolean;
  readonly isLeaving?: boolean;
  readonly processes?: Partial<ProcessHost>;
  readonly mail?: string;
};

/** What a program says of itself whose parts are so. */
async function readiness({ pool = databaseWith(LEAD), silence = 0, ...more }: Parted) {
  const { head = async () => undefined, faults = [], isLeaving = false, mail } = more;
  const leaderWatch = { ...createLeaderWatch(pool), silence: async () => silence };
  const ledgerRoom = { isFull: () => more.isFull === true };
  const ledgerFault = createLedgerFault(pino({ level: 'silent' }));
  for (const fault of faults) ledgerFault.note(fault);
  const parts = { pool, store: { head }, leaderWatch, ledgerFault, ledgerRoom };
  const well = { stopped: () => false, healthy: () => true, trouble: () => undefined, status: () => [] };
  const router = new Router<AppState>();
  // What the route asks of them.
  healthRoutes(router, parts as unknown as Parts, {
    projector: undefined,
    processes: { ...well, ...more.processes } as unknown as ProcessHost,
    mail: { mailer: mail === undefined ? undefined : { trouble: () => mail } } as Mail,
    isLeaving: () => isLeaving,
  });
  const server = new Koa().use(router.routes()).listen(0, '127.0.0.1');
  http = server;
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  return { code: response.status, ...(await response.json()) };
}

test('a takeover keeps nobody from being served', async () => {
  expect(await readiness({ silence: 12 })).toMatchObject({ code: 200, status: 'ready', processes: 'ok' });
});

test('is not ready while nobody leads the processes, and says for how long', async () => {
  expect(await readiness({ silence: 41 })).toMatchObject({
    ...{ code: 503, status: 'not ready', processes: 'nobody has led them for 41 s' },
  });
});

const damaged = new LedgerCorrupt('an event names another one before it');
const ahead = new LedgerAhead('CheckedIn has version 9, this program knows 1');

const WELL = { ledger: 'ok', database: 'ok', projector: 'live', processes: 'ok', mail: 'no SMTP_URL' };

test.each<[what: string, how: Parted, said: object]>([
  ['a ledger that is away', { head: fails }, { ...WELL, ledger: 'no answer' }],
  ['a ledger that says nothing', { head: never }, { ...WELL, ledger: 'no answer' }],
  ['a ledger that is corrupt', { faults: [damaged] }, { ...WELL, ledger: 'corrupt: the log says where' }],
  [
    'a ledger that only a newer release can read',
    { faults: [ahead] },
    { ...WELL, ledger: 'holds what only a newer release can read: the log says where' },
  ],
  [
    'a ledger that is corrupt, and goes on with what only a newer release can read',
    { faults: [damaged, ahead] },
    { ...WELL, ledger: 'corrupt: the log says where' },
  ],
  [
    'a Postgres that is away',
    { pool: { query: fails } as unknown as Parts['pool'] },
    { ledger: 'ok', database: 'no answer', projector: 'no answer' },
  ],
  [
    'a Postgres that says nothing',
    { pool: { query: never } as unknown as Parts['pool'] },
    { ledger: 'ok', database: 'no answer', projector: 'no answer' },
  ],
  [
    'a projector that has halted',
    { pool: databaseWith({ ...LEAD, state: 'halted', reason: 'the event store is another one' }) },
    { ...WELL, projector: 'the event store is another one' },
  ],
  ['processes that have stopped', { processes: { stopped: () => true } }, { ...WELL, processes: 'stopped' }],
  [
    'processes that stand still',
    { processes: { healthy: () => false } },
    { ...WELL, processes: 'they stand still' },
  ],
])('is not ready with %s, and says so of that part alone', async (_, how, said) => {
  expect(await readiness(how)).toMatchObject({ code: 503, status: 'not ready', ...said });
});

test('one that leaves is not ready for anybody new, however well it is', async () => {
  expect(await readiness({ isLeaving: true })).toMatchObject({ code: 503, status: 'stopping', ...WELL });
});

test.each<[what: string, how: Parted, said: object]>([
  ['a mail server that is away', { mail: 'no connection' }, { mail: 'no connection' }],
  [
    'a ledger without room, which is read as ever,',
    { isFull: true },
    { ledger: 'takes no commands: its disk is full' },
  ],
  [
    'a process that has one event which it cannot handle',
    { processes: { trouble: () => 'mails: no answer' } },
    { processes: 'mails: no answer' },
  ],
  [
    'a notary that has halted',
    { pool: databaseWith(LEAD, [{ state: 'halted', reason: 'another history' }]) },
    { notary: 'halted: another history' },
  ],
])('%s is told and keeps nobody from being served', async (_, how, said) => {
  expect(await readiness(how)).toMatchObject({ code: 200, status: 'ready', ...WELL, ...said });
});

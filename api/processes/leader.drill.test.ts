import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { signUpEmailAlone } from '../../ledger/accounts/sign-up-email.ts';
import { LedgerCorrupt } from '../../ledger/domain-error.ts';
import type { StoredEvent } from '../../ledger/envelope.ts';
import type { EventStore } from '../../ledger/event-store.ts';
import { createCommandHandler } from '../../ledger/handle-command.ts';
import type { Process } from '../../ledger/processes/process.ts';
import { startTestLedger, type TestLedgerNode, testContext } from '../../ledger/testing/start-ledger.ts';
import { createPool } from '../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../projector/testing/postgres.ts';
import { migrate } from '../migrate.ts';
import { hostProcesses, type LeadLimits, type ProcessHost } from './leader.ts';
import { createLeaderWatch } from './leader-watch.ts';

const logger = pino({ level: 'silent' });

let postgres: TestPostgres;
let pool: pg.Pool;
let ledger: TestLedgerNode;
const hosts: ProcessHost[] = [];

beforeAll(async () => {
  [postgres, ledger] = await Promise.all([startTestPostgres(), startTestLedger()]);
  pool = createPool(postgres.connectionString);
  await migrate(pool);
});
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.stop()));
});
afterAll(async () => {
  await pool.end();
  await Promise.all([postgres.stop(), ledger.stop()]);
});

/** Another replica may have led a moment ago. */
const LEAD = { timeout: 30_000 };

const LIMITS = { standAside: 3_000, checkEvery: 50 };
const QUICK = {
  lanes: { stuckAfter: 1_000, longestPause: 50 },
  drain: { pollEvery: 50, firstPause: 20, longestPause: 50 },
};
/** For a test whose processes do stand still: a busy machine's would seem to. */
const IMPATIENT = { ...QUICK, stall: { checkEvery: 20, resubscribeAfter: 100, unhealthyAfter: 300 } };

/** A replica whose one process writes down what it is told. */
function replica(
  name: string,
  act: (event: StoredEvent) => Promise<void> = async () => undefined,
  store: EventStore = ledger.store,
  lead: Partial<LeadLimits> = {},
  limits: typeof QUICK = QUICK,
) {
  const told: string[] = [];
  const process: Process = {
    name,
    laneOf: () => 'all',
    async handle(event) {
      await act(event);
      told.push(event.id);
    },
  };
  const host = hostProcesses({
    pool,
    sessions: pool,
    store,
    processes: [process],
    logger,
    lead: { ...LIMITS, ...lead },
    limits,
  });
  hosts.push(host);
  return { told, host };
}

/** Three events: of the address, and of its account. */
async function somethingHappens(): Promise<void> {
  const emailHash = crypto.randomUUID().replaceAll('-', '').repeat(2);
  const signup = { emailHash, marketingOptIn: false, seal: async () => 'sealed' };
  await signUpEmailAlone(createCommandHandler(ledger.store), signup, testContext());
}
const all = async () => (await ledger.readAll()).map(({ id }) => id);
/** The connections that hold a lead. */
const cutAllLeads = () =>
  pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity join pg_locks using (pid)
     where datname = current_database() and locktype = 'advisory' and pid <> pg_backend_pid()`,
  );

test('one of two replicas is told each event once and in order; the other takes over where it stopped', async () => {
  await somethingHappens();
  const first = replica('takeover');
  await expect.poll(() => first.told.length, LEAD).toBeGreaterThan(0);
  const second = replica('takeover');
  await somethingHappens();
  await expect.poll(() => first.told.length).toBe((await all()).length);
  expect(second.told).toEqual([]);
  await first.host.stop();
  await somethingHappens();
  await expect.poll(() => first.told.length + second.told.length, LEAD).toBe((await all()).length);
  expect([...first.told, ...second.told]).toEqual(await all());
});

test('a leader whose connection is cut stops leading, and somebody leads again', async () => {
  const one = replica('cut');
  await expect.poll(() => one.told.length, LEAD).toBe((await all()).length);
  await cutAllLeads();
  await somethingHappens();
  const events = await all();
  await expect.poll(() => new Set(one.told).size, LEAD).toBe(events.length);
});

test('what is done while the connection is cut is told once more: the Postgres that takes over may lack it', async () => {
  let isCut = false;
  const one = replica('taken-back', async () => {
    if (!isCut) return;
    isCut = false;
    await cutAllLeads();
  });
  await expect.poll(() => one.told.length, LEAD).toBe((await all()).length);
  isCut = true;
  const before = one.told.length;
  await somethingHappens();
  const [first] = (await all()).slice(before);
  await expect.poll(() => one.told.filter((id) => id === first), LEAD).toEqual([first, first]);
});

test('a leader that stands still, with its connection open, loses the lead to who still lives', async () => {
  const still = await pool.connect();
  await still.query('select pg_advisory_lock($1)', [3_424_004]);
  const watch = createLeaderWatch(pool, 0.2);
  const one = replica('stands-still', async () => undefined, ledger.store, { silent: 500, retryEvery: 100 });
  await somethingHappens();
  await expect.poll(() => one.told.length, LEAD).toBe((await all()).length);
  await expect(still.query('select 1')).rejects.toThrow();
  still.release(true);
  // By the database's time, and for every replica to see.
  await expect.poll(async () => watch.isMissing((await watch.silence()) - 2)).toBe(false);
  await one.host.stop();
  await pool.query("update processes.leader set beat_at = now() - interval '1 hour'");
  await expect.poll(async () => watch.isMissing(await watch.silence())).toBe(true);
  // Who has just begun has not waited for an hour.
  expect(await createLeaderWatch(pool, 5).silence()).toBeLessThan(5);
});

test('a leader of the processes that is gone is missed, where the clock of Postgres was put back since', async () => {
  const watch = createLeaderWatch(pool, 0.2);
  await pool.query('insert into processes.leader (beat_at) values (now()) on conflict do nothing');
  await pool.query("update processes.leader set beat_at = now() + interval '1 hour'");
  await expect.poll(async () => watch.isMissing(await watch.silence())).toBe(true);
});

test('a takeover is no silence: nobody is called before forty seconds are over', () => {
  const watch = createLeaderWatch(pool);
  expect(watch.isMissing(40)).toBe(false);
  expect(watch.isMissing(41)).toBe(true);
});

test('an event that cannot be acted on now is told again, and the trouble is said until then', async () => {
  let failures = 8;
  const one = replica('trouble', async () => {
    if (failures-- > 0) throw new Error('not now');
  });
  await expect.poll(() => one.host.trouble(), LEAD).toBe('not now');
  await expect.poll(() => one.told.length, LEAD).toBe((await all()).length);
  expect(one.host.trouble()).toBeUndefined();
  expect(one.host.stopped()).toBe(false);
  expect(one.told).toEqual(await all());
});

test('a replica that is stopped at once leaves the lead free', async () => {
  for (let round = 0; round < 20; round++) await replica('brief').host.stop();
  const one = replica('brief');
  await expect.poll(() => one.told.length, LEAD).toBe((await all()).length);
});

/** A store that this release cannot follow, or that gives nothing; anybody else can. */
const withSubscription = (subscribe: EventStore['subscribe']): EventStore => ({ ...ledger.store, subscribe });
const unreadable = () =>
  withSubscription(() => {
    throw new LedgerCorrupt('unknown event type');
  });
const silent = () =>
  withSubscription(async function* ({ signal }) {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    for (const nothing of [] as StoredEvent[]) yield nothing;
  });

test.each([
  ['have stopped', unreadable, 'unknown event type'],
  ['stand still', silent, 'the ledger goes on but nothing of it arrives'],
])(
  'a leader whose processes %s gives the lead up to another, and says why until then',
  async (what, store, why) => {
    await somethingHappens();
    const name = `gives-up-${what}`;
    const one = replica(name, undefined, store(), {}, IMPATIENT);
    await expect.poll(() => one.host.stopped(), LEAD).toBe(true);
    expect(one.host.trouble()).toBe(why);
    const two = replica(name);
    await expect.poll(() => two.told.length, LEAD).toBe((await all()).length);
    await expect.poll(() => one.host.stopped(), LEAD).toBe(false);
    expect(one.host.trouble()).toBeUndefined();
    expect(one.told).toEqual([]);
  },
);

test('alone, it tries again by itself, and is well once its processes get on', async () => {
  let isBroken = true;
  const store = withSubscription((options) => {
    if (isBroken) throw new LedgerCorrupt('unknown event type');
    return ledger.store.subscribe(options);
  });
  const one = replica('tries-again', undefined, store);
  await expect.poll(() => one.host.stopped(), LEAD).toBe(true);
  isBroken = false;
  await expect.poll(() => one.told.length, LEAD).toBe((await all()).length);
  await expect.poll(() => one.host.stopped(), LEAD).toBe(false);
});

test('an event store that was restored from an older backup is told nobody, and said in words', async () => {
  await somethingHappens();
  const one = replica('restored');
  await expect.poll(() => one.told.length, LEAD).toBe((await all()).length);
  await one.host.stop();
  const [older] = await ledger.readAll();
  const head = async () => older?.position;
  const two = replica('restored', undefined, { ...ledger.store, head });
  await expect.poll(() => two.host.stopped(), LEAD).toBe(true);
  expect(two.host.trouble()).toMatch(/the ledger ends at .* restored from an older backup/);
  expect(two.told).toEqual([]);
});

test('what is set aside outlives its leader: the next one tells it, in order, and what comes behind it', async () => {
  let isAway = true;
  const act = async () => {
    if (isAway) throw new Error('away');
  };
  await somethingHappens();
  const one = replica('outlives', act);
  const waiting = async () => {
    const { rows } = await pool.query(
      `select count(*)::int as count from processes.set_aside where process = 'outlives' and state = 'waiting'`,
    );
    return rows[0].count;
  };
  const before = (await all()).length;
  await expect.poll(waiting, LEAD).toBe(before);
  await one.host.stop();
  const { rows } = await pool.query(`select commit from processes.checkpoints where name = 'outlives'`);
  expect(BigInt(rows[0].commit)).toBe((await ledger.store.head())?.commit);
  isAway = false;
  const two = replica('outlives', act);
  await somethingHappens();
  await expect.poll(() => two.told, LEAD).toEqual(await all());
  await expect.poll(waiting, LEAD).toBe(0);
});

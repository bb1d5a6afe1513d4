import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { comparePositions } from '../contracts/ledger-position.ts';
import { ONE_EVO } from '../contracts/money.ts';
import { startFaultProxy } from '../ledger/embedded/testing/fault-proxy.ts';
import { openReadModelAudit } from './audit/read-model-audit.ts';
import { createPool, LIVE_SCHEMA } from './database.ts';
import { createPositionGate, type PositionGate } from './position-gate.ts';
import { type Projector, startProjector } from './projector.ts';
import { findUserById } from './read-models/users/queries.ts';
import { REBUILD_SCHEMA, rebuildReadModels } from './rebuild.ts';
import { expectReadModelsEqualFold } from './testing/oracle.ts';
import { startTestReadModels, type TestReadModels } from './testing/read-models.ts';
import { TestLedger } from './testing/test-ledger.ts';
import { portOf, throughPort } from './testing/through-port.ts';

const logger = pino({ level: 'silent' });

let db: TestReadModels;
let ledger: TestLedger;
let gate: PositionGate;
let projector: Projector;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());
beforeEach(async () => {
  await db.pool.query(`drop schema ${LIVE_SCHEMA} cascade; drop schema if exists ${REBUILD_SCHEMA} cascade`);
  ledger = new TestLedger();
  for (let n = 0; n < 50; n++) {
    const userId = ledger.open();
    ledger.grant(userId, 100n * ONE_EVO + BigInt(n));
    if (n % 2) ledger.claim(userId, BigInt(n));
  }
  projector = await startProjector({ store: ledger.store(), pool: db.pool, logger });
  gate = await createPositionGate(db.pool);
  await gate.waitFor(head(), 20_000);
});
afterEach(async () => {
  await gate.stop();
  await projector.stop();
});

const head = () => ledger.events.at(-1)!.position;
const rebuild = (acceptDifferences = false) =>
  rebuildReadModels({ store: ledger.store(), pool: db.pool, logger, acceptDifferences });

test('the same ledger gives the same read models, and the projector goes on with them', async () => {
  const before = ledger.events.length;
  const { rows: old } = await db.pool.query(`select '${LIVE_SCHEMA}.users'::regclass::oid as oid`);
  const indexes = async () => {
    const ofSchema = `select indexdef from pg_indexes where schemaname = '${LIVE_SCHEMA}' order by indexname`;
    return (await db.pool.query(ofSchema)).rows;
  };
  await expect.poll(() => projector.status().state).toBe('live');
  const indexed = await indexes();
  const report = await rebuild();
  expect(await indexes()).toEqual(indexed);
  expect(report.tables.filter(({ equal }) => !equal)).toEqual([]);
  expect(report).toMatchObject({ swapped: true, events: before });
  const { rows: swapped } = await db.pool.query(`select '${LIVE_SCHEMA}.users'::regclass::oid as oid`);
  expect(swapped).not.toEqual(old);
  ledger.open();
  expect(await gate.waitFor(head(), 20_000)).toBe(true);
  expect(projector.status().state).toBe('live');
  await expectReadModelsEqualFold(db.pool, ledger.events);
});

test('a difference keeps the live ones until someone accepts it', async () => {
  await db.pool.query(
    `update ${LIVE_SCHEMA}.balances set balance = balance + 1 where account = 'program:issued'`,
  );
  const refused = await rebuild();
  expect(refused.swapped).toBe(false);
  expect(refused.tables.filter(({ equal }) => !equal).map(({ table }) => table)).toEqual(['balances']);
  await expect(expectReadModelsEqualFold(db.pool, ledger.events)).rejects.toThrow('balances');
  expect((await rebuild(true)).swapped).toBe(true);
  await expectReadModelsEqualFold(db.pool, ledger.events);
});

test('events and reads go on while it is rebuilt; nothing is lost or shown half', async () => {
  const userId = ledger.open();
  let rebuilding = true;
  const failures: unknown[] = [];
  const writer = (async () => {
    while (rebuilding) {
      ledger.grant(userId, ONE_EVO);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  })();
  const reader = (async () => {
    await gate.waitFor(ledger.events.find(({ stream }) => stream.endsWith(userId))!.position, 20_000);
    let total = 0n;
    while (rebuilding) {
      const user = await findUserById(db.pool, userId).catch((error: unknown) => failures.push(error));
      if (typeof user !== 'object' || user.totalRewards < total) failures.push(user);
      else total = user.totalRewards;
    }
  })();
  try {
    for (let n = 0; n < 3; n++) expect(await rebuild()).toMatchObject({ swapped: true });
  } finally {
    rebuilding = false;
    await Promise.all([writer, reader]);
  }
  expect(failures).toEqual([]);
  expect(await gate.waitFor(head(), 20_000)).toBe(true);
  await vi.waitFor(() => expect(projector.status()).toMatchObject({ state: 'live' }));
  await expectReadModelsEqualFold(db.pool, ledger.events);
});

test('what comes while the new ones are put in the place of the old is in the new ones, and who led leads on', async () => {
  const userId = ledger.open();
  expect(await gate.waitFor(head(), 20_000)).toBe(true);
  const leader = async () => (await db.pool.query(`select holder from ${LIVE_SCHEMA}.lead`)).rows;
  const before = await leader();
  const isHeldUp = async () => {
    const { rowCount } = await db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and starts_with(application_name, 'evo-projector ')`,
    );
    return rowCount === 1;
  };
  const store = ledger.store();
  const last = head();
  let hasWaited = false;
  const following = {
    ...store,
    async *subscribe(options: Parameters<typeof store.subscribe>[0]) {
      for await (const event of store.subscribe(options)) {
        if (!hasWaited && comparePositions(event.position, last) >= 0) {
          // The live ones are always one event further, so that the swap, which holds them, has to read on.
          ledger.grant(userId, ONE_EVO);
          const next = head();
          await vi.waitFor(
            async () => {
              hasWaited = await isHeldUp();
              const reached = gate.position();
              expect(hasWaited || (reached && comparePositions(reached, next) >= 0)).toBe(true);
            },
            { timeout: 20_000, interval: 5 },
          );
        }
        yield event;
      }
    },
  };
  const options = { store: following, pool: db.pool, logger, acceptDifferences: false };
  expect(await rebuildReadModels(options)).toMatchObject({ swapped: true });
  expect(hasWaited).toBe(true);
  expect(await gate.waitFor(head(), 20_000)).toBe(true);
  await expectReadModelsEqualFold(db.pool, ledger.events);
  expect(await leader()).toEqual(before);
});

test('one rebuild at a time', async () => {
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const store = ledger.store();
  const held = {
    ...store,
    async *subscribe(options: Parameters<typeof store.subscribe>[0]) {
      for await (const event of store.subscribe(options)) {
        begun.resolve();
        await goOn.promise;
        yield event;
      }
    },
  };
  const first = rebuildReadModels({ store: held, pool: db.pool, logger, acceptDifferences: false });
  await begun.promise;
  await expect(rebuild()).rejects.toThrow('another rebuild of the read models is under way');
  goOn.resolve();
  expect((await first).swapped).toBe(true);
  await expectReadModelsEqualFold(db.pool, ledger.events);
});

test('a rebuild that was killed goes on where it was', async () => {
  const cut = new AbortController();
  const store = ledger.store();
  const slow = {
    ...store,
    async *subscribe(options: Parameters<typeof store.subscribe>[0]) {
      let given = 0;
      for await (const event of store.subscribe(options)) {
        yield event;
        given += 1;
        if (given < 60) continue;
        // What has come is written first.
        await vi.waitFor(async () => {
          const { rows } = await db.pool.query(`select commit from ${REBUILD_SCHEMA}.checkpoint`);
          expect(rows[0]?.commit).not.toBeNull();
        });
        cut.abort();
      }
    },
  };
  const options = { pool: db.pool, logger, acceptDifferences: false };
  await expect(rebuildReadModels({ ...options, store: slow, signal: cut.signal })).rejects.toThrow();
  const report = await rebuildReadModels({ ...options, store });
  expect(report.swapped).toBe(true);
  expect(report.events).toBeGreaterThan(0);
  expect(report.events).toBeLessThan(ledger.events.length);
  await expectReadModelsEqualFold(db.pool, ledger.events);
});

/** As long as the one of each test, and no event of it is the same. */
function otherLedger(): TestLedger {
  const other = new TestLedger();
  while (other.events.length < ledger.events.length) other.open();
  return other;
}

test('a rebuild from another event store replaces nothing, also where differences are accepted', async () => {
  const options = { store: otherLedger().store(), pool: db.pool, logger, acceptDifferences: true };
  await expect(rebuildReadModels(options)).rejects.toThrow(/is not the one that was followed until now/);
  await expectReadModelsEqualFold(db.pool, ledger.events);
  const userId = ledger.open();
  expect(await gate.waitFor(head(), 20_000)).toBe(true);
  expect(await findUserById(db.pool, userId)).toBeDefined();
});

test('what an interrupted rebuild has left of another ledger is not gone on with', async () => {
  const other = otherLedger();
  other.events.splice(60);
  const left = await startProjector({ store: other.store(), pool: db.pool, logger, schema: REBUILD_SCHEMA });
  await expect.poll(() => left.status().checkpoint).toEqual(other.events.at(-1)?.position);
  await left.stop();
  expect(await rebuild()).toMatchObject({ swapped: true, events: ledger.events.length });
  await expectReadModelsEqualFold(db.pool, ledger.events);
});

test('a lock that somebody keeps ends a rebuild in time and not the live read models; the next one goes on', async () => {
  const holder = await db.pool.connect();
  await holder.query(`begin; lock table ${LIVE_SCHEMA}.users in access exclusive mode`);
  const options = { store: ledger.store(), pool: db.pool, logger, acceptDifferences: false };
  await expect(rebuildReadModels({ ...options, bounds: { lock: 100 } })).rejects.toThrow(/lock timeout/);
  holder.release(true);
  expect(await rebuildReadModels(options)).toMatchObject({ swapped: true });
  await expectReadModelsEqualFold(db.pool, ledger.events);
});

test('who reads the old ones for long fails no rebuild: they are dropped by the first one behind that', async () => {
  const reader = await db.pool.connect();
  await reader.query(`begin; select from ${LIVE_SCHEMA}.users limit 1`);
  const options = { store: ledger.store(), pool: db.pool, logger, acceptDifferences: false };
  for (let n = 0; n < 2; n++) {
    const report = await rebuildReadModels({ ...options, bounds: { lock: 100 } });
    expect(report).toMatchObject({ swapped: true });
  }
  const previous = async () => {
    const found = 'select from pg_namespace where starts_with(nspname, $1)';
    return (await db.pool.query(found, [`${LIVE_SCHEMA}_previous`])).rowCount;
  };
  expect(await previous()).toBe(1);
  await reader.query('commit');
  reader.release();
  expect(await rebuild()).toMatchObject({ swapped: true });
  expect(await previous()).toBe(0);
  await expectReadModelsEqualFold(db.pool, ledger.events);
});

test('a Postgres that stands still ends a rebuild in time, and the next one goes on', async () => {
  const proxy = await startFaultProxy(portOf(db.connectionString));
  const pool = createPool(throughPort(db.connectionString, proxy.port), { connectTimeout: 500 });
  const options = { pool, logger, acceptDifferences: false };
  const store = ledger.store();
  const freezing = {
    ...store,
    async *subscribe(how: Parameters<typeof store.subscribe>[0]) {
      for await (const event of store.subscribe(how)) {
        proxy.inject({ kind: 'black-hole' });
        yield event;
      }
    },
  };
  const started = performance.now();
  const bounds = { work: 500, compare: 500, swap: 500 };
  await expect(rebuildReadModels({ ...options, bounds, store: freezing })).rejects.toThrow();
  expect(performance.now() - started).toBeLessThan(20_000);
  proxy.reset();
  proxy.heal();
  // The server may learn late that the connection of the first, and its lock, are gone.
  await vi.waitFor(
    async () => expect(await rebuildReadModels({ ...options, store })).toMatchObject({ swapped: true }),
    { timeout: 30_000, interval: 100 },
  );
  await pool.end();
  await proxy.close();
  await expectReadModelsEqualFold(db.pool, ledger.events);
});

test('a rebuild keeps its snapshot until it has read the ledger, whatever the database allows others', async () => {
  const pool = createPool(db.connectionString, {
    applicationName: 'evo-rewards rebuild',
    idleTransactionTimeout: 500,
  });
  const store = ledger.store();
  const slow = {
    ...store,
    async *subscribe(options: Parameters<typeof store.subscribe>[0]) {
      // Until the snapshot is gone, or has outlived that.
      await vi.waitFor(
        async () => {
          const { rowCount } = await db.pool.query(
            `select from pg_stat_activity where datname = current_database() and application_name = 'evo-rewards rebuild'
             and state = 'idle in transaction' and clock_timestamp() - state_change < interval '1 second'`,
          );
          expect(rowCount).toBe(0);
        },
        { interval: 50 },
      );
      yield* store.subscribe(options);
    },
  };
  try {
    const report = await rebuildReadModels({ store: slow, pool, logger, acceptDifferences: false });
    expect(report).toMatchObject({ swapped: true });
  } finally {
    await pool.end();
  }
  await expectReadModelsEqualFold(db.pool, ledger.events);
});

test('an audit that began before a swap compares the ones that it began with, and finds no fault in them', async () => {
  const audit = await openReadModelAudit(db.connectionString, db.connectionString);
  try {
    await audit.fold(ledger.events);
    ledger.open();
    const options = { store: ledger.store(), pool: db.pool, logger, acceptDifferences: false };
    const report = await rebuildReadModels({ ...options, bounds: { lock: 100 } });
    expect(report).toMatchObject({ swapped: true });
    expect((await audit.compare()).differences).toEqual([]);
  } finally {
    await audit.close();
  }
  await rebuild();
});

test('an audit keeps its snapshot until it has folded the ledger, whatever the database allows others', async () => {
  const { rows } = await db.pool.query<{ name: string }>('select current_database() as name');
  const name = rows[0]?.name ?? expect.fail('a database has a name');
  await db.pool.query(`alter database ${name} set idle_in_transaction_session_timeout to 100`);
  const audit = await openReadModelAudit(db.connectionString, db.connectionString);
  try {
    const hasWaited = async () => {
      const { rowCount } = await db.pool.query(
        `select from pg_stat_activity where datname = current_database() and application_name = 'evo-audit'
         and state = 'idle in transaction' and clock_timestamp() - state_change > interval '500 ms'`,
      );
      return rowCount === 1;
    };
    await expect.poll(hasWaited).toBe(true);
    await audit.fold(ledger.events);
    expect((await audit.compare()).differences).toEqual([]);
  } finally {
    await audit.close();
    await db.pool.query(`alter database ${name} reset idle_in_transaction_session_timeout`);
  }
});

import { expect, test } from 'vitest';
import { ONE_EVO } from '../contracts/money.ts';
import { endPool } from './bounded-pool.ts';
import { createPool, LIVE_SCHEMA } from './database.ts';
import { areBuilt, readLead } from './lead/read-lead.ts';
import { ensureSchema, lateIndexes } from './progress/schema.ts';
import { projectorStage } from './testing/projector-stage.ts';

const stage = projectorStage();
const { start, head } = stage;
const names = lateIndexes.map(({ name }) => name);

/** By name, as Postgres says them. */
async function indexesOf(schema: string): Promise<Map<string, string>> {
  const { rows } = await stage.db.pool.query<{ name: string; definition: string }>(
    'select indexname as name, indexdef as definition from pg_indexes where schemaname = $1 order by indexname',
    [schema],
  );
  return new Map(rows.map(({ name, definition }) => [name, definition.replaceAll(`${schema}.`, '')]));
}

const lateOnes = async () =>
  [...(await indexesOf(LIVE_SCHEMA)).keys()].filter((name) => names.includes(name));

test('read models that were filled have the indexes of those that are made with all of them', async () => {
  stage.ledger.grant(stage.ledger.open(), ONE_EVO);
  const projector = await start();
  await expect.poll(() => projector.status().state).toBe('live');
  await ensureSchema(stage.db.pool, 'at_once');
  const indexes = await indexesOf(LIVE_SCHEMA);
  expect(indexes).toEqual(await indexesOf('at_once'));
  await stage.db.pool.query('drop schema at_once cascade');
  expect(names.length).toBeGreaterThan(10);
  expect([...indexes.keys()]).toEqual(expect.arrayContaining(names));
});

test('Postgres knows what stands in an index of an expression as soon as it is there', async () => {
  for (let n = 0; n < 3; n++) stage.ledger.open();
  const projector = await start();
  await expect.poll(() => projector.status().state).toBe('live');
  const { rows } = await stage.db.pool.query<{ index: string }>(
    'select distinct tablename::text as index from pg_stats where schemaname = $1',
    [LIVE_SCHEMA],
  );
  expect(rows.map(({ index }) => index)).toEqual(
    expect.arrayContaining(['users_by_likeness', 'users_by_text']),
  );
});

/** A ledger whose end is far away until it is said to be reached. */
function longLedger() {
  let isLong = true;
  const store = Object.assign(stage.ledger.store(), {
    head: async () => (isLong ? { commit: 1_000_000n, prepare: 1_000_000n } : head()),
  });
  const end = () => {
    isLong = false;
  };
  return { store, end };
}

/** Has the indexes of a table wait, until what it gives is called. */
async function holdUp(table: string): Promise<() => void> {
  const writer = await stage.db.pool.connect();
  await writer.query(`begin; lock table ${LIVE_SCHEMA}.${table} in row exclusive mode`);
  return () => writer.release(true);
}

/** Milliseconds for which an index of a table has waited by now; undefined while none does. */
async function waitOf(table: string): Promise<number | undefined> {
  const { rows } = await stage.db.pool.query<{ waited: number }>(
    `select extract(epoch from clock_timestamp() - query_start)::float8 * 1000 as waited from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [`create index%on ${table}%`],
  );
  return rows[0]?.waited;
}

test('a long ledger is read without what only readers want, and the read models are level when that is made', async () => {
  const userId = stage.ledger.open();
  stage.ledger.grant(userId, ONE_EVO);
  const { store, end } = longLedger();
  const projector = await start({ store, stall: { checkEvery: 20 } });
  expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
  expect(await lateOnes()).toEqual([]);
  const letGo = await holdUp('user_list');
  try {
    end();
    await expect.poll(() => waitOf('user_list')).toBeDefined();
    expect(projector.status()).toMatchObject({ state: 'indexing', healthy: true });
    expect(areBuilt(await readLead(stage.db.pool, LIVE_SCHEMA))).toBe(false);
  } finally {
    letGo();
  }
  await expect.poll(() => projector.status().state).toBe('live');
  expect((await lateOnes()).sort()).toEqual([...names].sort());
  expect(areBuilt(await readLead(stage.db.pool, LIVE_SCHEMA))).toBe(true);
  stage.ledger.grant(userId, ONE_EVO);
  expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
});

test('an index takes its time, however long its pool lets others wait for an answer', async () => {
  stage.ledger.grant(stage.ledger.open(), ONE_EVO);
  const pool = createPool(stage.db.connectionString, { answerTimeout: 1_000 });
  const { store, end } = longLedger();
  const projector = await start({ pool, store, stall: { checkEvery: 20 } });
  try {
    expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
    const letGo = await holdUp('user_list');
    try {
      end();
      await expect.poll(() => waitOf('user_list')).toBeGreaterThan(1_500);
    } finally {
      letGo();
    }
    await expect.poll(() => projector.status().state).toBe('live');
    expect(projector.status().restarts).toBe(0);
  } finally {
    await projector.stop();
    await endPool(pool);
  }
});

test('what a crash has left undone is made by the next', async () => {
  stage.ledger.grant(stage.ledger.open(), ONE_EVO);
  const first = await start();
  await expect.poll(() => first.status().state).toBe('live');
  await first.stop();
  const [one = '', other = ''] = names;
  await stage.db.pool.query(`drop index ${LIVE_SCHEMA}.${one}, ${LIVE_SCHEMA}.${other}`);
  const second = await start();
  await expect.poll(() => second.status().state).toBe('live');
  expect((await lateOnes()).sort()).toEqual([...names].sort());
});

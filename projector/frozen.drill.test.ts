import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ONE_EVO } from '../contracts/money.ts';
import { endPool } from './bounded-pool.ts';
import { createPool, LIVE_SCHEMA } from './database.ts';
import { createPositionGate } from './position-gate.ts';
import { startProjector } from './projector.ts';
import { findUserById } from './read-models/users/queries.ts';
import { startTestReadModels, type TestReadModels } from './testing/read-models.ts';
import { TestLedger } from './testing/test-ledger.ts';
import { portOf, throughPort } from './testing/through-port.ts';

const logger = pino({ level: 'silent' });
const HOLDER = '0b1f8f5a-6f0c-4c8e-9d3b-0a4c6f3c2d10';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

test('who is frozen in the middle of a batch loses the lead and every row that it has locked', async () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  const head = () => ledger.events.at(-1)!.position;
  const gate = await createPositionGate(db.pool);
  const before = await startProjector({ store: ledger.store(), pool: db.pool, logger });
  expect(await gate.waitFor(head(), 5_000)).toBe(true);
  await before.stop();

  // As a stopped process leaves it: one connection holds the lead, another the checkpoint, and no sign of life comes.
  const [lead, writer] = [await db.pool.connect(), await db.pool.connect()];
  const { rows } = await db.pool.query<{ epoch: string }>(`select epoch from ${LIVE_SCHEMA}.checkpoint`);
  for (const client of [lead, writer]) {
    await client.query(`set application_name to 'evo-projector ${HOLDER}'`);
  }
  await lead.query(`select pg_advisory_lock(3424005, hashtext('${LIVE_SCHEMA}'))`);
  await lead.query(`update ${LIVE_SCHEMA}.lead set holder = $1, beat_at = clock_timestamp()`, [HOLDER]);
  await writer.query('begin');
  const move = `update ${LIVE_SCHEMA}.checkpoint set commit = commit + 1 where epoch = $1`;
  await writer.query(move, [rows[0]?.epoch]);

  ledger.grant(userId, ONE_EVO);
  const started = performance.now();
  const successor = await startProjector({
    ...{ store: ledger.store(), pool: db.pool, logger },
    lead: { silentFor: 500, tryEvery: 50 },
  });
  try {
    expect(successor.status().state).toBe('standby');
    expect(await gate.waitFor(head(), 8_000)).toBe(true);
    expect(performance.now() - started).toBeGreaterThan(400);
    expect((await findUserById(db.pool, userId))?.totalRewards).toBe(ONE_EVO);
    // What the frozen one does when it wakes changes nothing.
    await expect(writer.query('commit')).rejects.toThrow();
    await expect(lead.query('select 1')).rejects.toThrow();
    expect((await db.pool.query(move, [rows[0]?.epoch])).rowCount).toBe(0);
  } finally {
    lead.release(true);
    writer.release(true);
    await gate.stop();
    await successor.stop();
  }
});

test('a lead whose signs of life stop is ended by Postgres itself, though nobody stands by', async () => {
  const ledger = new TestLedger();
  ledger.open();
  const projector = await startProjector({
    ...{ store: ledger.store(), pool: db.pool, logger, schema: 'silent' },
    lead: { silentFor: 300, beatEvery: 60_000, tryEvery: 20 },
  });
  const epoch = async () =>
    Number((await db.pool.query<{ epoch: string }>('select epoch from silent.checkpoint')).rows[0]?.epoch);
  const first = await epoch();
  // It notices, stands by, and takes the lead that nobody else wanted.
  await expect.poll(epoch).toBeGreaterThan(first);
  await projector.stop();
});

/** In front of Postgres: the connections of before `loseMachine` stay open and are dead, as those to a machine that is gone. */
async function startFailover(port: number) {
  const links = new Set<readonly [Socket, Socket]>();
  const server = createServer((client) => {
    const link = [client, connect(port, '127.0.0.1')] as const;
    const [, postgres] = link;
    const end = () => {
      for (const one of link) one.destroy();
    };
    for (const one of link) one.on('error', end);
    client.pipe(postgres).pipe(client);
    links.add(link);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // A server that listens on a port has an address with one.
    port: (server.address() as AddressInfo).port,
    loseMachine() {
      for (const [client, postgres] of links) {
        client.unpipe(postgres).pause();
        postgres.unpipe(client).pause();
      }
    },
    async close() {
      for (const link of links) for (const one of link) one.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

test('who stands by when the machine of Postgres is gone takes over at the next one, and does not wait for the old', async () => {
  const own = await startTestReadModels();
  const ledger = new TestLedger();
  const userId = ledger.open();
  const head = () => ledger.events.at(-1)!.position;
  const gate = await createPositionGate(own.pool);
  const leader = await startProjector({ store: ledger.store(), pool: own.pool, logger });
  expect(await gate.waitFor(head(), 10_000)).toBe(true);
  const failover = await startFailover(portOf(own.connectionString));
  const pool = createPool(throughPort(own.connectionString, failover.port));
  const standby = await startProjector({
    ...{ store: ledger.store(), pool, logger },
    lead: { tryEvery: 20, patience: 3_000 },
  });
  try {
    await expect.poll(() => standby.status().state).toBe('standby');
    // What it asks with stands between two attempts in its pool, and is dead from now on.
    await expect.poll(() => pool.idleCount).toBeGreaterThan(0);
    failover.loseMachine();
    await leader.stop();
    ledger.grant(userId, ONE_EVO);
    expect(await gate.waitFor(head(), 40_000)).toBe(true);
    await expect.poll(() => standby.status()).toMatchObject({ state: 'live', eventsApplied: 1 });
  } finally {
    await Promise.all([standby.stop(), endPool(pool)]);
    await failover.close();
    await gate.stop();
    await own.stop();
  }
});

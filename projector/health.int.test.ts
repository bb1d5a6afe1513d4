import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ONE_EVO } from '../contracts/money.ts';
import { createPool, LIVE_SCHEMA } from './database.ts';
import { type HealthServer, serveHealth } from './health-server.ts';
import { type Projector, startProjector } from './projector.ts';
import { startTestReadModels, type TestReadModels } from './testing/read-models.ts';
import { TestLedger } from './testing/test-ledger.ts';

const logger = pino({ level: 'silent' });
const TOKEN = 'a token of sixteen';

let db: TestReadModels;
const ends: (() => Promise<void>)[] = [];
// Read models belong to one ledger, and each test has its own.
beforeEach(async () => {
  db = await startTestReadModels();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await db.stop();
});

async function start(store: ReturnType<TestLedger['store']>): Promise<[Projector, HealthServer]> {
  const projector = await startProjector({
    ...{ store, pool: db.pool, logger, stall: { checkEvery: 20 } },
    lead: { beatEvery: 20, tryEvery: 20 },
  });
  ends.push(() => projector.stop());
  const bound = { port: 0, host: '127.0.0.1', token: TOKEN };
  const health = await serveHealth({ ...bound, pool: db.pool, projector, logger });
  ends.push(() => health.stop());
  return [projector, health];
}

async function ask({ port }: HealthServer, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return { status: response.status, text: await response.text() };
}
const ready = async (health: HealthServer) => {
  const { status, text } = await ask(health, '/readyz');
  return { ...JSON.parse(text), code: status };
};

test('who leads, who stands by, a stall and a silence each say what is true of them, and what to do', async () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  const store = ledger.store();
  const [, active] = await start(store);
  await expect.poll(() => ready(active)).toMatchObject({ code: 200, role: 'active', state: 'live' });
  const [second, standby] = await start(ledger.store());
  await expect.poll(() => ready(standby)).toMatchObject({ code: 200, role: 'standby' });
  expect((await ask(active, '/livez')).status).toBe(200);
  expect((await ask(active, '/livez?from=balancer')).status).toBe(200);
  expect((await ask(active, '/livez/more')).status).toBe(404);
  // As some balancers ask, and as the API answers.
  const head = await fetch(`http://127.0.0.1:${active.port}/readyz`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const own = { Authorization: `Bearer ${TOKEN}` };
  expect((await ask(standby, '/metrics', own)).text).toMatch(/evo_projector_active 0\n/);
  // Else it would lead as soon as the first does not get on.
  await second.stop();

  expect((await ask(active, '/metrics')).status).toBe(401);
  expect((await ask(active, '/metrics', { Authorization: `Bearer ${TOKEN}!` })).status).toBe(401);
  const { text } = await ask(active, '/metrics', own);
  expect(text).toMatch(/evo_projector_healthy 1\n/);
  expect(text).toMatch(/evo_projector_active 1\n/);
  expect(text).toMatch(/evo_projector_lag_seconds 0\n/);
  expect(text).toMatch(/evo_projector_position 200\n/);
  expect(text).toMatch(/evo_projector_lag_bytes 0\n/);
  expect(text).toMatch(/evo_projector_lag_events 0\n/);
  expect(text).toMatch(/evo_projector_restarts 0\n/);
  for (const name of ['events_per_second', 'silent_seconds']) {
    expect(text).toMatch(new RegExp(`^evo_projector_${name} [0-9.e-]+$`, 'm'));
  }
  expect(text).toContain(`read_models="${LIVE_SCHEMA}"`);

  store.hang();
  ledger.grant(userId, ONE_EVO);
  await expect.poll(() => ready(active)).toMatchObject({ lead: { lagBytes: 100 } });
  await expect
    .poll(async () => {
      await db.pool.query(`update ${LIVE_SCHEMA}.lead set moved_at = moved_at - interval '40 s'`);
      return ready(active);
    })
    .toMatchObject({
      code: 503,
      role: 'active',
      trouble: expect.stringMatching(/stands still .* Look at/),
    });
  const behind = await ask(active, '/metrics', { Authorization: `Bearer ${TOKEN}` });
  expect(behind.text).toMatch(/evo_projector_healthy 0\n/);
  expect(behind.text).toMatch(/evo_projector_lag_bytes 100\n/);
});

test('while Postgres does not answer nobody is ready, and nothing is said of a lag that nobody knows', async () => {
  const ledger = new TestLedger();
  ledger.open();
  const [projector, near] = await start(ledger.store());
  await expect.poll(() => ready(near)).toMatchObject({ code: 200, database: 'ok' });
  // Nobody listens there.
  const pool = createPool('postgres://127.0.0.1:1/none', { connectTimeout: 500 });
  const far = await serveHealth({ pool, projector, logger, port: 0, host: '127.0.0.1', token: undefined });
  ends.push(async () => {
    await far.stop();
    await pool.end();
  });
  expect(await ready(far)).toMatchObject({ code: 503, role: 'active', database: 'no answer' });
  const { status, text } = await ask(far, '/metrics');
  expect(status).toBe(200);
  expect(text).toMatch(/evo_projector_healthy 0\n/);
  expect(text).not.toMatch(/^evo_projector_(lag_\w+|position|silent_seconds) /m);
});

test('since when nothing was written is not said anew with each sign of life', async () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  const store = ledger.store();
  const [, health] = await start(store);
  await expect.poll(() => ready(health)).toMatchObject({ code: 200, state: 'live' });
  store.hang();
  ledger.grant(userId, ONE_EVO);
  const lagSeconds = async () => (await ready(health)).lead.lagSeconds;
  await expect.poll(lagSeconds).toBeGreaterThan(0);
  const lead = async () => {
    const { rows } = await db.pool.query<{ beat: string; moved: string; level: string }>(
      `select beat_at::text as beat, moved_at::text as moved, level_at::text as level from ${LIVE_SCHEMA}.lead`,
    );
    return rows[0]!;
  };
  let { beat: last, ...since } = await lead();
  for (let beats = 0; beats < 2; beats++) {
    await expect.poll(async () => (await lead()).beat).not.toBe(last);
    last = (await lead()).beat;
  }
  expect(await lead()).toMatchObject(since);
  expect(await lagSeconds()).toBeGreaterThan(0);
});

test('a fault that no retry mends is said for as long as anybody asks', async () => {
  const ledger = new TestLedger();
  ledger.grant(crypto.randomUUID(), ONE_EVO);
  await db.pool.query(`drop schema ${LIVE_SCHEMA} cascade`);
  const [, health] = await start(ledger.store());
  await expect
    .poll(() => ready(health))
    .toMatchObject({
      code: 503,
      state: 'stopped',
      trouble: expect.stringContaining('the account is not open'),
    });
});

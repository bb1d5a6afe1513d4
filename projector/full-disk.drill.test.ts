import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ONE_EVO } from '../contracts/money.ts';
import { LIVE_SCHEMA } from './database.ts';
import { createPositionGate } from './position-gate.ts';
import { startProjector } from './projector.ts';
import { expectReadModelsEqualFold } from './testing/oracle.ts';
import { startTestReadModels, type TestReadModels } from './testing/read-models.ts';
import { TestLedger } from './testing/test-ledger.ts';

const logger = pino({ level: 'silent' });

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

/** As Postgres says it: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const FULL = `
  create function ${LIVE_SCHEMA}.full_disk() returns trigger language plpgsql as $$
  begin
    raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
  end $$;
  create trigger full_disk before insert on ${LIVE_SCHEMA}.postings execute function ${LIVE_SCHEMA}.full_disk()`;

test('a Postgres that is full halts it at its checkpoint with the reason; it goes on when there is room', async () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  ledger.grant(userId, ONE_EVO);
  const gate = await createPositionGate(db.pool);
  const projector = await startProjector({
    ...{ store: ledger.store(), pool: db.pool, logger },
    stall: { checkEvery: 20, resubscribeAfter: 200, unhealthyAfter: 400 },
    lead: { standAside: 50, beatEvery: 50 },
  });
  const good = ledger.events.at(-1)!.position;
  expect(await gate.waitFor(good, 20_000)).toBe(true);
  await db.pool.query(FULL);
  ledger.grant(userId, ONE_EVO);
  await expect.poll(() => projector.status().reason).toMatch(/No space left/);
  await expect.poll(() => projector.status().healthy).toBe(false);
  expect(projector.status().state).not.toBe('stopped');
  // Between two attempts it may say that nothing arrives.
  const told = async () =>
    (
      await db.pool.query(`select commit::text, (select reason from ${LIVE_SCHEMA}.lead)
        from ${LIVE_SCHEMA}.checkpoint`)
    ).rows;
  await expect
    .poll(told)
    .toEqual([{ commit: String(good.commit), reason: expect.stringMatching(/No space left/) }]);
  await db.pool.query(`drop trigger full_disk on ${LIVE_SCHEMA}.postings`);
  expect(await gate.waitFor(ledger.events.at(-1)!.position, 20_000)).toBe(true);
  await expect.poll(() => projector.status().healthy).toBe(true);
  await expectReadModelsEqualFold(db.pool, ledger.events);
  await projector.stop();
  await gate.stop();
});

test('a lock that somebody keeps ends the batch and not the projector, and a stop waits for nobody', async () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  const schema = 'locked';
  const projector = await startProjector({ store: ledger.store(), pool: db.pool, logger, schema });
  await expect.poll(() => projector.status().state).toBe('live');
  const holder = await db.pool.connect();
  await holder.query('begin');
  await holder.query(`lock table ${schema}.postings in access exclusive mode`);
  ledger.grant(userId, ONE_EVO);
  // Every wait of a batch has an end on the side of Postgres.
  await expect.poll(() => projector.status().reason).toMatch(/lock timeout/);
  const started = performance.now();
  await projector.stop();
  expect(performance.now() - started).toBeLessThan(30_000);
  holder.release(true);
});

import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, LIVE_SCHEMA } from '../projector/database.ts';
import { ensureSchema } from '../projector/progress/schema.ts';
import { readOverviews } from '../projector/read-models/users/overview.ts';
import { findOwnersOfWallets, findUserById } from '../projector/read-models/users/queries.ts';
import { FIRST_USES, keptPlans } from '../projector/testing/kept-plans.ts';
import { sessionFinder } from './auth/session.ts';
import { sentCommands } from './http/middleware/idempotency.ts';
import { sharedLimits } from './http/middleware/shared-limits.ts';
import { postgresCheckpoints, postgresMarks } from './processes/checkpoints.ts';
import { startTestDatabase, type TestDatabase } from './testing/start-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
  await ensureSchema(db.pool, LIVE_SCHEMA);
});
afterAll(() => db.stop());

const USES = 12;
const since = new Date('2026-01-01T00:00:00.000Z');
const first = { id: randomUUID(), position: { commit: 1n, prepare: 1n } };
const at = (commit: number) => ({ commit: BigInt(commit), prepare: BigInt(commit) });

test('what is asked with every request is planned once a connection, however many ask at a time', async () => {
  const pool = createPool(db.connectionString, { keepsStatements: true, maxConnections: 1 });
  const limits = { everyone: { absoluteMs: 1e9, idleMs: 1e9 }, admins: { absoluteMs: 1e9, idleMs: 1e9 } };
  const findSession = sessionFinder(pool, limits);
  const sent = sentCommands(pool, Date.now);
  const limit = sharedLimits(pool, Buffer.alloc(32, 1), pino({ level: 'silent' }))('test', 1_000, 60);
  const someone = () => ({ userId: randomUUID(), since });
  try {
    for (let use = 1; use <= USES; use++) {
      await readOverviews(pool, use % 3 === 0 ? [someone(), someone()] : [someone()], 10);
      await findSession(randomBytes(32));
      await sent(randomUUID(), randomUUID(), { method: 'POST', path: '/', body: {} });
      await limit.take(randomUUID());
      await findUserById(pool, randomUUID());
      await findOwnersOfWallets(pool, [randomUUID()]);
      await postgresCheckpoints(pool).save(new Map([['one', at(use)]]));
      await postgresMarks(pool).save({ position: at(use), eventId: randomUUID(), first });
    }
    const plans = await keptPlans(pool);
    expect(plans).toHaveLength(8);
    for (const { statement, generic, custom } of plans) {
      expect(custom, statement).toBeLessThanOrEqual(FIRST_USES);
      expect(generic, statement).toBeGreaterThanOrEqual(USES - FIRST_USES);
    }
  } finally {
    await pool.end();
  }
});

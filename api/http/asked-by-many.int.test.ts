import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIVE_SCHEMA } from '../../projector/database.ts';
import { type AdminClient, superAdminOf } from '../testing/admin.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

const MANY = 12;
/** As many readings of one question as are under way at once. */
const AT_ONCE = 2;

let app: TestApp;
let admin: AdminClient;
let pool: pg.Pool;
beforeAll(async () => {
  app = await startApp();
  admin = await superAdminOf(app);
  pool = new pg.Pool({ connectionString: app.databaseUrl, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await app.close();
});

const WAITING = `
  select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query not ilike '%insert%'`;

test.each([
  ['/api/admin/users?sort=highest', 'user_list', 200],
  ['/api/admin/stats', 'program_days', 200],
  ['/api/admin/inbox', 'reward_requests', 200],
  ['/api/public/raffles', 'raffle_seeds', 200],
  ['/api/public/latest-raffle', 'raffles', 404],
  [`/api/public/raffles/${randomUUID()}`, 'raffles', 404],
])('%s is looked up in %s for all who ask in one moment, not for each', async (path, table, status) => {
  const holder = await pool.connect();
  try {
    await holder.query(`begin; lock table ${LIVE_SCHEMA}.${table} in access exclusive mode`);
    const waiting = async () => (await pool.query(WAITING)).rowCount;
    const first = admin.get(path);
    await expect.poll(waiting).toBe(1);
    const others = Array.from({ length: MANY }, () => admin.get(path));
    await expect.poll(waiting).toBe(AT_ONCE);
    // What is sent after them is answered, so they have come as far as they can.
    await admin.get('/api/admin/activity-history');
    expect(await waiting()).toBe(AT_ONCE);
    await holder.query('commit');
    const answers = await Promise.all([first, ...others]);
    expect(answers.map((answer) => answer.status)).toEqual(Array(MANY + 1).fill(status));
    // Written once for those who share a reading, and the same to the byte as for whoever was told alone.
    const sameHeaders = ['content-type', 'vary', 'cache-control'];
    const [alone, ...shared] = answers.map(({ headers }) => sameHeaders.map((name) => headers.get(name)));
    expect(alone?.[0]).toBe('application/json; charset=utf-8');
    for (const headers of shared) expect(headers).toEqual(alone);
    const [{ body } = expect.fail()] = answers;
    // A refusal says which request it refuses.
    for (const answer of answers)
      expect({ ...answer.body, requestId: '' }).toEqual({ ...body, requestId: '' });
  } finally {
    holder.release(true);
  }
});

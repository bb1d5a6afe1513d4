import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIVE_SCHEMA } from '../../database.ts';
import { ensureSchema } from '../../progress/schema.ts';
import { randomLedger } from '../../testing/random-ledger.ts';
import { project, startTestReadModels, type TestReadModels } from '../../testing/read-models.ts';
import { listActivities, rewardsSince } from '../activities/queries.ts';
import { standingOf } from '../leaderboard/queries.ts';
import { listTransactions } from '../transactions/queries.ts';
import { readOverviews } from './overview.ts';
import { findUserById } from './queries.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

const ROWS = 3;

test('one statement says of many accounts what a statement for each panel of each says', async () => {
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(randomLedger, async (ledger) => {
      await db.pool.query(`drop schema if exists ${LIVE_SCHEMA} cascade`);
      await ensureSchema(db.pool, LIVE_SCHEMA);
      await project(db.pool, ledger.events);
      const since = new Date(ledger.now - 7 * 86_400_000);
      const { rows } = await db.pool.query<{ user_id: string }>(`select user_id from ${LIVE_SCHEMA}.users`);
      const known = rows.map(({ user_id }) => user_id);
      fc.pre(known.length > 1);
      const stranger = '00000000-0000-4000-8000-000000000000';
      // One of them twice, with another moment.
      const asked = [stranger, ...known].map((userId) => ({ userId, since }));
      const [twice = stranger] = known;
      const overviews = await readOverviews(db.pool, [...asked, { userId: twice, since: new Date(0) }], ROWS);
      expect(overviews).toHaveLength(asked.length + 1);
      for (const [at, { userId }] of asked.entries()) {
        const user = await findUserById(db.pool, userId);
        const expected = user && {
          user,
          standing: await standingOf(db.pool, userId),
          transactions: await listTransactions(db.pool, userId, { limit: ROWS }),
          activities: await listActivities(db.pool, userId, ROWS),
          rewards: await rewardsSince(db.pool, userId, since),
        };
        expect(overviews[at]).toEqual(expected);
        if (user) seen += 1;
      }
      expect(overviews.at(-1)?.rewards).toBe(
        overviews.at(-1) && (await rewardsSince(db.pool, twice, new Date(0))),
      );
    }),
    { numRuns: 4 },
  );
  expect(seen).toBeGreaterThan(4);
}, 60_000);

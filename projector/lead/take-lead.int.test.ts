import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIVE_SCHEMA } from '../database.ts';
import { startTestReadModels, type TestReadModels } from '../testing/read-models.ts';
import { LEAD_LIMITS } from './limits.ts';
import { areBuilt, readLead, troubleOf } from './read-lead.ts';
import { takeLead } from './take-lead.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

/** As a disk that takes half a second for each sign of life. */
const SLOW = `
  create sequence ${LIVE_SCHEMA}.signs;
  create function ${LIVE_SCHEMA}.slow() returns trigger language plpgsql as $$
  begin
    perform nextval('${LIVE_SCHEMA}.signs'), pg_sleep(0.5);
    return new;
  end $$;
  create trigger slow before update on ${LIVE_SCHEMA}.lead
    for each row when (new.state = 'live') execute function ${LIVE_SCHEMA}.slow()`;

test('signs of life that take Postgres longer than the time between two of them lose nobody the lead', async () => {
  await db.pool.query(SLOW);
  const signs = async () => {
    const { rows } = await db.pool.query<{ count: string }>(
      `select last_value as count from ${LIVE_SCHEMA}.signs`,
    );
    return Number(rows[0]?.count);
  };
  const beat = { state: 'live', reason: undefined, position: undefined, head: undefined, isLevel: true };
  const lead = await takeLead(db.pool, LIVE_SCHEMA, { ...LEAD_LIMITS, beatEvery: 50 }, () => ({
    ...beat,
    waiting: 0,
    eventsPerSecond: 0,
  }));
  if (!lead) throw new Error('nobody else leads');
  // Longer than one of them may take.
  await expect.poll(async () => lead.lost.aborted || (await signs()) > 8).toBe(true);
  expect(lead.lost.aborted).toBe(false);
  await lead.release();
});

test.each([
  ['9 minutes', 'level'],
  ['11 minutes', 'being built'],
])('read models that nobody has written for %s count as %s', async (since, expected) => {
  await db.pool.query(
    `update ${LIVE_SCHEMA}.lead set beat_at = now() - $1::interval, level_at = now() - $1::interval`,
    [since],
  );
  const beat = { state: 'catching_up', reason: undefined, position: undefined, head: undefined };
  const behind = { ...beat, isLevel: false, waiting: 0, eventsPerSecond: 0 };
  const lead = await takeLead(db.pool, LIVE_SCHEMA, LEAD_LIMITS, () => behind);
  const stands = await readLead(db.pool, LIVE_SCHEMA);
  expect(areBuilt(stands) ? 'level' : 'being built').toBe(expected);
  expect(troubleOf(LIVE_SCHEMA, stands)).toEqual(
    expected === 'level' ? undefined : expect.stringContaining('are being built'),
  );
  await lead?.release();
});

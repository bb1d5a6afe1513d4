import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { LIVE_SCHEMA } from '../database.ts';
import { startTestReadModels, type TestReadModels } from '../testing/read-models.ts';
import type { Beat } from './beat.ts';
import { LEAD_LIMITS, type LeadLimits } from './limits.ts';
import { areBuilt, readLead, troubleOf } from './read-lead.ts';
import { type Lead, takeLead } from './take-lead.ts';

let db: TestReadModels;
const leads: Lead[] = [];
beforeAll(async () => {
  db = await startTestReadModels();
});
afterEach(async () => {
  for (const lead of leads.splice(0)) await lead.release();
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

/** Also where the connection of who led before is still being closed. */
async function led(limits: LeadLimits, report: () => Beat): Promise<Lead> {
  let lead: Lead | undefined;
  await expect
    .poll(async () => {
      lead = await takeLead(db.pool, LIVE_SCHEMA, limits, report);
      return lead;
    })
    .toBeDefined();
  if (!lead) throw new Error('nobody else leads');
  leads.push(lead);
  return lead;
}

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
  await led(LEAD_LIMITS, () => behind);
  const stands = await readLead(db.pool, LIVE_SCHEMA);
  expect(areBuilt(stands) ? 'level' : 'being built').toBe(expected);
  expect(troubleOf(LIVE_SCHEMA, stands)).toEqual(
    expected === 'level' ? undefined : expect.stringContaining('are being built'),
  );
});

/** As where the clock of Postgres was an hour ahead until now. */
const PUT_BACK = `update ${LIVE_SCHEMA}.lead set beat_at = beat_at + interval '1 hour',
  moved_at = moved_at + interval '1 hour', level_at = level_at + interval '1 hour'`;

/** What a projector says that has nothing to write. */
const resting = (isLevel: boolean) => ({
  ...{ state: 'catching_up', reason: undefined, position: undefined, head: undefined },
  ...{ isLevel, waiting: 0, eventsPerSecond: 0 },
});

test('where the clock of Postgres is put back a projector that is gone is missed, and what it wrote counts as left', async () => {
  const lead = await led(LEAD_LIMITS, () => resting(true));
  await lead.release();
  expect(troubleOf(LIVE_SCHEMA, await readLead(db.pool, LIVE_SCHEMA))).toBeUndefined();
  await db.pool.query(PUT_BACK);
  const left = await readLead(db.pool, LIVE_SCHEMA);
  expect(troubleOf(LIVE_SCHEMA, left)).toContain('no projector of this release');
  expect(areBuilt(left)).toBe(false);
  await led(LEAD_LIMITS, () => resting(false));
  expect(areBuilt(await readLead(db.pool, LIVE_SCHEMA))).toBe(false);
});

test('where the clock of Postgres is put back a projector that is behind and stands still is seen to be', async () => {
  let isLevel = true;
  await led({ ...LEAD_LIMITS, beatEvery: 20 }, () => resting(isLevel));
  const seen = () => readLead(db.pool, LIVE_SCHEMA);
  await expect.poll(seen).toMatchObject({ lagSeconds: 0 });
  isLevel = false;
  await expect.poll(async () => (await seen())?.lagSeconds).toBeGreaterThan(0);
  await db.pool.query(PUT_BACK);
  await expect.poll(async () => (await seen())?.lagSeconds).toBeGreaterThan(0);
  await expect.poll(async () => (await seen())?.stillSeconds).toBeGreaterThan(0);
});

test('where the clock of Postgres is put back a projector that has frozen loses the lead all the same', async () => {
  const frozen = await led({ ...LEAD_LIMITS, beatEvery: 3_600_000 }, () => resting(false));
  expect(await takeLead(db.pool, LIVE_SCHEMA, LEAD_LIMITS, () => resting(false))).toBeUndefined();
  await db.pool.query(PUT_BACK);
  const next = await takeLead(db.pool, LIVE_SCHEMA, LEAD_LIMITS, () => resting(false));
  expect(next).toBeDefined();
  await expect.poll(() => frozen.lost.aborted).toBe(true);
  await next?.release();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { ONE_EVO } from '../../../contracts/money.ts';
import { LIVE_SCHEMA } from '../../database.ts';
import { ensureSchema } from '../../progress/schema.ts';
import { project, startTestReadModels, type TestReadModels } from '../../testing/read-models.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { explainGrants } from '../history/queries.ts';
import { listProgramDays } from '../program-days/queries.ts';
import { listTransactions } from '../transactions/queries.ts';
import { readOverviews } from '../users/overview.ts';
import { listActivities, rewardsSince } from './queries.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

const DAY_MS = 24 * 3_600_000;
const since = new Date('2026-02-26T00:00:00Z');

test.each([
  ['together with it', Number.POSITIVE_INFINITY],
  ['long after it', 1],
])('a grant that was taken back is nothing that was earned: read %s', async (_, size) => {
  const ledger = new TestLedger();
  ledger.now = Date.parse('2026-03-01T23:59:59Z');
  const [userId, other] = [ledger.open(), ledger.open()];
  ledger.grant(userId, 3n * ONE_EVO, { reason: 'Well earned' });
  ledger.grant(other, 5n * ONE_EVO);
  const mistaken = ledger.grant(userId, 1_000_000n * ONE_EVO, { reason: 'Three noughts too many' });
  ledger.now += DAY_MS;
  ledger.grant(userId, 2n * ONE_EVO, { reason: 'The next day' });
  if (mistaken.type !== 'RewardGranted') throw new Error('no grant');
  const { grantId, amount } = mistaken.data;
  ledger.account(userId, { type: 'RewardRevoked', data: { grantId, amount, reason: 'A mistake' } });
  await db.pool.query(`drop schema if exists ${LIVE_SCHEMA} cascade`);
  await ensureSchema(db.pool, LIVE_SCHEMA);
  const { events } = ledger;
  for (let at = 0; at < events.length; at += size) await project(db.pool, events.slice(at, at + size));

  const days = await listProgramDays(db.pool, '2026-03-02', 2);
  expect(days.map(({ granted }) => (granted.get('admin') ?? 0n) / ONE_EVO)).toEqual([8n, 2n]);

  expect(await rewardsSince(db.pool, userId, since)).toBe(5n * ONE_EVO);
  const told = ['The next day', 'Well earned'];
  expect((await listActivities(db.pool, userId, 9)).map(({ description }) => description)).toEqual(told);
  const why = await explainGrants(db.pool, userId, since, { limit: 9 });
  expect([why.total / ONE_EVO, why.lines.map(({ description }) => description)]).toEqual([5n, told]);
  const [overview] = await readOverviews(db.pool, [{ userId, since }], 9);
  expect(overview?.rewards).toBe(5n * ONE_EVO);
  expect(overview?.activities.map(({ description }) => description)).toEqual(told);

  // What happened is still told where it is asked for.
  const movements = await listTransactions(db.pool, userId, { limit: 9 });
  expect(movements.map(({ description }) => description)).toEqual([
    'Taken back: A mistake',
    'The next day',
    'Three noughts too many',
    'Well earned',
  ]);
});

import { expect, test } from 'vitest';
import { ONE_EVO } from '../contracts/money.ts';
import { LIVE_SCHEMA } from './database.ts';
import { dropUnused, noteUse, USE } from './progress/schemas-in-use.ts';
import { projectorStage } from './testing/projector-stage.ts';

const stage = projectorStage();
const { start, head } = stage;

test('two releases side by side: each follows the ledger into read models of its own, and neither waits', async () => {
  const userId = stage.ledger.open();
  const older = 'read_v1_0000aaaa';
  const before = await start({ schema: older });
  await expect.poll(() => before.status()).toMatchObject({ state: 'live', checkpoint: head() });
  const now = await start();
  expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
  stage.ledger.grant(userId, ONE_EVO);
  await expect.poll(() => before.status().checkpoint).toEqual(head());
  await expect.poll(() => now.status().checkpoint).toEqual(head());
  const total = async (schema: string) =>
    (await stage.db.pool.query(`select total_rewards::float as total from ${schema}.users`)).rows;
  expect(await total(older)).toEqual(await total(LIVE_SCHEMA));
  await expect.poll(() => [before.status().state, now.status().state]).toEqual(['live', 'live']);
  await before.stop();
  await stage.db.pool.query(`drop schema ${older} cascade`);
});

test('read models that nobody uses any more are dropped, those in use or still moving are not', async () => {
  stage.ledger.open();
  const gone = 'read_v1_0000bbbb';
  const unnumbered = 'read_models';
  for (const schema of [gone, unnumbered]) {
    const projector = await start({ schema });
    await expect.poll(() => projector.status().state).toBe('live');
    await projector.stop();
  }
  const schemas = async () =>
    (
      await stage.db.pool.query(`select nspname from pg_namespace where nspname = any($1)`, [
        [gone, unnumbered],
      ])
    ).rows.length;
  const drop = () => dropUnused(stage.db.pool, LIVE_SCHEMA, 60_000);
  expect(await drop()).toEqual([]);
  await stage.db.pool.query(`update projector.schemas set used_at = now() - interval '1 hour'`);
  // The one moved since someone looked, though no process of that release says that it is there.
  await stage.db.pool.query(`update ${unnumbered}.checkpoint set commit = commit + 1`);
  expect(await drop()).toEqual([gone]);
  expect(await schemas()).toBe(1);
  await stage.db.pool.query(`drop schema ${unnumbered} cascade`);
});

test('those of a release that was used within a week stay, for whoever goes back to it', async () => {
  const [kept, gone] = ['read_v1_0000cccc', 'read_v1_0000dddd'];
  for (const [schema, days] of [
    [kept, 6],
    [gone, 8],
  ] as const) {
    await stage.db.pool.query(`create schema ${schema}`);
    await noteUse(stage.db.pool, schema);
    await stage.db.pool.query(
      `update projector.schemas set used_at = now() - $2 * interval '1 day' where schema = $1`,
      [schema, days],
    );
  }
  expect(await dropUnused(stage.db.pool, LIVE_SCHEMA, USE.keepFor)).toEqual([gone]);
  const { rows } = await stage.db.pool.query(
    'select nspname as schema from pg_namespace where nspname = any($1)',
    [[kept, gone]],
  );
  expect(rows).toEqual([{ schema: kept }]);
  await stage.db.pool.query(`drop schema ${kept} cascade`);
});

test('a projector drops by itself what no release uses any more, and says that its own are in use', async () => {
  stage.ledger.open();
  const gone = 'read_v1_0000eeee';
  const lastUsed = (schema: string, days: number) =>
    stage.db.pool.query(
      `update projector.schemas set used_at = now() - $2 * interval '1 day' where schema = $1`,
      [schema, days],
    );
  const isThere = async (schema: string) =>
    (await stage.db.pool.query('select from pg_namespace where nspname = $1', [schema])).rowCount === 1;
  await stage.db.pool.query(`create schema ${gone}`);
  await noteUse(stage.db.pool, gone);
  await lastUsed(gone, 8);
  const first = await start();
  expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
  await expect.poll(() => isThere(gone)).toBe(false);
  await first.stop();

  // As another release drops, once it has seen where these are.
  const other = 'read_v1_0000ffff';
  await dropUnused(stage.db.pool, other, USE.keepFor);
  await lastUsed(LIVE_SCHEMA, 8);
  const second = await start();
  await expect.poll(() => second.status().state).toBe('live');
  expect(await dropUnused(stage.db.pool, other, USE.keepFor)).not.toContain(LIVE_SCHEMA);
  expect(await isThere(LIVE_SCHEMA)).toBe(true);
});

test('read models of other code under the same numbers are left alone, and the reason says what to do', async () => {
  stage.ledger.open();
  await (await start()).stop();
  await stage.db.pool.query(`update ${LIVE_SCHEMA}.checkpoint set version = 'other'`);
  const projector = await start();
  await expect.poll(() => projector.status().reason).toMatch(/other code under the same numbers/);
  expect(projector.status()).toMatchObject({ state: 'halted', healthy: false });
  expect(projector.status().eventsApplied).toBe(0);
});

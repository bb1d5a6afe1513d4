import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import { type Building, untilBuilt } from './until-built.ts';

/** Read models as their row says it: `since_level` once they have held all of the ledger. */
function readModels() {
  const row = {
    ...{ host: null, process: null, state: 'catching_up', reason: null, waiting: '0', events_per_second: 0 },
    ...{ commit: null, prepare: null, head_commit: null, head_prepare: null, silent: '0', still: '0' },
  };
  let isBuilt = false;
  let silent = '0';
  const query = async (sql: string) => {
    const since = { since_level: isBuilt ? silent : null, level: isBuilt ? true : null, silent };
    return { rows: sql.includes('to_regclass') ? [{ exists: true }] : [{ ...row, ...since }] };
  };
  return {
    pool: { query } as unknown as Pool,
    build() {
      isBuilt = true;
    },
    /** Seconds since whoever led them has said anything. */
    leave(seconds: number) {
      silent = String(seconds);
    },
  };
}

/** Asks for paths; gives the status of what is answered here, and what is handed on. */
function asking(building: Building) {
  const served: string[] = [];
  const listener = building.before(({ url = '' }) => void served.push(url));
  const ask = async (url: string) => {
    const response = { writeHead: vi.fn(), end: vi.fn() };
    const request = { url, resume: () => undefined } as unknown as IncomingMessage;
    await listener(request as never, response as unknown as ServerResponse as never);
    return response.writeHead.mock.calls[0]?.[0] as number | undefined;
  };
  return { ask, served };
}

test('who is told that the read models are built is served at once, not with the next look', async () => {
  const { pool, build } = readModels();
  const building = untilBuilt(pool, true);
  const { ask, served } = asking(building);
  expect(await ask('/api/session')).toBe(503);
  expect(await ask('/API/session')).toBe(503);
  expect(await ask('http://rewards.example/api/session')).toBe(503);
  expect(await ask('/readyz')).toBeUndefined();
  expect(await ask('/')).toBeUndefined();
  const [before, , after] = await Promise.all([
    ask('/api/session'),
    Promise.resolve().then(build),
    Promise.resolve().then(() => ask('/api/stats')),
  ]);
  expect([before === 503 || before === undefined, after]).toEqual([true, undefined]);
  expect(await ask('/api/session')).toBeUndefined();
  expect(served.slice(0, 2)).toEqual(['/readyz', '/']);
  expect(served.at(-1)).toBe('/api/session');
  await building.moment;
  building.stop();
});

test('of a release that is gone back to nobody is told what its read models held then', async () => {
  const { pool, build, leave } = readModels();
  build();
  leave(601);
  const building = untilBuilt(pool, false);
  const { ask } = asking(building);
  expect(await ask('/api/session')).toBe(503);
  leave(600);
  expect(await ask('/api/session')).toBeUndefined();
  building.stop();
});

test('while Postgres stands still everybody is answered in time, and served once it goes on', async () => {
  const { pool, build } = readModels();
  build();
  let isFrozen = true;
  const query = (sql: string) => (isFrozen ? new Promise<never>(() => undefined) : pool.query(sql));
  const building = untilBuilt({ query } as unknown as Pool, false, 20);
  const { ask, served } = asking(building);
  const answers: (number | undefined)[] = [];
  for (let n = 0; n < 3; n++) void ask('/api/session').then((status) => answers.push(status));
  await expect.poll(() => answers).toEqual([503, 503, 503]);
  isFrozen = false;
  await expect.poll(() => ask('/api/session')).toBeUndefined();
  expect(served).toEqual(['/api/session']);
  building.stop();
});

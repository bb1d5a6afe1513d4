import { statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { codeOf } from '../../../contracts/error-code.ts';
import type { Members } from '../../../ledger/bench/filling/fill-ledger.ts';
import { median, thousands } from '../../../ledger/bench/table.ts';
import { LIVE_SCHEMA } from '../../../projector/database.ts';
import { createTestClient, idempotencyKey, type TestClient } from '../../testing/client.ts';
import { type Answer, type Call, send } from '../http/call.ts';
import { startGround } from '../http/ground.ts';
import { command, signedIn } from '../http/lanes.ts';
import { type Launched, launchVersion } from '../http/version.ts';
import { type Somebody, type World, writeSessions } from '../http/world.ts';
import { processed, projected, untilCaughtUp } from '../progress.ts';

/** One line of the table. */
export type Row = {
  readonly name: string;
  readonly value: number;
  readonly show: (value: number) => string;
};

/** Who acts while it is measured, beside those who have a year behind them. */
const PEOPLE = 200;
/** Calls of each kind before those that count, and those. */
const WARM = 10;
const CALLS = 60;
const LOOK_EVERY = 100;
/** An act on a million takes half an hour, at one speed. */
const CLEAR_FOR_MS = 4 * 60_000;
const DAY_MS = 24 * 3_600_000;

/** Everything that is measured with so many users. */
export async function measureAt(members: Members, say: (text: string) => void): Promise<readonly Row[]> {
  const { users } = members;
  const began = performance.now();
  say('the ledger is written');
  const ground = await startGround(PEOPLE, undefined, members);
  const [checkout] = ground.checkouts;
  if (!checkout) throw new Error('this checkout is the one that is measured');
  const place = await ground.placeFor(checkout);
  // Its copy is the one that is used; two of a large ledger may be more than a disk holds.
  await ground.forgetLedger();
  const pool = new pg.Pool({ connectionString: place.databaseUrl, max: 2 });
  try {
    const start = () => launchVersion(checkout.root, ground.world.superAdmin, place);
    const rows: Row[] = [];
    say(`the program starts for the first time, ${sinceThen(began)} s after the beginning`);
    const reached = async ({ origin }: Launched) => Math.min(await projected(pool), await processed(origin));
    const first = await untilCaughtUp(start, reached, say);
    await first.launched.stop();
    await pool.query('vacuum analyze');
    // What is measured then waits for nothing that was written before.
    await pool.query('checkpoint');
    const startedAgain = performance.now();
    const again = await untilCaughtUp(start, reached, say);
    say('the event store checks its file');
    await untilChecked(again.launched.store);
    const checked = (performance.now() - startedAgain) / 1_000;
    await writeSessions(pool, ground.world);
    say('people and admins come');
    const size = await pool.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
    rows.push(
      { name: 'events', value: first.events, show: thousands },
      {
        name: 'ledger file, bytes an event',
        value: statSync(place.ledger).size / first.events,
        show: thousands,
      },
      {
        name: 'Postgres, bytes an event',
        value: Number(size.rows[0]?.bytes) / first.events,
        show: thousands,
      },
      { name: 'first start, until all is known, s', value: first.seconds, show: oneDigit },
      { name: 'another start, s', value: again.seconds, show: oneDigit },
      { name: 'until all of the ledger file is checked, beside it, s', value: checked, show: oneDigit },
    );
    try {
      rows.push(...(await calls(again.launched, ground.world)));
      rows.push(...(await longWork(again.launched, ground.world, { users, pool }, say)));
      rows.push(
        { name: 'program, memory, MB', value: await residentOf(again.launched.program), show: thousands },
        { name: 'event store, memory, MB', value: await residentOf(again.launched.store), show: thousands },
      );
    } finally {
      await again.launched.stop();
    }
    say(`done after ${sinceThen(began)} s`);
    return rows;
  } finally {
    await pool.end();
    await ground.stop();
  }
}

/** The middle of many calls, one after the other, in milliseconds. */
async function calls({ origin }: Launched, { admin, people }: World): Promise<readonly Row[]> {
  const ask = asker(origin);
  let turn = 0;
  const person = () => {
    const one = people[turn++ % people.length];
    if (!one) throw new Error('nobody is there');
    return one;
  };
  const get = (who: () => Somebody, path: () => string) => () =>
    ask({ method: 'GET', path: path(), headers: signedIn(who()) });
  const own = (path: string) => get(person, () => path);
  const list = (query: () => string) =>
    get(
      () => admin,
      () => `/api/admin/users?${query()}`,
    );
  const reward = () => ({ walletAddress: person().walletAddress, amount: '1', reason: 'Scale' });
  const halfAYearAgo = new Date(Date.now() - 180 * DAY_MS).toISOString();
  const kinds: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['dashboard, ms', own('/api/dashboard')],
    ['leaderboard page, ms', own('/api/leaderboard')],
    ['transactions, ms', own('/api/transactions')],
    ["the ledger's events, ms", own('/api/ledger/events')],
    ['the ledger half a year ago, ms', own(`/api/ledger/at?at=${halfAYearAgo}`)],
    ['admin: users, ms', list(() => '')],
    ['admin: users, highest first, ms', list(() => 'sort=highest')],
    ['admin: users with a balance, lowest first, ms', list(() => 'filter=has_balance&sort=lowest')],
    ['admin: users by a part of a wallet, ms', list(() => `search=${person().walletAddress.slice(4, 10)}`)],
    ['admin: users by a part of a name, ms', list(() => `search=${person().userId.slice(0, 4)}`)],
    [
      'admin: figures and charts, ms',
      get(
        () => admin,
        () => '/api/admin/stats',
      ),
    ],
    ['admin: send a reward, ms', () => ask(command(admin, '/api/admin/send-reward', reward()))],
    ['check in, ms', () => ask(command(person(), '/api/rewards/check-in', {}))],
    ['claim, ms', () => ask(command(person(), '/api/rewards/claim', {}))],
  ];
  const rows: Row[] = [];
  for (const [name, call] of kinds) {
    const times: number[] = [];
    for (let n = 0; n < WARM + CALLS; n++) {
      const began = performance.now();
      await call();
      if (n >= WARM) times.push(performance.now() - began);
    }
    rows.push({ name, value: median(times, (time) => time), show: oneDigit });
  }
  return rows;
}

/** Exports, and an act on everybody, which is the last. */
async function longWork(
  { origin }: Launched,
  { admin, superAdminKey }: World,
  { users, pool }: { readonly users: number; readonly pool: pg.Pool },
  say: (text: string) => void,
): Promise<readonly Row[]> {
  say('all wallets are exported');
  const exportBegan = performance.now();
  const { body: wallets } = await asker(origin)({
    method: 'GET',
    path: '/api/admin/export-wallets',
    headers: signedIn(admin),
  });
  const exportTook = (performance.now() - exportBegan) / 1_000;
  const lines = wallets.split('\n').length;
  if (lines < users) throw new Error(`the export has ${lines} lines`);
  say('all balances are cleared');
  const client = createTestClient(origin, superAdminKey);
  const { status } = await client.connect();
  if (status !== 200) throw new Error(`the super admin cannot sign in: ${status}`);
  const cleared = await clearedInSecond(client, pool, users);
  return [
    { name: 'export of all wallets, lines a second', value: lines / exportTook, show: thousands },
    { name: 'clear of all balances, accounts a second', value: cleared, show: thousands },
  ];
}

/**
 * Accounts a second of an act on everybody: until it has ended, or as far as it gets in `CLEAR_FOR_MS`. Those who have
 * nothing to take are looked at as well.
 */
async function clearedInSecond(client: TestClient, pool: pg.Pool, users: number): Promise<number> {
  const began = performance.now();
  const asked = await client.post('/api/admin/clear-all-balances', {}, idempotencyKey());
  if (asked.status !== 200)
    throw new Error(`the clear answers ${asked.status}: ${JSON.stringify(asked.body)}`);
  for (;;) {
    const { body } = await client.get<{ act: { requestId: string } | null }>('/api/admin/mass-act');
    const took = performance.now() - began;
    if (body.act === null) return (users / took) * 1_000;
    if (took > CLEAR_FOR_MS) return ((await lookedAt(pool, body.act.requestId)) / took) * 1_000;
    await sleep(LOOK_EVERY);
  }
}

/** An act goes by the ids of the accounts. */
async function lookedAt(pool: pg.Pool, requestId: string): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `select count(*) from ${LIVE_SCHEMA}.user_list
     where user_id <= (select after from processes.mass_acts where request_id = $1)`,
    [requestId],
  );
  return Number(rows[0]?.count);
}

/** Resolves when the event store has read all of its file, which it does after each start in a process of its own. */
async function untilChecked(store: number): Promise<void> {
  while (await hasChildren(store)) await sleep(LOOK_EVERY);
}

async function hasChildren(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = threads.map((thread) =>
    readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch((error: unknown) => {
      // The thread has ended since.
      if (['ENOENT', 'ESRCH'].includes(String(codeOf(error)))) return '';
      throw error;
    }),
  );
  return (await Promise.all(lists)).some((children) => children !== '');
}

/** One call after the other, over one connection. */
function asker(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const target = { origin, port: Number(new URL(origin).port) };
  return (call: Call): Promise<Answer> => send(agent, target, call);
}

/** @returns megabytes */
async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / 1e6;
}

const oneDigit = (value: number) => value.toFixed(1);
const sinceThen = (began: number) => Math.round((performance.now() - began) / 1_000);

import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { pino } from 'pino';
import { MOST, secondsOr } from '../../ledger/bench/asked.ts';
import type { Lane } from '../../ledger/bench/measure.ts';
import { printTable, thousands } from '../../ledger/bench/table.ts';
import { typedNumber, typedOptions } from '../../ledger/typed-options.ts';
import { describePlans, plansOf, type Query } from '../../projector/bench/plans.ts';
import { measureInTurns } from '../../projector/bench/turns.ts';
import { createPool } from '../../projector/database.ts';
import { startTestPostgres } from '../../projector/testing/postgres.ts';
import { temporaryFolder } from '../../projector/testing/temporary-folder.ts';
import { readConfig } from '../config.ts';
import { startServer } from '../server.ts';
import { EMPTY_UI } from '../testing/empty-ui.ts';
import { fillReadModels, signIn } from './fill.ts';
import { type Page, pagesOf } from './pages.ts';
import { queriesDuring } from './queries-during.ts';
import { startServerProcess } from './server-process.ts';
import { openBrowsers } from './visits.ts';

const IN_FLIGHT = [1, 16, 64];
/** Of each page at each number in flight, without the warm-up. */
const SECONDS = secondsOr('5');
const ROUNDS = 5;
const VISITORS = 5_000;

export const HELP = 'npm run bench -- dashboard [--users 100000]';

/** What a user's pages cost when many users have a year behind them: requests, queries, and their plans. */
export async function bench(args: string[]): Promise<void> {
  const values = typedOptions(args, { users: { type: 'string', default: '100000' } });
  const users = typedNumber('users', values.users, 1, MOST);
  const postgres = await startTestPostgres();
  const pool = createPool(postgres.connectionString);
  const dataDir = await temporaryFolder();
  const env = {
    PORT: '0',
    DATA_DIR: dataDir,
    UI_DIST: EMPTY_UI,
    DATABASE_URL: postgres.connectionString,
    PROJECTOR: 'separate',
    RATE_LIMIT_SCALE: '100000',
    LOG_LEVEL: 'error',
  };
  try {
    const { events, seconds } = await fillReadModels(pool, users, dataDir);
    console.log(
      `${thousands(users)} users, ${thousands(events)} events, written at ${thousands(events / seconds)}/s; ${await sizeOf(pool)}\n`,
    );
    const pages = await pagesOf(pool, await signIn(pool, VISITORS));
    const queries = await queriesOfEach(pages, env);
    await printTimes(pages, queries, env);
    await printPlans(pages, queries, pool);
  } finally {
    await pool.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What one request of each page asks of Postgres. */
async function queriesOfEach(pages: readonly Page[], env: Record<string, string>): Promise<Query[][]> {
  const server = await startServer(readConfig(env), pino({ level: 'error' }, pino.destination(2)));
  const browsers = openBrowsers(server.url);
  const queries: Query[][] = [];
  try {
    for (const { next } of pages) {
      const tries: Query[][] = [];
      for (let one = 0; one < 5; one++) tries.push(await queriesDuring(() => browsers.visit(next())));
      // Whatever else the server does now and then comes on top.
      queries.push(tries.toSorted((a, b) => a.length - b.length)[0] ?? []);
    }
  } finally {
    browsers.close();
    await server.stop();
  }
  return queries;
}

async function printTimes(
  pages: readonly Page[],
  queries: readonly Query[][],
  env: Record<string, string>,
): Promise<void> {
  const server = await startServerProcess(env);
  const browsers = openBrowsers(server.url);
  const cells = pages.map(({ name }, index) => [name, String(queries[index]?.length)]);
  try {
    for (const inFlight of IN_FLIGHT) {
      const lanes = pages.map(({ next }) =>
        Array.from({ length: inFlight }, (): Lane => () => browsers.visit(next())),
      );
      const results = await measureInTurns(lanes, { seconds: SECONDS, rounds: ROUNDS });
      const ceiling = results[0]?.perSecond ?? Number.NaN;
      for (const [index, { perSecond, p50, p99 }] of results.entries()) {
        const share = (perSecond / ceiling).toFixed(2);
        cells[index]?.push(`${thousands(perSecond)}/s`, p50.toFixed(1), p99.toFixed(1), share);
      }
    }
  } finally {
    browsers.close();
    await server.stop();
  }
  const head = IN_FLIGHT.flatMap((n) => [`${n} in flight`, 'p50 ms', 'p99 ms', '/(a)']);
  printTable([['page', 'queries', ...head], ...cells]);
}

/** Of each query once: what another page asks with the same text runs the same way. */
async function printPlans(pages: readonly Page[], queries: readonly Query[][], pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  const told = new Map<string, string>();
  try {
    for (const [index, { name }] of pages.entries()) {
      console.log(`\n${name}`);
      for (const query of queries[index] ?? []) {
        const lines = describePlans(await plansOf(client, query));
        const shape = lines.join('\n').replaceAll(/\d+/g, '');
        console.log(told.get(shape) ?? lines.join('\n'));
        told.set(shape, `  ${lines[0]?.split('\n')[0]?.trim()}: as above`);
      }
    }
  } finally {
    client.release(true);
  }
}

async function sizeOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  return `${rows[0]?.size} in Postgres`;
}

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { startEmbeddedEventStore } from '../embedded/start.ts';
import { typedArguments } from '../typed-options.ts';
import { appendLanes } from './append-lanes.ts';
import { secondsOr } from './asked.ts';
import { benchBeside } from './beside.ts';
import { startCommandBench } from './command-lanes.ts';
import { type Lane, type Measurement, measure } from './measure.ts';
import { startNoopServer } from './noop-server.ts';
import { startPostgresBench } from './postgres-lanes.ts';
import { catchUpRate, fill, scanRate, streamRate } from './reads.ts';
import { median, printTable, thousands } from './table.ts';

const IN_FLIGHT = [1, 16, 64, 256];
/** Of each row at each number in flight, without the warm-up. */
const SECONDS = secondsOr('3');
const ROUNDS = 5;
const CATCH_UP_EVENTS = 100_000;

type Row = {
  readonly name: string;
  readonly lanes: (inFlight: number) => Lane[];
};

export const HELP = 'npm run bench -- append [PART OF A ROW’S NAME …] [--before FOLDER]';

/**
 * Appends and reads of the node beside a no-op server and Postgres, all in one run; with `--before FOLDER`, appends
 * beside those of another checkout of this program.
 * @param args parts of the names of the rows that are wanted; all unless given
 */
export async function bench(args: readonly string[]): Promise<void> {
  const { values, positionals: only } = typedArguments(args, { before: { type: 'string' } });
  if (values.before !== undefined) return benchBeside(values.before, only, IN_FLIGHT, SECONDS);
  const folder = await mkdtemp(join(tmpdir(), 'evo-bench-'));
  const file = join(folder, 'ledger.sqlite');
  const noop = await startNoopServer(CATCH_UP_EVENTS);
  const node = await startEmbeddedEventStore({ file });
  const postgres = await startPostgresBench();
  const noopClient = EventStoreDBClient.connectionString(noop.connectionString);
  const nodeClient = EventStoreDBClient.connectionString(node.connectionString);
  const commands = await startCommandBench(node.connectionString);
  const rows: Row[] = [
    { name: '(a) no-op server', lanes: (n) => appendLanes(noopClient, n, randomUUID()) },
    { name: '(b) embedded node', lanes: (n) => appendLanes(nodeClient, n, randomUUID()) },
    { name: '(c) grants, many accounts', lanes: (n) => commands.many(n) },
    { name: '(d) grants, one account', lanes: (n) => commands.hot(n) },
    { name: '(e) Postgres, pool of 20', lanes: (n) => postgres.lanes(n) },
  ];
  try {
    await printAppends(
      rows.filter(({ name }) => only.length === 0 || only.some((one) => name.includes(one))),
    );
    await printReads(nodeClient, noopClient, file);
  } finally {
    await Promise.all([noopClient.dispose(), nodeClient.dispose(), commands.close()]);
    await Promise.all([noop.stop(), node.close(), postgres.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function printAppends(rows: readonly Row[]): Promise<void> {
  const table: string[][] = [
    ['appends', ...IN_FLIGHT.flatMap((n) => [`${n} in flight`, 'p50', 'p99', '/(a)'])],
  ];
  const cells = rows.map(({ name }) => [name]);
  for (const inFlight of IN_FLIGHT) {
    const results = await measureInTurns(rows, inFlight);
    const ceiling = results[0]?.perSecond ?? Number.NaN;
    for (const [index, result] of results.entries()) cells[index]?.push(...appendCells(result, ceiling));
  }
  printTable([...table, ...cells]);
}

/** The rows take turns, so that whatever else the machine does meets all of them; the median round counts. */
async function measureInTurns(rows: readonly Row[], inFlight: number): Promise<Measurement[]> {
  const rounds: Measurement[][] = rows.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { lanes }] of rows.entries()) {
      rounds[index]?.push(await measure(lanes(inFlight), SECONDS / ROUNDS));
    }
  }
  return rounds.map((results) => median(results, ({ perSecond }) => perSecond));
}

function appendCells({ perSecond, p50, p99 }: Measurement, ceiling: number): string[] {
  return [
    `${thousands(perSecond)}/s`,
    `${p50.toFixed(2)} ms`,
    `${p99.toFixed(2)} ms`,
    (perSecond / ceiling).toFixed(2),
  ];
}

async function printReads(node: EventStoreDBClient, noop: EventStoreDBClient, file: string): Promise<void> {
  const stream = await fill(node, CATCH_UP_EVENTS);
  const rates: { ceiling: number; caughtUp: number; read: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ceiling = await catchUpRate(noop);
    rates.push({ ceiling, caughtUp: await catchUpRate(node), read: await streamRate(node, stream) });
  }
  const { ceiling, caughtUp, read } = median(rates, (rate) => rate.caughtUp / rate.ceiling);
  const share = (rate: number) => (rate / ceiling).toFixed(2);
  console.log('');
  printTable([
    ['reads', 'events/s', '/(no-op)'],
    ['$all catch-up, no-op server', thousands(ceiling), share(ceiling)],
    ['$all catch-up, embedded node', thousands(caughtUp), share(caughtUp)],
    ['one long stream, embedded node', thousands(read), share(read)],
    ['plain SQLite scan, no client', thousands(scanRate(file)), ''],
  ]);
}

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EventStoreDBClient } from '@eventstore/db-client';
import { appendLanes } from './append-lanes.ts';
import type { startCommandBench } from './command-lanes.ts';
import { type Lane, type Measurement, measure } from './measure.ts';
import { median, printTable, thousands } from './table.ts';

/** Odd, for a median. */
const ROUNDS = 15;

type Row = { readonly name: string; readonly lanes: (inFlight: number) => Lane[] };
type Version = { readonly rows: readonly Row[]; readonly close: () => Promise<void> };

/**
 * Appends and grants of this version beside those of another checkout, each with its own node, in one process: the
 * two take turns in short rounds, and the median of the rounds' ratios counts, so that a busy moment of the machine
 * meets both.
 * @param before the other checkout's folder, with its packages installed
 * @param seconds that each row is measured at each number in flight
 */
export async function benchBeside(
  before: string,
  only: readonly string[],
  inFlight: readonly number[],
  seconds: number,
): Promise<void> {
  const versions = [
    await startVersion(resolve(before)),
    await startVersion(resolve(import.meta.dirname, '../..')),
  ];
  const table: string[][] = [
    ['now / before', ...inFlight.flatMap((n) => [`${n} in flight`, 'before', 'now'])],
  ];
  try {
    for (const [index, { name }] of (versions[0]?.rows ?? []).entries()) {
      if (only.length > 0 && !only.some((one) => name.includes(one))) continue;
      const cells = [name];
      for (const n of inFlight) {
        const [old, now] = await inTurns(
          versions.map(
            ({ rows }) =>
              () =>
                measure(rows[index]?.lanes(n) ?? [], seconds / ROUNDS),
          ),
        );
        if (!old || !now) throw new Error('nothing was measured');
        const ratios = now.map(({ perSecond }, round) => perSecond / (old[round]?.perSecond ?? Number.NaN));
        const rate = (all: readonly Measurement[]) => median(all, ({ perSecond }) => perSecond).perSecond;
        cells.push(
          median(ratios, (ratio) => ratio).toFixed(2),
          `${thousands(rate(old))}/s`,
          `${thousands(rate(now))}/s`,
        );
      }
      table.push(cells);
    }
    printTable(table);
  } finally {
    for (const { close } of versions) await close();
  }
}

/** Every measurement of every version; who begins changes from round to round. */
async function inTurns(measures: readonly (() => Promise<Measurement>)[]): Promise<Measurement[][]> {
  const results: Measurement[][] = measures.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    const turns = [...measures.entries()];
    for (const [index, once] of round % 2 === 0 ? turns : turns.reverse()) results[index]?.push(await once());
  }
  return results;
}

async function startVersion(root: string): Promise<Version> {
  const load = <Module>(path: string): Promise<Module> => import(pathToFileURL(join(root, path)).href);
  const { startEmbeddedEventStore } =
    await load<typeof import('../embedded/start.ts')>('ledger/embedded/start.ts');
  const lanes = await load<{ startCommandBench: typeof startCommandBench }>('ledger/bench/command-lanes.ts');
  const folder = await mkdtemp(join(tmpdir(), 'evo-bench-'));
  const node = await startEmbeddedEventStore({ file: join(folder, 'ledger.sqlite') });
  const client = EventStoreDBClient.connectionString(node.connectionString);
  const commands = await lanes.startCommandBench(node.connectionString);
  return {
    rows: [
      { name: '(b) embedded node', lanes: (n) => appendLanes(client, n, randomUUID()) },
      { name: '(c) grants, many accounts', lanes: (n) => commands.many(n) },
      { name: '(d) grants, one account', lanes: (n) => commands.hot(n) },
    ],
    async close() {
      await Promise.all([client.dispose(), commands.close()]);
      await node.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ONE_EVO } from '../../contracts/money.ts';
import { grantByAdmin } from '../../ledger/accounts/grant-reward.ts';
import { readAccount } from '../../ledger/accounts/read-account.ts';
import { printTable, thousands } from '../../ledger/bench/table.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import { startEmbeddedEventStore } from '../../ledger/embedded/start.ts';
import { connectEventStore, type EventStore } from '../../ledger/event-store.ts';
import { createCommandHandler } from '../../ledger/handle-command.ts';
import type { Snapshots } from '../../ledger/snapshots.ts';
import { appendLongAccount } from '../../ledger/testing/long-stream.ts';
import { testContext } from '../../ledger/testing/start-ledger.ts';
import { typedOptions } from '../../ledger/typed-options.ts';
import { createPool } from '../../projector/database.ts';
import { startTestPostgres } from '../../projector/testing/postgres.ts';
import { migrate } from '../migrate.ts';
import { postgresSnapshots } from '../snapshots/postgres-snapshots.ts';

const LENGTHS = [10, 10_000, 1_000_000];
const ROUNDS = 7;

export const HELP = 'npm run bench -- long-stream';

/** What the first command of a process costs on a stream of each length, with nothing in memory. */
export async function bench(args: string[]): Promise<void> {
  typedOptions(args, {});
  const folder = await mkdtemp(join(tmpdir(), 'evo-bench-'));
  const [node, postgres] = await Promise.all([
    startEmbeddedEventStore({ file: join(folder, 'ledger.sqlite') }),
    startTestPostgres(),
  ]);
  const store = connectEventStore(node.connectionString);
  const pool = createPool(postgres.connectionString);
  try {
    await migrate(pool);
    const snapshots = postgresSnapshots(pool);
    const accounts: { length: number; userId: string; read: string }[] = [];
    for (const length of LENGTHS) {
      const userId = await appendLongAccount(store, length);
      accounts.push({ length, userId, read: await firstReading(store, snapshots, userId) });
    }
    const rows = accounts.map(() => ({ command: [] as number[], again: [] as number[] }));
    for (let round = 0; round < ROUNDS; round++) {
      // The lengths take turns, so that whatever else the machine does meets all of them.
      for (const [index, { userId }] of accounts.entries()) {
        const handler = createCommandHandler(store, { snapshots });
        const context = testContext();
        rows[index]?.command.push(await timed(() => grant(handler, userId, context)));
        const elsewhere = createCommandHandler(store, { snapshots });
        rows[index]?.again.push(await timed(() => grant(elsewhere, userId, context)));
      }
    }
    const { rows: sizes } = await pool.query<{ bytes: string; count: string }>(
      `select pg_total_relation_size('snapshots.streams') as bytes, count(*) as count from snapshots.streams`,
    );
    printTable([
      ['events', 'first command', 'a retry of it', 'reading it all once, and the memory that took'],
      ...accounts.map(({ length, read }, index) => [
        thousands(length),
        milliseconds(rows[index]?.command ?? []),
        milliseconds(rows[index]?.again ?? []),
        read,
      ]),
    ]);
    const [size] = sizes;
    console.log(`\n${size?.count} snapshots, ${(Number(size?.bytes) / 2 ** 20).toFixed(1)} MiB in Postgres`);
  } finally {
    await store.close();
    await pool.end();
    await Promise.all([node.close(), postgres.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** A stream of which no snapshot is kept yet: commands are refused until it was read through once. */
async function firstReading(store: EventStore, snapshots: Snapshots, userId: string): Promise<string> {
  const handler = createCommandHandler(store, { snapshots });
  const memory = [process.memoryUsage.rss()];
  const started = performance.now();
  let refused = 0;
  for (;;) {
    try {
      await readAccount(handler, userId);
      break;
    } catch (error) {
      if (!(error instanceof LedgerUnavailable)) throw error;
      refused += 1;
      memory.push(process.memoryUsage.rss());
    }
  }
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const half = memory[Math.floor(memory.length / 2)] ?? 0;
  const last = process.memoryUsage.rss();
  return `${seconds} s in ${refused + 1} commands, RSS ${mebibytes(half)} half-way, ${mebibytes(last)} at the end`;
}

const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;

function grant(
  handler: ReturnType<typeof createCommandHandler>,
  userId: string,
  context: ReturnType<typeof testContext>,
) {
  const order = { userId, amount: ONE_EVO, reason: 'Bench', dryRun: false, authorize: async () => undefined };
  return grantByAdmin(handler, order, context);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function milliseconds(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const [least, middle, most] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return `${middle?.toFixed(1)} ms (${least?.toFixed(1)} to ${most?.toFixed(1)})`;
}

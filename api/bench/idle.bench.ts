import { setTimeout as sleep } from 'node:timers/promises';
import { printTable, thousands } from '../../ledger/bench/table.ts';
import { decimalNumber, typedOptions } from '../../ledger/typed-options.ts';
import { cpuSecondsOf } from './http/cpu.ts';
import { startGround } from './http/ground.ts';

export const HELP = 'npm run bench -- idle [--before FOLDER] [--seconds 60]';

/** What a program asks and costs that nobody asks anything: its statements and the time of its processor. */
export async function bench(args: string[]): Promise<void> {
  const values = typedOptions(args, {
    before: { type: 'string' },
    seconds: { type: 'string', default: '60' },
  });
  const seconds = decimalNumber('--seconds', values.seconds, 0.1, 86_400);
  const ground = await startGround(100, values.before);
  const { counts } = ground;
  try {
    for (const checkout of ground.checkouts) {
      // One after the other: what the other costs would be seen in Postgres alone.
      const version = await ground.start(checkout);
      try {
        await sleep(SETTLE_MS);
        await counts.query('select pg_stat_statements_reset()');
        const [program, store] = [cpuSecondsOf(version.program), cpuSecondsOf(version.store)];
        await sleep(seconds * 1_000);
        const share = (taken: number) => `${((taken / seconds) * 100).toFixed(2)} %`;
        const { rows } = await counts.query<{ query: string; calls: string }>(
          `select regexp_replace(query, '\\s+', ' ', 'g') as query, sum(calls) as calls from pg_stat_statements
           where dbid = (select oid from pg_database where datname = $1) group by 1 order by 2 desc`,
          [checkout.name],
        );
        const all = rows.reduce((sum, { calls }) => sum + Number(calls), 0);
        console.log(
          `\n${checkout.name}: ${thousands((all / seconds) * 60)} statements a minute; ` +
            `of a processor the program takes ${share(cpuSecondsOf(version.program) - program)}, ` +
            `its event store ${share(cpuSecondsOf(version.store) - store)}\n`,
        );
        const lines = rows.map(({ query, calls }) => [query.slice(0, 100), calls]);
        printTable([['statement', 'times'], ...lines]);
      } finally {
        await version.stop();
      }
    }
  } finally {
    await ground.stop();
  }
}

/** Until what comes with a start is over. */
const SETTLE_MS = 10_000;

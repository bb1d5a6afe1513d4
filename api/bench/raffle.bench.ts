import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { MOST } from '../../ledger/bench/asked.ts';
import { printTable } from '../../ledger/bench/table.ts';
import { bytesToHex } from '../../ledger/proof/bytes.ts';
import { typedNumber, typedOptions } from '../../ledger/typed-options.ts';
import { createPool } from '../../projector/database.ts';
import { fillUserList } from '../testing/many-users.ts';
import { startGround } from './http/ground.ts';

export const HELP =
  'npm run bench -- raffle [--before FOLDER] [--users 1000000] [--winners 500] [--rounds 3]';

/**
 * Freezing who takes part in a raffle among very many users, the tree over them, and the draw: what a raffle takes that
 * grows with its entries. And how long the thread that serves everybody else was held up meanwhile.
 */
export async function bench(args: string[]): Promise<void> {
  const values = typedOptions(args, {
    before: { type: 'string' },
    users: { type: 'string', default: '1000000' },
    winners: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '3' },
  });
  const users = typedNumber('users', values.users, 1, MOST);
  const winners = typedNumber('winners', values.winners, 1, MOST);
  const rounds = typedNumber('rounds', values.rounds, 1, 1_000);
  const ground = await startGround(PEOPLE, values.before);
  const undo: (() => Promise<unknown>)[] = [() => ground.stop()];
  try {
    const checkout = ground.checkouts.at(-1);
    if (!checkout) throw new Error('this checkout is always there');
    const version = await ground.start(checkout);
    undo.push(() => version.stop());
    const pool = createPool(version.databaseUrl, { maxConnections: 2 });
    undo.push(() => pool.end());
    await fillUserList(pool, users, { schema: version.schema, verifiedEvery: 1 });
    const rows: string[][] = [];
    for (let round = 0; round < rounds; round++) {
      // The one that begins is another each time.
      const inTurn = round % 2 === 0 ? ground.checkouts : ground.checkouts.toReversed();
      for (const { name, root } of inTurn) {
        const parts = await partsOf(root);
        const times = await draw(parts, pool, { users, winners });
        rows.push([name, ...times.map((time) => time.toFixed(1))]);
      }
    }
    printTable([['', 'who takes part, s', 'their tree, s', 'draw, s', 'all, s', 'held up, ms'], ...rows]);
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

type Parts = Awaited<ReturnType<typeof partsOf>>;

/** Of the checkout at `root`, which have the same form as these. */
async function partsOf(root: string) {
  const of = (file: string): Promise<unknown> => import(join(root, file));
  const eligible = (await of(
    'api/resources/raffles/eligible.ts',
  )) as typeof import('../resources/raffles/eligible.ts');
  const entries = (await of(
    'api/resources/raffles/frozen-entries.ts',
  )) as typeof import('../resources/raffles/frozen-entries.ts');
  const freezer = (await of('ledger/raffles/freezer.ts')) as typeof import('../../ledger/raffles/freezer.ts');
  const drawing = (await of(
    'ledger/proof/raffle-draw.ts',
  )) as typeof import('../../ledger/proof/raffle-draw.ts');
  return { ...eligible, ...entries, ...freezer, ...drawing };
}

type Size = { readonly users: number; readonly winners: number };

/** @returns seconds of each part and of all of them, and the longest milliseconds for which this thread did nothing else */
async function draw(parts: Parts, pool: ReturnType<typeof createPool>, { users, winners }: Size) {
  const raffleId = randomUUID();
  const freezer = parts.createFreezer();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const times = [performance.now()];
  await parts
    .eligibleUsers(pool, { waitFor: async () => true })
    .freezeEligible(raffleId, { commit: 0n, prepare: 0n });
  times.push(performance.now());
  const { count, tree } = await parts.frozenEntries(pool, freezer).entriesOf(raffleId);
  times.push(performance.now());
  if (count !== users) throw new Error(`${count} of ${users} take part`);
  const context = {
    raffleId,
    root: bytesToHex(tree.root),
    count,
    rulesHash: '',
    eligibleAt: '1',
    publicRandomness: null,
  };
  if (parts.drawIndices(randomBytes(32), context, winners).length !== winners) throw new Error('too few won');
  times.push(performance.now());
  delay.disable();
  await pool.query('delete from raffles.frozen where raffle_id = $1', [raffleId]);
  const seconds = times.slice(1).map((time, n) => (time - (times[n] ?? time)) / 1_000);
  return [...seconds, seconds.reduce((sum, one) => sum + one, 0), delay.max / 1e6];
}

const PEOPLE = 200;

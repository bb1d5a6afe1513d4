import { Agent } from 'node:http';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { printTable } from '../../ledger/bench/table.ts';
import { createTestClient, done, idempotencyKey } from '../testing/client.ts';
import { fillUserList } from '../testing/many-users.ts';
import { send } from './http/call.ts';
import { startGround } from './http/ground.ts';
import type { Version } from './http/version.ts';
import type { World } from './http/world.ts';

const HELP = 'npm run bench -- raffle [--before FOLDER] [--users 1000000] [--winners 100] [--rounds 2]';

/**
 * A raffle among very many users, started by an admin and answered when it stands in the ledger with its winners; and how
 * long anybody else who asks the program meanwhile waits, which tells whether its thread was held up.
 */
export async function bench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      before: { type: 'string' },
      users: { type: 'string', default: '1000000' },
      winners: { type: 'string', default: '100' },
      rounds: { type: 'string', default: '2' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const ground = await startGround(PEOPLE, values.before);
  const undo: (() => Promise<void>)[] = [() => ground.stop()];
  try {
    const versions: Version[] = [];
    for (const checkout of ground.checkouts) {
      const version = await ground.start(checkout);
      versions.push(version);
      undo.push(() => version.stop());
      const pool = new pg.Pool({ connectionString: version.databaseUrl, max: 1 });
      await fillUserList(pool, Number(values.users), { schema: version.schema, verifiedEvery: 1 });
      await pool.end();
    }
    const rows: string[][] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const version of versions) {
        const { seconds, waits } = await draw(version, ground.world, Number(values.winners));
        const at = (share: number) => waits[Math.floor((waits.length - 1) * share)]?.toFixed(1) ?? '';
        rows.push([version.name, seconds.toFixed(1), String(waits.length), at(0.5), at(0.99), at(1)]);
      }
    }
    printTable([['', 'seconds', 'others asked', 'p50 ms', 'p99 ms', 'longest'], ...rows]);
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

/** @returns how long it took, and the milliseconds of each answer to others meanwhile, the shortest first */
async function draw({ target }: Version, { superAdminKey }: World, winnerCount: number) {
  const admin = createTestClient(`http://127.0.0.1:${target.port}`, superAdminKey, {
    // It takes as long as it takes.
    reach: (url, init) => fetch(url, { ...init, signal: null }),
    origin: target.origin,
  });
  await done(admin.connect());
  const agent = new Agent({ keepAlive: true });
  const waits: number[] = [];
  const begun = performance.now();
  let isDrawn = false;
  const asking = (async () => {
    while (!isDrawn) {
      const asked = performance.now();
      await send(agent, target, { method: 'GET', path: '/livez', headers: {} });
      waits.push(performance.now() - asked);
    }
  })();
  try {
    const form = { amount: '1', winnerCount };
    const { body } = await done(
      admin.post<{ winners: readonly unknown[] }>('/api/admin/raffle', form, idempotencyKey()),
    );
    if (body.winners.length !== winnerCount) throw new Error(`${body.winners.length} have won`);
  } finally {
    isDrawn = true;
    await asking;
    agent.destroy();
  }
  return { seconds: (performance.now() - begun) / 1_000, waits: waits.toSorted((a, b) => a - b) };
}

const PEOPLE = 200;

import pg from 'pg';
import { MOST } from '../../ledger/bench/asked.ts';
import { printTable, thousands } from '../../ledger/bench/table.ts';
import { connectEventStore } from '../../ledger/event-store.ts';
import { typedNumber, typedOptions } from '../../ledger/typed-options.ts';
import { cpuSecondsOf } from './http/cpu.ts';
import { type Checkout, type Ground, startGround } from './http/ground.ts';
import { launchProjector, launchVersion, type Place } from './http/version.ts';
import { processed, projected, untilCaughtUp } from './progress.ts';

export const HELP = 'npm run bench -- replay [--before FOLDER] [--lived 20000] [--profile FOLDER]';

/** Rows of one statement of the bare insert: as many as the projector writes at once when it catches up. */
const ROWS = 4_000;

/**
 * How fast a program that has lost what it knew finds out again, on the ledger of a community with a year behind it: the
 * projector as a process of its own writes all read models; then the whole program, which does that, the processes and the
 * seals at once, as a first start does; then the processes alone, with the read models there. Beside both, on the same machine and ledger: a reader that only takes what the store gives, and
 * rows of the same bytes into a table without an index. Everything is a process of its own, as in `bench -- http`.
 */
export async function bench(args: string[]): Promise<void> {
  const values = typedOptions(args, {
    before: { type: 'string' },
    lived: { type: 'string', default: '20000' },
    profile: { type: 'string' },
  });
  const lived = typedNumber('lived', values.lived, 1, MOST);
  const ground = await startGround(10, values.before, { users: lived });
  try {
    const rows: string[][] = [];
    for (const checkout of ground.checkouts) {
      const place = await ground.placeFor(checkout, values.profile);
      rows.push(...(await replays(ground, checkout, place)));
    }
    printTable([['', '', 'events', 'seconds', 'events/s', 'program s', 'store s'], ...rows]);
  } finally {
    await ground.stop();
  }
}

async function replays(ground: Ground, checkout: Checkout, place: Place): Promise<string[][]> {
  const { superAdmin } = ground.world;
  const { name, root } = checkout;
  const alone = await ground.placeFor({ ...checkout, name: `${name}_alone` }, place.cpuProfiles);
  const pool = new pg.Pool({ connectionString: place.databaseUrl, max: 2 });
  const poolAlone = new pg.Pool({ connectionString: alone.databaseUrl, max: 2 });
  try {
    const start = () => launchVersion(root, superAdmin, place);
    const projector = await timed(
      () => launchProjector(root, alone),
      () => projected(poolAlone),
    );
    const first = await timed(start, async ({ origin }) =>
      Math.min(await projected(pool), await processed(origin)),
    );
    // Sessions, keys and all the rest stay: a program that lost only how far its processes had got.
    await pool.query('delete from processes.checkpoints');
    const processes = await timed(start, ({ origin }) => processed(origin));
    const bare = await plain(place, superAdmin, root, pool);
    return [
      [name, 'the projector alone, from nothing', ...projector],
      [name, 'a first start: read models, processes and seals', ...first],
      [name, 'processes alone, everything done before', ...processes],
      ...bare.map((row) => [name, ...row]),
    ];
  } finally {
    await pool.end();
    await poolAlone.end();
  }
}

/** From the start of its processes until it has had all that the ledger held then. */
async function timed(...way: Parameters<typeof untilCaughtUp>): Promise<string[]> {
  const { launched, events, seconds } = await untilCaughtUp(...way);
  try {
    // Of processes that have been there for no longer.
    const cpu = [cpuSecondsOf(launched.program), cpuSecondsOf(launched.store)];
    return [
      ...[thousands(events), seconds.toFixed(1), thousands(events / seconds)],
      ...cpu.map((used) => used.toFixed(1)),
    ];
  } finally {
    await launched.stop();
  }
}

/** What nobody can be faster than who does the same work: to be given all events, and to write them down. */
async function plain(place: Place, superAdmin: string, root: string, pool: pg.Pool): Promise<string[][]> {
  const launched = await launchVersion(root, superAdmin, place);
  const store = connectEventStore(launched.storeUrl);
  try {
    const rows: { readonly stream: string; readonly type: string; readonly data: string }[] = [];
    const over = new AbortController();
    const began = performance.now();
    const caughtUp = () => over.abort();
    let events = 0;
    for await (const { stream, type, data } of store.subscribe({
      after: undefined,
      signal: over.signal,
      onCaughtUp: caughtUp,
    })) {
      events += 1;
      if (rows.length < MOST_ROWS) rows.push({ stream, type, data: JSON.stringify(data) });
    }
    const read = (performance.now() - began) / 1_000;
    await pool.query('create table bare (stream text, type text, data text)');
    const wrote = performance.now();
    for (let at = 0; at < rows.length; at += ROWS) {
      const some = rows.slice(at, at + ROWS);
      await pool.query('insert into bare select * from unnest($1::text[], $2::text[], $3::text[])', [
        some.map(({ stream }) => stream),
        some.map(({ type }) => type),
        some.map(({ data }) => data),
      ]);
    }
    const written = (performance.now() - wrote) / 1_000;
    await pool.query('drop table bare');
    return [
      ['only read', thousands(events), read.toFixed(1), thousands(events / read), '', ''],
      [
        'only written, one row an event',
        ...[thousands(rows.length), written.toFixed(1), thousands(rows.length / written), '', ''],
      ],
    ];
  } finally {
    await store.close();
    await launched.stop();
  }
}

const MOST_ROWS = 200_000;

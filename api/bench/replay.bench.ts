import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { printTable, thousands } from '../../ledger/bench/table.ts';
import { connectEventStore } from '../../ledger/event-store.ts';
import { cpuSecondsOf } from './http/cpu.ts';
import { type Checkout, type Ground, startGround } from './http/ground.ts';
import { type Launched, launchVersion, type Place } from './http/version.ts';

const HELP = 'npm run bench -- replay [--before FOLDER] [--lived 20000] [--profile FOLDER]';

/** Rows of one statement of the bare insert: as many as the projector writes at once when it catches up. */
const ROWS = 4_000;
const LOOK_EVERY = 100;
const LONGEST = 3_600_000;

/**
 * How fast a program that has lost what it knew finds out again, on the ledger of a community with a year behind it:
 * the read models from nothing, with the processes beside them, as a first start does it; then the processes alone, with
 * the read models there. Beside both, on the same machine and ledger: a reader that only takes what the store gives, and
 * rows of the same bytes into a table without an index. Everything is a process of its own, as in `bench -- http`.
 */
export async function bench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      before: { type: 'string' },
      lived: { type: 'string', default: '20000' },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const ground = await startGround(10, values.before, Number(values.lived));
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
  const pool = new pg.Pool({ connectionString: place.databaseUrl, max: 2 });
  const { name, root } = checkout;
  try {
    const first = await timed(await launchVersion(root, superAdmin, place), 'both');
    // Sessions, keys and all the rest stay: a program that lost only how far its processes had got.
    await pool.query('delete from processes.checkpoints');
    const processes = await timed(await launchVersion(root, superAdmin, place), 'processes');
    const bare = await plain(place, superAdmin, root, pool);
    return [
      [name, 'a first start: read models and processes', ...first],
      [name, 'processes alone, everything done before', ...processes],
      ...bare.map((row) => [name, ...row]),
    ];
  } finally {
    await pool.end();
  }
}

/** Until the program has had all of the ledger. */
async function timed(launched: Launched, what: 'both' | 'processes'): Promise<string[]> {
  try {
    const began = performance.now();
    const [program, store] = [cpuSecondsOf(launched.program), cpuSecondsOf(launched.store)];
    for (;;) {
      const { behind, events } = await progressOf(launched.origin, what);
      if (behind === 0 && events > 0) {
        const seconds = (performance.now() - began) / 1_000;
        const cpu = [cpuSecondsOf(launched.program) - program, cpuSecondsOf(launched.store) - store];
        return [
          ...[thousands(events), seconds.toFixed(1), thousands(events / seconds)],
          ...cpu.map((used) => used.toFixed(1)),
        ];
      }
      if (performance.now() - began > LONGEST) throw new Error(`still ${behind} events behind`);
      await sleep(LOOK_EVERY);
    }
  } finally {
    await launched.stop();
  }
}

/** As the program's own metrics say. The embedded store counts positions as events. */
async function progressOf(origin: string, what: 'both' | 'processes') {
  const text = await (await fetch(new URL('/metrics', origin))).text();
  const named = (name: string) =>
    [...text.matchAll(new RegExp(String.raw`^${name}(?:\{[^}]*\})? (\S+)$`, 'gm'))].map(([, value]) =>
      Number(value),
    );
  const lags = named('evo_process_lag_bytes');
  const positions = named('evo_process_position');
  const all = what === 'both' ? [...lags, ...named('evo_projector_lag_bytes')] : lags;
  return { behind: lags.length > 0 ? Math.max(...all) : 1, events: Math.max(0, ...positions) };
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

import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { MOST } from '../../ledger/bench/asked.ts';
import { median, printTable, thousands } from '../../ledger/bench/table.ts';
import { decimalNumber, typedNumber, typedOptions } from '../../ledger/typed-options.ts';
import { type Bare, startBare } from './http/bare.ts';
import { parentOf } from './http/cpu.ts';
import { type Generator, startGenerator } from './http/generator.ts';
import { startGround } from './http/ground.ts';
import { LANES } from './http/lanes.ts';
import { type Answering, type Cost, type EvenTurn, type Turn, takeEvenTurn, takeTurn } from './http/turn.ts';
import type { Version } from './http/version.ts';
import type { World } from './http/world.ts';

export const HELP = `npm run bench -- http [--before FOLDER] [--users 12000] [--only reward,claim] [--in-flight 1,16,64]
  [--seconds 1.5] [--rounds 3] [--no-visible] [--profile FOLDER]`;

/**
 * What people wait for, asked from outside: the program as a process of its own, with its event store and its Postgres in
 * theirs, and the one who asks in another. With `--before` the same of another checkout; everything takes turns.
 */
export async function bench(args: string[]): Promise<void> {
  const values = typedOptions(args, {
    before: { type: 'string' },
    users: { type: 'string', default: '12000' },
    only: { type: 'string', default: '' },
    'in-flight': { type: 'string', default: '1,16,64' },
    seconds: { type: 'string', default: '1.5' },
    rounds: { type: 'string', default: '3' },
    'no-visible': { type: 'boolean', default: false },
    profile: { type: 'string' },
  });
  const users = typedNumber('users', values.users, 1, MOST);
  const seconds = decimalNumber('--seconds', values.seconds, 0.1, 3_600);
  const rounds = typedNumber('rounds', values.rounds, 1, 1_000);
  const inFlight = values['in-flight'].split(',').map((text) => typedNumber('in-flight', text, 1, 10_000));
  const ground = await startGround(users, values.before);
  const { world, counts } = ground;
  const undo: (() => Promise<void>)[] = [() => ground.stop()];
  try {
    const worldFile = join(ground.folder, 'world.json');
    await writeFile(worldFile, JSON.stringify(world));
    const versions: Version[] = [];
    for (const checkout of ground.checkouts) {
      const version = await ground.start(checkout, values.profile && resolve(values.profile));
      versions.push(version);
      undo.push(() => version.stop());
    }
    const [first] = versions;
    if (!first) throw new Error('nothing is there to be measured');
    const bare = await startBare(first.databaseUrl, first.schema);
    undo.push(() => bare.stop());
    const generator = startGenerator(worldFile);
    undo.push(() => generator.stop());
    const stage: Stage = { generator, counts, versions, bare, world, postgres: await postmasterOf(counts) };
    const measure: Measure = {
      inFlight,
      seconds,
      rounds,
      only: values.only === '' ? [] : ['bare', ...values.only.split(',')],
    };
    const rates = await printLanes(stage, measure);
    if (!values['no-visible']) await printVisible(stage, rates, measure);
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

type Stage = {
  readonly generator: Generator;
  readonly counts: pg.Pool;
  readonly versions: readonly Version[];
  readonly bare: Bare;
  readonly world: World;
  /** Process id. */
  readonly postgres: number;
};

type Measure = {
  readonly inFlight: readonly number[];
  readonly seconds: number;
  readonly rounds: number;
  readonly only: readonly string[];
};

/** @returns by version, the highest rate of rewards a second */
async function printLanes(stage: Stage, measure: Measure): Promise<Map<string, number>> {
  const { inFlight, rounds, only } = measure;
  const rates = new Map<string, number>();
  const lanes = LANES.filter(({ name }) => only.length === 0 || only.includes(name));
  for (const n of inFlight) {
    const turns = new Map<string, Turn[]>();
    // In turns, so that whatever else the machine does meets all of them; the median round counts.
    for (let round = 0; round < rounds; round++) {
      for (const lane of lanes) {
        const who = lane.name === 'bare' ? [undefined] : stage.versions;
        for (const version of round % 2 === 0 ? who : who.toReversed()) {
          const turn = await turnOf(stage, measure, lane, version, n);
          const key = keyOf(lane, version);
          turns.set(key, [...(turns.get(key) ?? []), turn]);
        }
      }
    }
    const of = (lane: (typeof LANES)[number], version: Version | undefined) => {
      const all = turns.get(keyOf(lane, version));
      return all && median(all, ({ perSecond }) => perSecond);
    };
    const ceiling = of(LANES[0], undefined)?.perSecond ?? Number.NaN;
    const rows = lanes.flatMap((lane) =>
      (lane.name === 'bare' ? [undefined] : stage.versions).flatMap((version) => {
        const turn = of(lane, version);
        if (!turn) return [];
        if (lane.name === 'reward' && version) {
          rates.set(version.name, Math.max(rates.get(version.name) ?? 0, turn.perSecond));
        }
        const [older] = stage.versions;
        const before = version === older ? undefined : of(lane, older)?.perSecond;
        return [cellsOf(lane.title, version, turn, ceiling, before)];
      }),
    );
    console.log('');
    printTable([
      [
        `${n} in flight`,
        '',
        'a second',
        '/(a)',
        '/before',
        'p50 ms',
        'p99 ms',
        'statements',
        'bytes',
        ...CPU,
      ],
      ...rows,
    ]);
  }
  return rates;
}

const CPU = ['program ms', 'Postgres ms', 'store ms'];

const cpuOf = ({ program, postgres, store }: Cost) =>
  [program, postgres, store].map((milliseconds) => milliseconds.toFixed(2));

const keyOf = ({ name }: (typeof LANES)[number], version: Version | undefined) => `${name} ${version?.name}`;

function cellsOf(
  title: string,
  version: Version | undefined,
  { perSecond, p50, p99, acts, bytes, cost }: Turn,
  ceiling: number,
  before: number | undefined,
): string[] {
  return [
    ...[title, version?.name ?? '', thousands(perSecond), (perSecond / ceiling).toFixed(3)],
    ...[before === undefined ? '' : (perSecond / before).toFixed(2), p50.toFixed(2), p99.toFixed(2)],
    ...[cost.statements.toFixed(1), thousands(bytes / acts)],
    ...cpuOf(cost),
  ];
}

function turnOf(
  stage: Stage,
  { seconds, rounds, inFlight }: Measure,
  { name, mostATurn }: (typeof LANES)[number],
  version: Version | undefined,
  n: number,
): Promise<Turn> {
  const { generator, counts, bare, world } = stage;
  // So many that every turn finds people who have not done it yet.
  const most = mostATurn ? Math.floor(world.people.length / (rounds * inFlight.length)) : undefined;
  const { target } = version ?? bare;
  return takeTurn(generator, counts, answeringFor(stage, version), {
    lane: name,
    target,
    inFlight: n,
    seconds,
    most,
  });
}

const answeringFor = ({ bare, postgres, versions }: Stage, version: Version | undefined): Answering => ({
  program: version?.program ?? bare.pid,
  postgres,
  store: version?.store,
  // The bare server reads from the first one's.
  database: (version ?? versions[0])?.name ?? '',
});

async function printVisible(
  stage: Stage,
  rates: ReadonlyMap<string, number>,
  { seconds, rounds }: Measure,
): Promise<void> {
  const { generator, counts, versions } = stage;
  const turns = new Map<string, EvenTurn[]>();
  const shares = [0.02, 0.5];
  const key = (version: Version, share: number) => `${version.name} ${share}`;
  for (let round = 0; round < rounds; round++) {
    for (const share of shares) {
      for (const version of round % 2 === 0 ? versions : versions.toReversed()) {
        const highest = rates.get(version.name);
        if (highest === undefined) continue;
        const { target, databaseUrl, schema } = version;
        const perSecond = highest * share;
        const job = { target, databaseUrl, schema, seconds: seconds * 2, perSecond };
        const turn = await takeEvenTurn(generator, counts, answeringFor(stage, version), job);
        turns.set(key(version, share), [...(turns.get(key(version, share)) ?? []), turn]);
      }
    }
  }
  const rows = versions.flatMap((version) =>
    shares.flatMap((share) => {
      const all = turns.get(key(version, share));
      if (!all) return [];
      const { perSecond, answered, visible, cost } = median(all, (turn) => turn.visible.p99);
      const times = [answered.p50, answered.p99, visible.p50, visible.p99].map((time) => time.toFixed(1));
      const cells = [
        version.name,
        share.toFixed(2),
        thousands(perSecond),
        ...times,
        cost.statements.toFixed(1),
      ];
      return [[...cells, ...cpuOf(cost)]];
    }),
  );
  console.log('');
  const head = ['answered p50 ms', 'p99', 'visible p50 ms', 'p99', 'statements', ...CPU];
  printTable([['rewards at an even rate', 'of the highest', 'a second', ...head], ...rows]);
}

/** The process that all of Postgres's connections are children of. */
async function postmasterOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0] && parentOf(rows[0].pid);
  if (pid === undefined) throw new Error('Postgres is no process of this machine');
  return pid;
}

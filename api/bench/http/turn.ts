import type pg from 'pg';
import { cpuSecondsOf } from './cpu.ts';
import type { Generator } from './generator.ts';
import type { Load, LoadJob } from './load-main.ts';
import type { Visible, VisibleJob } from './visible.ts';

/** What one turn of a lane cost, each an act: milliseconds of processors, statements. */
export type Cost = {
  readonly program: number;
  readonly postgres: number;
  readonly store: number;
  readonly statements: number;
};

export type Turn = Load & { readonly perSecond: number; readonly cost: Cost };

/** Rewards at an even rate, and what each of them cost. */
export type EvenTurn = Visible & { readonly cost: Cost };

/** Process ids of those who answer; a bare server has no event store. */
export type Answering = {
  readonly program: number;
  readonly postgres: number;
  readonly store: number | undefined;
  /** The name of its database. */
  readonly database: string;
};

/** @param counts a database with `pg_stat_statements` */
export async function takeTurn(
  generator: Generator,
  counts: pg.Pool,
  answering: Answering,
  job: Omit<LoadJob, 'kind'>,
): Promise<Turn> {
  const costOf = await costsOf(answering, counts);
  const load = await generator.load(job);
  return { ...load, perSecond: load.acts / load.seconds, cost: await costOf(load.acts) };
}

/** @param counts a database with `pg_stat_statements` */
export async function takeEvenTurn(
  generator: Generator,
  counts: pg.Pool,
  answering: Answering,
  job: Omit<VisibleJob, 'kind'>,
): Promise<EvenTurn> {
  const costOf = await costsOf(answering, counts);
  const visible = await generator.rewardsUntilVisible(job);
  return { ...visible, cost: await costOf(visible.rewards) };
}

/** @returns what each of so many acts has cost since */
async function costsOf(
  { program, postgres, store, database }: Answering,
  counts: pg.Pool,
): Promise<(acts: number) => Promise<Cost>> {
  const look = async () => ({
    program: cpuSecondsOf(program),
    postgres: cpuSecondsOf(postgres),
    store: store === undefined ? 0 : cpuSecondsOf(store),
    statements: await statementsOf(counts, database),
  });
  const before = await look();
  return async (acts) => {
    const after = await look();
    const each = (of: keyof Cost) => (after[of] - before[of]) / acts;
    return {
      program: each('program') * 1_000,
      postgres: each('postgres') * 1_000,
      store: each('store') * 1_000,
      statements: each('statements'),
    };
  };
}

/** Statements that a database has run since its start. */
async function statementsOf(counts: pg.Pool, database: string): Promise<number> {
  const { rows } = await counts.query<{ calls: string }>(
    `select coalesce(sum(calls), 0) as calls from pg_stat_statements
     where dbid = (select oid from pg_database where datname = $1)`,
    [database],
  );
  return Number(rows[0]?.calls ?? 0);
}

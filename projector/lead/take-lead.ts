import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import pg from 'pg';
import { boundSession } from '../bounded.ts';
import { rollback } from '../database.ts';
import { type Checkpoint, raiseEpoch } from '../progress/checkpoint.ts';
import { type Beat, writeBeat } from './beat.ts';
import type { LeadLimits } from './limits.ts';
import { LEFT_SECONDS } from './read-lead.ts';

export type Lead = {
  /** Where the read models are, under the epoch that is ours now. */
  readonly checkpoint: Checkpoint;
  /** The name of every connection of the one who leads, by which a successor ends them. */
  readonly connectionName: string;
  /** Fires when the lead is lost: with its connection, or because another has taken over. */
  readonly lost: AbortSignal;
  /** Says how it goes, at once. */
  tell(): void;
  /** Says how it goes, for the last time, and lets another lead. Never throws. */
  release(): Promise<void>;
};

/** The first of the two numbers of the lock; the second is the schema's. No other lock of the program has it. */
const LEAD_LOCK = 3_424_005;

/** Milliseconds that a statement of the lead may take: each is of one row. */
const PATIENCE = 3_000;

/**
 * Makes the caller the one projector of a schema that writes, or returns undefined when another does. The lead is an
 * advisory lock on a connection of its own; Postgres ends that connection, and by it the lead, when nothing comes over
 * it for `silentFor`. Who has been silent for so long also loses its other connections, and with them every row that it
 * has locked. What it has sent and still arrives is refused by the epoch.
 * @param report how it goes, asked before each sign of life
 * @throws Error when Postgres does not answer
 */
export async function takeLead(
  pool: pg.Pool,
  schema: string,
  limits: LeadLimits,
  report: () => Beat,
): Promise<Lead | undefined> {
  const holder = randomUUID();
  const client = await pool.connect();
  const lost = new AbortController();
  const onLost = () => lost.abort(new Error('the connection that holds the lead was lost'));
  client.once('error', onLost).once('end', onLost);
  let isOver = false;
  const close = () => {
    if (isOver) return;
    isOver = true;
    client.off('error', onLost).off('end', onLost);
    // Closing the connection is what frees the lock.
    client.release(true);
  };
  lost.signal.addEventListener('abort', close, { once: true });
  try {
    await within(PATIENCE * 2, () =>
      boundSession(client, nameOf(holder), {
        statement: PATIENCE,
        lock: PATIENCE,
        idleInTransaction: limits.silentFor,
        idle: limits.silentFor,
      }),
    );
    const isOurs =
      (await takeLock(client, schema)) ||
      ((await endSilent(client, schema, limits.silentFor)) && (await takeLock(client, schema)));
    if (!isOurs) {
      close();
      return undefined;
    }
    // Who led before and has lost only this lock still holds rows.
    await endSilent(client, schema, 0);
    const checkpoint = await within(PATIENCE * 4, () => begin(client, schema, holder));
    let isTelling = false;
    let isDue = false;
    // One at a time: one that waits behind another would seem to take longer than Postgres does.
    const tell = () => {
      isDue = isTelling;
      if (isOver || isTelling) return;
      isTelling = true;
      void within(PATIENCE, () => writeBeat(client, schema, holder, report())).then(
        (isStillOurs) => {
          isTelling = false;
          if (!isStillOurs) lost.abort(new Error('another projector has taken over'));
          else if (isDue) tell();
        },
        (error: unknown) => lost.abort(error),
      );
    };
    const timer = setInterval(tell, limits.beatEvery);
    lost.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    return {
      checkpoint,
      connectionName: nameOf(holder),
      lost: lost.signal,
      tell,
      async release() {
        clearInterval(timer);
        if (!isOver) {
          await within(PATIENCE, () => writeBeat(client, schema, holder, report())).catch(() => undefined);
        }
        close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

const nameOf = (holder: string) => `evo-projector ${holder}`;

/** Lets the lock of a schema be tried, also where its transaction waits for nothing else. */
async function takeLock(client: pg.ClientBase, schema: string): Promise<boolean> {
  const { rows } = await within(PATIENCE, () =>
    client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as taken', [
      LEAD_LOCK,
      schema,
    ]),
  );
  return rows[0]?.taken === true;
}

/** So many seconds before now at the most, or behind it: what lies further ahead was before the clock of Postgres was put back. */
const wasWithin = (seconds: string) =>
  `between clock_timestamp() - make_interval(secs => ${seconds})
     and clock_timestamp() + make_interval(secs => ${seconds})`;

/**
 * Ends all connections of who led last, when it has given no sign of life for so long.
 * @returns whether there were any; a role that may not end them leaves them to their own bounds
 */
async function endSilent(client: pg.ClientBase, schema: string, silentFor: number): Promise<boolean> {
  const { rows } = await within(PATIENCE, () =>
    client.query<{ ended: boolean }>(
      `select pg_terminate_backend(pid, 1000) as ended
       from pg_stat_activity as session, ${pg.escapeIdentifier(schema)}.lead
       where session.datname = current_database() and session.usename = current_user
         and session.application_name = 'evo-projector ' || lead.holder
         and lead.beat_at not ${wasWithin('$1')}`,
      [silentFor / 1_000],
    ),
  );
  return rows.some(({ ended }) => ended);
}

async function begin(client: pg.ClientBase, schema: string, holder: string): Promise<Checkpoint> {
  try {
    await client.query(`begin; set local search_path to ${pg.escapeIdentifier(schema)}`);
    const checkpoint = await raiseEpoch(client);
    await client.query(
      `update lead set holder = $1, host = $2, process = $3, since = clock_timestamp(), state = 'starting',
         reason = null, beat_at = clock_timestamp(),
         level_at = case when beat_at ${wasWithin('$4')} then level_at end`,
      [holder, hostname(), process.pid, LEFT_SECONDS],
    );
    await client.query('commit');
    return checkpoint;
  } catch (error) {
    await rollback(client);
    throw error;
  }
}

/** @throws Error when it takes longer; its connection is then of no use any more */
async function within<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('Postgres does not answer who would lead')), milliseconds);
  return Promise.race([work(), tooLate]).finally(() => clearTimeout(timer));
}

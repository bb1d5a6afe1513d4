import pg from 'pg';
import { endPool } from '../../../projector/bounded-pool.ts';
import { createPool, type Database } from '../../../projector/database.ts';
import { RESTORE_MARK, RESTORE_UNFINISHED } from '../../../projector/restore-mark.ts';
import { faultOfSessions, TELL_LIMITS } from '../../../projector/shared-sessions.ts';
import { openConnection } from '../connect.ts';
import { OpsRefused } from '../ops-refused.ts';
import type { Finding } from './finding.ts';

/** Seconds that two clocks may differ: codes and texts to sign live for minutes, days begin at midnight. */
export const CLOCK_WARN_S = 2;
export const CLOCK_FAULT_S = 30;
const TRIED_WITH = 18;
const OLDEST = 15;
/** What one replica and the projector take at the most. */
const CONNECTIONS_NEEDED = 40;

/** Which of the settings named an address. */
type Setting = 'DATABASE_URL' | 'DATABASE_SESSION_URL';

/** What Postgres promises, and whether it can keep it. */
export async function examinePostgres(
  databaseUrl: string,
  setting: Setting = 'DATABASE_URL',
): Promise<Finding[]> {
  const client = await connected(databaseUrl, setting);
  if (!(client instanceof pg.Client)) return [client];
  try {
    const limits = await limitsFinding(databaseUrl, setting);
    const { rows } = await client.query<PostgresFacts>(FACTS);
    const [facts] = rows;
    if (!facts) throw new Error('Postgres gave no row');
    const second = await openConnection(databaseUrl);
    const isPooled = await sharesConnections(client, second).finally(() => second.end());
    return [...judgePostgres(facts, isPooled, Date.now(), setting), ...limits];
  } finally {
    await client.end();
  }
}

/** Whether Postgres answers at `DATABASE_URL`, too, where sessions have an address of their own. */
export async function examinePooler(databaseUrl: string): Promise<Finding[]> {
  const client = await connected(databaseUrl, 'DATABASE_URL');
  if (!(client instanceof pg.Client)) return [client];
  await client.end();
  const answers: Finding = { name: 'postgres', state: 'ok', text: 'Postgres answers at DATABASE_URL, too.' };
  return [answers, ...(await limitsFinding(databaseUrl, 'DATABASE_URL'))];
}

/** A pooler that takes no limits of time from its clients, all of which the program's are. */
async function limitsFinding(databaseUrl: string, setting: Setting): Promise<Finding[]> {
  const pool = createPool(databaseUrl, { maxConnections: 2, applicationName: 'evo-ops' });
  try {
    if ((await faultOfSessions(pool)) !== 'limits refused') return [];
    const text = `${setting} leads to a pooler that refuses limits of time: ${TELL_LIMITS}.`;
    return [{ name: 'postgres', state: 'fault', text }];
  } finally {
    await endPool(pool);
  }
}

/** The connection, or that there is none. */
async function connected(databaseUrl: string, setting: Setting): Promise<pg.Client | Finding> {
  try {
    return await openConnection(databaseUrl);
  } catch (error) {
    if (!(error instanceof OpsRefused)) throw error;
    const text = `${error.message}. See ${setting}, the password, and whether it runs.`;
    return { name: 'postgres', state: 'fault', text };
  }
}

export type PostgresFacts = {
  readonly version: number;
  readonly now: Date;
  readonly fsync: string;
  readonly synchronous_commit: string;
  readonly full_page_writes: string;
  /** How many follow what it writes: standbys, mostly. */
  readonly followers: number;
  /** Whether what it acknowledges is with one of them already. */
  readonly waits_for_follower: boolean;
  readonly may_create: boolean;
  readonly has_trgm: boolean;
  /** Where it is, once somebody has created it. */
  readonly trgm_schema: string | null;
  readonly connections: number;
  readonly most_connections: number;
  readonly encoding: string;
  readonly read_only: boolean;
  /** Whether it writes the letters A to Z small as everybody else does. */
  readonly has_plain_letters: boolean;
  /** Whether a restore into it has begun, and not ended. */
  readonly half_restored: boolean;
};

const FACTS = `select current_setting('server_version_num')::int / 10000 as version,
  clock_timestamp() as now,
  current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as synchronous_commit,
  current_setting('full_page_writes') as full_page_writes,
  (select count(*)::int from pg_stat_replication) as followers,
  current_setting('synchronous_standby_names') <> ''
    and current_setting('synchronous_commit') not in ('off', 'local') as waits_for_follower,
  has_database_privilege(current_database(), 'create') as may_create,
  exists (select from pg_available_extensions where name = 'pg_trgm') as has_trgm,
  (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm') as trgm_schema,
  (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
  current_setting('max_connections')::int as most_connections,
  getdatabaseencoding() as encoding,
  current_setting('transaction_read_only') = 'on' as read_only,
  lower('ABCDEFGHIJKLMNOPQRSTUVWXYZ') = 'abcdefghijklmnopqrstuvwxyz' as has_plain_letters,
  to_regnamespace('${RESTORE_MARK}') is not null as half_restored`;

/** @param now milliseconds, of this machine */
export function judgePostgres(
  facts: PostgresFacts,
  isPooled: boolean,
  now: number,
  setting: Setting = 'DATABASE_URL',
): Finding[] {
  const name = 'postgres';
  const { version } = facts;
  const findings: (Finding | false)[] = [
    version < OLDEST
      ? { name, state: 'fault', text: `Postgres ${version} is too old: take ${TRIED_WITH}.` }
      : version === TRIED_WITH
        ? { name, state: 'ok', text: `Postgres ${version} answers.` }
        : {
            name,
            state: 'warn',
            text: `Postgres ${version} answers; the program is tried with ${TRIED_WITH}.`,
          },
    ...(['fsync', 'full_page_writes'] as const).map(
      (setting): Finding | false =>
        facts[setting] === 'off' && {
          name,
          state: 'fault',
          text: `${setting} is off: a power cut may damage what was acknowledged, the keys of all addresses among it. Set it to on.`,
        },
    ),
    facts.synchronous_commit === 'off' && {
      name,
      state: 'fault',
      text: 'synchronous_commit is off: a crash may take back keys of events that are in the ledger. Set it to on.',
    },
    facts.followers > 0 &&
      !facts.waits_for_follower && {
        name,
        state: 'warn',
        text: 'A standby follows, and may lack what was acknowledged last when it takes over: set synchronous_standby_names.',
      },
    facts.read_only && {
      name,
      state: 'fault',
      text: `${setting} leads to a Postgres that takes no writes: a standby, or one that was told so. Name the one that leads.`,
    },
    !facts.may_create && {
      name,
      state: 'fault',
      text: 'The user of DATABASE_URL may create no schemas: grant create on database … to …, or make it the owner.',
    },
    !facts.has_trgm && {
      name,
      state: 'fault',
      text: 'The extension pg_trgm is not there: install the contrib package of Postgres.',
    },
    facts.trgm_schema !== null &&
      facts.trgm_schema !== 'public' && {
        name,
        state: 'fault',
        text: `The extension pg_trgm is in the schema ${facts.trgm_schema}, where the program does not find it: alter extension pg_trgm set schema public.`,
      },
    facts.encoding !== 'UTF8' && {
      name,
      state: 'fault',
      text: `The database's encoding is ${facts.encoding}: names of people need UTF8. Create it anew.`,
    },
    !facts.has_plain_letters && {
      name,
      state: 'fault',
      text: 'The database writes I small as ı, as Turkish does: names with an I are not found, nor those that look like them. Create it anew with another locale, C.UTF-8 or one of English.',
    },
    facts.half_restored && {
      name,
      state: 'fault',
      text: RESTORE_UNFINISHED,
    },
    isPooled && {
      name,
      state: 'fault',
      text: `${setting} leads to a pooler in transaction mode: locks by which one process leads break silently there. Set DATABASE_SESSION_URL to Postgres itself, or to a pooler in session mode.`,
    },
    facts.most_connections - facts.connections < CONNECTIONS_NEEDED && {
      name,
      state: 'warn',
      text: `${facts.connections} of ${facts.most_connections} connections of Postgres are taken: raise max_connections, or run fewer replicas.`,
    },
    clockFinding('Postgres', facts.now.getTime(), now),
  ];
  return findings.filter((finding) => finding !== false);
}

/** @param its @param own milliseconds */
export function clockFinding(whose: string, its: number, own: number): Finding {
  const seconds = (its - own) / 1000;
  const size = Math.abs(seconds);
  const text = `The clock of ${whose} is ${size.toFixed(1)} s ${seconds < 0 ? 'behind' : 'ahead of'} this machine's`;
  if (size < CLOCK_WARN_S) return { name: 'clock', state: 'ok', text: `${text}.` };
  return {
    name: 'clock',
    state: size < CLOCK_FAULT_S ? 'warn' : 'fault',
    text: `${text}: let both follow NTP.`,
  };
}

/**
 * Whether what looks like one connection changes its other end between two transactions, as it does behind a pooler in
 * transaction mode: while one client is in a transaction, the other must still find what it left in its session.
 */
export async function sharesConnections(one: Database, other: Database): Promise<boolean> {
  const pidOf = async (db: Database) =>
    (await db.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const before = await pidOf(one);
  await other.query('begin');
  try {
    const [after, taken] = [await pidOf(one), await pidOf(other)];
    return before !== after || before === taken;
  } finally {
    await other.query('rollback');
  }
}

import pg from 'pg';
import { reasonOf } from '../../contracts/reason-of.ts';
import { USUAL_OF_SESSIONS, UsualClient } from '../../projector/usual-client.ts';
import { refuseUnfinishedRestore } from './backup/unfinished.ts';
import { OpsRefused } from './ops-refused.ts';

/** Of a role or a database; which of them there are depends on the release of Postgres. */
const NO_LIMITS = `select set_config(name, '0', false) from pg_settings where name in
  ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')`;

const USUAL = Object.entries(USUAL_OF_SESSIONS)
  .map(([setting, value]) => `set ${setting} to ${value}`)
  .join('; ');

/**
 * One connection for the work of an operator, which may take long, and rest for as long: nothing of it has a time-out,
 * whatever the role brings, but connecting fails after five seconds, and a lock is waited for no longer than ten.
 * @param connectionString of sessions of their own: what is set here must not go to others
 * @throws OpsRefused when Postgres does not answer
 */
export async function connectDatabase(connectionString: string): Promise<pg.Client> {
  const client = await openConnection(connectionString);
  await client.query(`${NO_LIMITS}; set lock_timeout to 10000; ${USUAL}`);
  return client;
}

/** Of each release since it had what commands work on; a newer one keeps them. */
const TABLES = ['vault.account_keys', 'raffles.frozen_users', 'processes.set_aside'];

/**
 * The same, of a database that a program has made its tables in.
 * @throws OpsRefused when Postgres does not answer, this is another database, or a restore into it has not ended
 */
export async function connectToProgram(connectionString: string): Promise<pg.Client> {
  const client = await connectDatabase(connectionString);
  try {
    const { rows } = await client.query<{ name: string }>(
      'select name from unnest($1::text[]) as name where to_regclass(name) is null',
      [TABLES],
    );
    if (rows.length === 0) {
      // Its rows come at the end: keys that are sealed anew before are not those that it brings.
      await refuseUnfinishedRestore(client);
      return client;
    }
    const lacking = rows.map(({ name }) => name).join(', ');
    throw new OpsRefused(
      `The database lacks ${lacking}: no program of this release has started on it. Where it is another one than the program's, set DATABASE_URL, or DATA_DIR, as the program has it.`,
    );
  } catch (error) {
    await client.end();
    throw error;
  }
}

/**
 * One connection for a few short questions, with the limits of its role, wherever it leads.
 * @throws OpsRefused when Postgres does not answer within five seconds
 */
export async function openConnection(connectionString: string): Promise<pg.Client> {
  const client = new UsualClient({
    connectionString,
    application_name: 'evo-ops',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // Its end shows at the next statement.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new OpsRefused(`Postgres does not answer: ${reasonOf(error)}`, error);
  }
}

/** A name as SQL takes it. */
export function quoted(...parts: readonly string[]): string {
  return parts.map((part) => pg.escapeIdentifier(part)).join('.');
}

import pg from 'pg';
import { reasonOf } from '../../contracts/reason-of.ts';
import { OpsRefused } from './ops-refused.ts';

/**
 * One connection for the work of an operator, which may take long: no statement of it has a time-out, but connecting
 * fails after five seconds, and a lock is waited for no longer than ten.
 * @throws OpsRefused when Postgres does not answer
 */
export async function connectDatabase(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'evo-ops',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 0,
    lock_timeout: 10_000,
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

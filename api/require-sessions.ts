import type { Pool } from 'pg';
import { faultOfSessions, type SessionFault } from '../projector/shared-sessions.ts';
import { ConfigError } from './config.ts';

/**
 * Makes sure that a connection is a session of its own in Postgres: locks and LISTEN need one.
 * @throws ConfigError with what to do
 */
export async function requireSessions(pool: Pool): Promise<void> {
  const fault = await faultOfSessions(pool);
  if (fault) throw new ConfigError([WORDS[fault]]);
}

const WORDS: Readonly<Record<SessionFault, string>> = {
  'limits refused':
    'DATABASE_URL: leads to a pooler that refuses limits of time; tell it ignore_startup_parameters = options,' +
    'statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
  shared:
    'DATABASE_URL: leads to a pooler that shares sessions of Postgres between transactions, which breaks locks and ' +
    'LISTEN silently. Set DATABASE_SESSION_URL to an address that gives each connection a session of its own ' +
    "(Postgres itself, or the pooler's session mode)",
};

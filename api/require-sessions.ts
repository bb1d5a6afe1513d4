import type { Pool } from 'pg';
import { faultOfSessions, type SessionFault, TELL_LIMITS } from '../projector/shared-sessions.ts';
import { ConfigError } from './config.ts';

/**
 * Makes sure that a connection is a session of its own in Postgres: locks and LISTEN need one.
 * @param others connections that need be none, and have limits of time all the same
 * @throws ConfigError with what to do
 */
export async function requireSessions(pool: Pool, others?: Pool): Promise<void> {
  const fault = await faultOfSessions(pool);
  if (fault) throw new ConfigError([WORDS[fault]]);
  const refused = 'limits refused';
  if (others && (await faultOfSessions(others)) === refused) throw new ConfigError([WORDS[refused]]);
}

const WORDS: Readonly<Record<SessionFault, string>> = {
  'limits refused': `DATABASE_URL: leads to a pooler that refuses limits of time; ${TELL_LIMITS}`,
  shared:
    'DATABASE_URL: leads to a pooler that shares sessions of Postgres between transactions, which breaks locks and ' +
    'LISTEN silently. Set DATABASE_SESSION_URL to an address that gives each connection a session of its own ' +
    "(Postgres itself, or the pooler's session mode)",
};

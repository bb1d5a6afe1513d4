import type { Pool } from 'pg';
import type { Logger } from 'pino';

/** Without any of them a crash or a power cut takes back what Postgres has acknowledged, or damages it. */
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit'];

/**
 * @returns those of Postgres's settings that are off for this user and without which what is acknowledged may be lost:
 * https://www.postgresql.org/docs/current/runtime-config-wal.html
 */
export async function forgetfulSettings(db: Pick<Pool, 'query'>): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>(
    "select name from pg_settings where name = any($1) and setting = 'off' order by name",
    [DURABLE],
  );
  return rows.map(({ name }) => name);
}

/** Says at a start which promise cannot be kept on this Postgres; `npm run ops -- doctor` says it, too. */
export async function warnOfForgetting(db: Pick<Pool, 'query'>, logger: Pick<Logger, 'warn'>): Promise<void> {
  const off = await forgetfulSettings(db);
  if (off.length === 0) return;
  const text = 'after a crash this Postgres may have lost what it acknowledged, keys of addresses among it';
  logger.warn({ off }, `${text}: switch these settings on`);
}

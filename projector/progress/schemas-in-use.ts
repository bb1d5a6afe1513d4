import pg from 'pg';
import type { Logger } from 'pino';
import { beginBoundedIn } from '../bounded.ts';
import { inTransaction } from '../database.ts';
import { isRestoreUnfinished, RESTORE_UNFINISHED } from '../restore-mark.ts';
import { answerWithin } from '../time-to-answer.ts';
import { lockSchemas } from './schema.ts';

/** Names of schemas that hold read models: of this release, of others, and of those before each release had its own. */
const OURS = '^read_(v[0-9]+_[0-9a-f]{8}|models)(_rebuild|_previous(_[0-9]+)?)?$';

const REGISTRY = `
  create schema if not exists projector;
  create table if not exists projector.schemas (
    schema text primary key,
    used_at timestamptz not null,
    -- Where the checkpoint was then: what moves is used, also by a release that does not say so.
    commit bigint
  );`;

/** Milliseconds. */
export const USE = { sayEvery: 600_000, dropEvery: 3_600_000, keepFor: 7 * 86_400_000 };

/** Milliseconds for saying it, also where Postgres says nothing any more. */
const SAY_LIMIT = 30_000;

/** Says that some process reads or writes these read models, so that nobody drops them. */
export function noteUse(pool: pg.Pool, schema: string): Promise<void> {
  return inTransaction(
    pool,
    async (client) => {
      await prepare(client);
      await client.query(
        `insert into projector.schemas (schema, used_at) values ($1, now())
       on conflict (schema) do update set used_at = excluded.used_at`,
        [schema],
      );
    },
    bounded,
  );
}

/** Says it again and again until `stop`. Never throws: what cannot be said now is said ten minutes later. */
export function keepInUse(pool: pg.Pool, schema: string, logger: Logger): { stop(): void } {
  const say = () =>
    answerWithin(SAY_LIMIT, () => noteUse(pool, schema)).catch((error: unknown) =>
      logger.warn({ err: error, schema }, 'it could not be said that the read models are in use'),
    );
  void say();
  const timer = setInterval(say, USE.sayEvery);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/**
 * Drops the read models of releases that nobody has used for `keepFor` milliseconds. Who comes back to such a release
 * later builds them anew.
 * @returns the schemas that were dropped
 */
export function dropUnused(pool: pg.Pool, own: string, keepFor: number): Promise<string[]> {
  return inTransaction(
    pool,
    async (client) => {
      await prepare(client);
      await lockSchemas(client);
      const { rows: found } = await client.query<{ schema: string }>(
        'select nspname::text as schema from pg_namespace where nspname ~ $1 and nspname <> $2',
        [OURS, own],
      );
      for (const { schema } of found) await lookAt(client, schema);
      const { rows } = await client.query<{ schema: string }>(
        `delete from projector.schemas where schema <> $1 and schema = any($2)
         and used_at < now() - make_interval(secs => $3) returning schema`,
        [own, found.map(({ schema }) => schema), keepFor / 1_000],
      );
      for (const { schema } of rows) await client.query(`drop schema ${pg.escapeIdentifier(schema)} cascade`);
      return rows.map(({ schema }) => schema);
    },
    bounded,
  );
}

/** A schema that nobody spoke of yet, or whose checkpoint has moved, counts as used now. */
async function lookAt(client: pg.ClientBase, schema: string): Promise<void> {
  const table = `${pg.escapeIdentifier(schema)}.checkpoint`;
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    table,
  ]);
  const commit = rows[0]?.exists ? `(select commit from ${table})` : 'null::bigint';
  await client.query(
    `insert into projector.schemas as known (schema, used_at, commit) values ($1, now(), ${commit})
     on conflict (schema) do update set used_at = now(), commit = excluded.commit
     where known.commit is distinct from excluded.commit`,
    [schema],
  );
}

async function prepare(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('projector.schemas') is not null as exists`,
  );
  if (rows[0]?.exists) return;
  // Two that create the same schema at once disturb each other.
  await lockSchemas(client);
  // It begins on an empty database alone: where there is a registry none can.
  if (await isRestoreUnfinished(client)) throw new Error(RESTORE_UNFINISHED);
  await client.query(REGISTRY);
}

const bounded = (client: pg.ClientBase) => beginBoundedIn(client, 'projector');

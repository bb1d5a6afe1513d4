import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { LIVE_SCHEMA } from '../../projector/database.ts';
import { ensureSchema } from '../../projector/progress/schema.ts';
import { writeBatch } from '../../projector/progress/write-batch.ts';
import type { RecordedEvent } from '../../projector/read-models/read-model.ts';
import { claimCheckpoint } from '../../projector/session.ts';
import { migrate } from '../migrate.ts';
import { loadMasterKeys } from '../vault/master-key.ts';
import { openVault, type Vault } from '../vault/vault.ts';
import { type Person, type SealedEmail, yearOf } from './community.ts';

/** As many as the projector writes at once when it catches up. */
const BATCH = 4_000;
/** Seals under way at a time. */
const SEALS = 50;
/** One person in so many has told an email address. */
const WITH_EMAIL = 3;

/**
 * Writes a community of `users` with a year of history through the projector's own batch path.
 * @param dataDir where the server that will read it keeps its master key
 * @returns the number of events and the seconds that they took
 */
export async function fillReadModels(
  pool: pg.Pool,
  users: number,
  dataDir: string,
): Promise<{ events: number; seconds: number }> {
  await ensureSchema(pool, LIVE_SCHEMA);
  await migrate(pool);
  const vault = await openVault(pool, await loadMasterKeys([], dataDir));
  const people = await makePeople(vault, users);
  const client = await pool.connect();
  const started = performance.now();
  let events = 0;
  try {
    let checkpoint = await claimCheckpoint(pool, LIVE_SCHEMA);
    for (const batch of slices(yearOf(people, Date.now()))) {
      checkpoint = await writeBatch(client, LIVE_SCHEMA, checkpoint, batch);
      events += batch.length;
    }
  } finally {
    client.release();
  }
  const seconds = (performance.now() - started) / 1000;
  // Autovacuum does the same, minutes later.
  await pool.query('vacuum analyze');
  return { events, seconds };
}

/** Somebody who is signed in. */
export type Visitor = { readonly userId: string; readonly total: string; readonly token: string };

/** Signs in `count` people of the leaderboard at random, and the one with the most friends as the first. */
export async function signIn(pool: pg.Pool, count: number): Promise<Visitor[]> {
  const { rows } = await pool.query<{ user_id: string; total: string; wallet_address: string }>(
    `select user_id, trim_scale(total_rewards)::text as total, wallet_address
     from ${LIVE_SCHEMA}.users left join ${LIVE_SCHEMA}.referrers using (user_id)
     order by coalesce(referrers.total, 0) = (select max(total) from ${LIVE_SCHEMA}.referrers) desc, random()
     limit $1`,
    [count],
  );
  const visitors = rows.map((row) => ({ ...row, token: randomBytes(32).toString('base64url') }));
  await pool.query(
    `insert into auth.sessions
     select *, now(), now() + interval '1 day' from unnest($1::bytea[], $2::uuid[], $3::text[])`,
    [
      visitors.map(({ token }) => createHash('sha256').update(token).digest()),
      visitors.map(({ user_id }) => user_id),
      visitors.map(({ wallet_address }) => wallet_address),
    ],
  );
  return visitors.map(({ user_id, total, token }) => ({ userId: user_id, total, token }));
}

async function makePeople(vault: Vault, users: number): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < users) {
    const next = Math.min(SEALS, users - people.length);
    const made = Array.from({ length: next }, (_, at) => makePerson(vault, people.length + at));
    people.push(...(await Promise.all(made)));
  }
  return people;
}

async function makePerson(vault: Vault, index: number): Promise<Person> {
  const userId = randomUUID();
  const walletAddress = `0x${index.toString(16).padStart(40, '0')}`;
  return {
    userId,
    walletAddress,
    email: index % WITH_EMAIL === 0 ? await seal(vault, userId, `evo${index}@example.org`) : undefined,
  };
}

async function seal(vault: Vault, userId: string, address: string): Promise<SealedEmail> {
  return {
    emailHash: vault.emailHash(address),
    sealedEmail: await vault.seal('email', userId, address),
  };
}

function* slices(events: Iterable<RecordedEvent>): Generator<RecordedEvent[]> {
  let slice: RecordedEvent[] = [];
  for (const event of events) {
    slice.push(event);
    if (slice.length < BATCH) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

import type { Database } from '../database.ts';

/** Accounts without any history, for tests that only need them to be there; unqualified names mean the schema. */
export async function putPlainUsers(db: Database, ids: readonly string[]): Promise<void> {
  await db.query(
    `insert into users (user_id, revision, username, total_rewards, claimed_rewards, opened_at, removed,
       email_verified, marketing_opt_in, twitter_confirmed, instagram_confirmed, youtube_confirmed,
       twitter_follow, twitter_like, twitter_retweet, instagram_follow, youtube_subscribe, streak)
     select id, 0, 'evo', 0, 0, now(), false, false, false, false, false, false, false, false, false, false, false, 0
     from unnest($1::uuid[]) as id
     on conflict do nothing`,
    [ids],
  );
}

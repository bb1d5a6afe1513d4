import type pg from 'pg';
import { LIVE_SCHEMA } from '../../projector/database.ts';

/**
 * Writes so many accounts straight into what the admins' list reads, beside those that are there. Every twentieth has agreed
 * to mails; names, wallets, addresses and balances differ as real ones do.
 * @param how `withoutBalance`: every so manieth account has nothing, 0: each has something; `verifiedEvery`: so manieth
 * has a verified address; `schema`: of the read models
 */
export async function fillUserList(
  client: pg.ClientBase | pg.Pool,
  users: number,
  { withoutBalance = 0, verifiedEvery = 10, schema = LIVE_SCHEMA } = {},
): Promise<void> {
  const id = `md5(n::text)::uuid`;
  const all = `generate_series(1, ${users}) as n`;
  const pending = withoutBalance
    ? `case when n % ${withoutBalance} = 0 then 0 else 100 + n % 5000 end`
    : '100 + n % 5000';
  await client.query(
    `insert into ${schema}.users (user_id, revision, username, wallet_address, total_rewards, claimed_rewards,
       opened_at, removed, email_verified, marketing_opt_in, twitter_confirmed, instagram_confirmed,
       youtube_confirmed, twitter_follow, twitter_like, twitter_retweet, instagram_follow, youtube_subscribe, streak)
     select ${id}, 0, 'evo_' || left(md5('name' || n), 10), '0x' || left(md5('a' || n) || md5('b' || n), 40),
       100 + n % 5000, 0, now(), false, n % ${verifiedEvery} = 0, n % 20 = 0, false, false, false, false, false, false, false, false, 0
     from ${all}`,
  );
  await client.query(
    `insert into ${schema}.user_list
     select ${id}, n * 100, n * 100, ${pending}, true, n % ${verifiedEvery} = 0, n % 20 = 0, false from ${all}`,
  );
  await client.query(
    `insert into vault.account_keys select ${id}, ${id}, 'x' from ${all};
     insert into vault.email_index select ${id}, 'person.' || md5('mail' || n) || '@example.com' from ${all}`,
  );
  await client.query(
    `update ${schema}.stats set total_users = total_users + ${users}, participants = participants + ${users},
       with_balance = with_balance + ${users - (withoutBalance ? Math.floor(users / withoutBalance) : 0)},
       verified_emails = verified_emails + ${Math.floor(users / verifiedEvery)},
       marketing_opt_ins = marketing_opt_ins + ${Math.floor(users / 20)}`,
  );
  // As autovacuum does: what was added last waits in a list of its own that a search would have to read.
  await client.query('vacuum analyze');
}

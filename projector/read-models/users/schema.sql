-- Finds a part of a text by index. The lock, which the API's own tables take too, keeps two from creating it at once.
select pg_advisory_xact_lock(3424005);
create extension if not exists pg_trgm schema public;

-- One row an account. Amounts are EVO, and wider than a single amount: nothing bounds what an old ledger adds up to.
-- `div` cuts, where a division of numerics would round; the highest level is the greatest number that JSON holds exactly.
create table if not exists users (
  user_id uuid primary key,
  -- Of the last event of the account's stream.
  revision bigint not null,
  username text not null,
  -- Checksum form; null for an account that an email address alone has opened.
  wallet_address text,
  referrer_id uuid,
  total_rewards numeric(78, 18) not null,
  claimed_rewards numeric(78, 18) not null,
  pending_rewards numeric(78, 18) not null generated always as (total_rewards - claimed_rewards) stored
    check (pending_rewards >= 0),
  level bigint not null generated always as (
    least(1 + div(total_rewards, 100), 9007199254740991)) stored,
  opened_at timestamptz not null,
  -- A removed account keeps its row and stands on no list.
  removed boolean not null,
  -- Whether it has got the welcome bonus.
  welcomed boolean not null default false,
  -- Why its claims are held; null while they are not.
  hold_reason text,
  -- HMAC of the canonical address, and the address sealed under the account's own key.
  email_hash text,
  sealed_email text,
  email_verified boolean not null,
  marketing_opt_in boolean not null,
  -- Whether it was paid for its mailbox, which happens once, also where that is erased by now.
  email_rewarded boolean not null default false,
  -- A handle that was only typed is not confirmed. In clear text where the first version wrote it, sealed under the
  -- account's own key since; neither once it was erased.
  twitter_handle text,
  twitter_sealed_handle text,
  twitter_confirmed boolean not null,
  instagram_handle text,
  instagram_sealed_handle text,
  instagram_confirmed boolean not null,
  youtube_handle text,
  youtube_sealed_handle text,
  youtube_confirmed boolean not null,
  twitter_follow boolean not null,
  twitter_like boolean not null,
  twitter_retweet boolean not null,
  instagram_follow boolean not null,
  youtube_subscribe boolean not null,
  -- UTC; the streak ends with this day.
  check_in_day date,
  streak bigint not null,
  whitelisted_at timestamptz,
  -- The first act that a platform or the mailbox has confirmed: from then on a referral counts.
  succeeded_at timestamptz,
  -- The last confirmed act or check-in.
  active_at timestamptz,
  -- The UTC day on which the totals changed last; never before an earlier change's.
  changed_on date
) with (fillfactor = 50);

create unique index if not exists users_by_wallet on users (lower(wallet_address));
-- Late. What names look like, as `usernameSkeleton` has it.
create index if not exists users_by_likeness on users
  (replace(replace(translate(lower(username), '01345789i_', 'oleastbgl'), 'rn', 'm'), 'vv', 'w'));
-- What changes with each act stands in no index here: it would cost all the others a new entry for each row as well.
-- Late.
create index if not exists users_by_referrer on users (referrer_id) where referrer_id is not null;

-- Late. For accounts that were opened at about the same time; it never changes.
create index if not exists users_by_opening on users (opened_at, user_id);
create index if not exists users_held on users (opened_at, user_id) where hold_reason is not null;
create index if not exists users_unwelcomed on users (user_id) where not welcomed;

-- Late. Names and wallets never change with a balance, so this index costs a grant nothing.
create index if not exists users_by_text on users
  using gin (lower(username) public.gin_trgm_ops, lower(wallet_address) public.gin_trgm_ops);

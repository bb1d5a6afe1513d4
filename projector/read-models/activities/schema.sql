-- What an account was rewarded for.
create table if not exists activities (
  user_id uuid not null,
  commit bigint not null,
  prepare bigint not null,
  event_id uuid not null,
  -- What the grant was for, as the ledger says it.
  source text not null,
  type text not null check (type in ('twitter_retweet', 'discord_message', 'twitter_like', 'referral', 'other')),
  description text not null,
  reward numeric(78, 18) not null,
  created_at timestamptz not null,
  -- Of grants by hand, which can be taken back.
  grant_id uuid,
  taken_back boolean not null default false,
  primary key (user_id, commit, prepare)
);

-- Late.
create index if not exists activities_by_time on activities (user_id, created_at) include (reward, source)
  where not taken_back;

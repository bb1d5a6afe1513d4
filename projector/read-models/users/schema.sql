-- One row an account. Amounts are EVO. `div` cuts, where a division of numerics would round.
create table if not exists users (
  user_id uuid primary key,
  -- Of the last event of the account's stream.
  revision bigint not null,
  username text not null,
  -- Checksum form.
  wallet_address text,
  referrer_id uuid,
  total_rewards numeric(38, 18) not null,
  claimed_rewards numeric(38, 18) not null,
  pending_rewards numeric(38, 18) not null generated always as (total_rewards - claimed_rewards) stored
    check (pending_rewards >= 0),
  level bigint not null generated always as (1 + div(total_rewards, 100)) stored,
  opened_at timestamptz not null
) with (fillfactor = 85);

create unique index if not exists users_by_wallet on users (lower(wallet_address));
create index if not exists users_by_referrer on users (referrer_id) where referrer_id is not null;

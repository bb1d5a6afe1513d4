-- One row of sums over all accounts that are not removed, kept by adding what each batch changes.
create table if not exists stats (
  one boolean primary key default true check (one),
  total_users bigint not null default 0,
  -- Those of them that have a place on the leaderboard.
  participants bigint not null default 0,
  verified_emails bigint not null default 0,
  marketing_opt_ins bigint not null default 0,
  -- Those who have something to claim.
  with_balance bigint not null default 0,
  -- The sum of the accounts' totalRewards.
  total_rewards numeric(78, 18) not null default 0
);

insert into stats default values on conflict do nothing;

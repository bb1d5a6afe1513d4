-- Every event that changed a figure of an account, with what it did and what the figures were after it.
create table if not exists history_lines (
  user_id uuid not null,
  -- The position of the event: the order and the cursor.
  commit bigint not null,
  prepare bigint not null,
  event_id uuid not null,
  event_type text not null,
  description text not null,
  total_change numeric(78, 18) not null,
  claimed_change numeric(78, 18) not null,
  total_after numeric(78, 18) not null,
  claimed_after numeric(78, 18) not null,
  created_at timestamptz not null,
  primary key (user_id, commit, prepare)
);

-- Late. Few of an account's lines are claims; explaining claimedRewards reads only them.
create index if not exists history_lines_of_claims on history_lines (user_id, commit, prepare)
  where claimed_change <> 0;

-- Late. What took from what was pending: whether an earlier grant is still there is asked for each line of Activity History.
create index if not exists history_lines_of_takings on history_lines (user_id, commit, prepare)
  where event_type in ('RewardsClaimed', 'BalanceCleared', 'RewardsReset');

-- The figures of an account at the end of each UTC day on which they changed.
create table if not exists history_days (
  user_id uuid not null,
  day date not null,
  total numeric(78, 18) not null,
  claimed numeric(78, 18) not null,
  primary key (user_id, day)
) with (fillfactor = 85);

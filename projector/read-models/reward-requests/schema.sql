-- Rewards that need a second admin: one row a request.
create table if not exists reward_requests (
  request_id uuid primary key,
  -- The position of the request: the order and the cursor.
  commit bigint not null,
  prepare bigint not null,
  user_id uuid not null,
  amount numeric(38, 18) not null,
  reason text not null,
  -- The limit that it is above: reward, day.
  above text not null,
  requested_by text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  -- open, approved, declined; one that is open after it has expired is over, too.
  state text not null,
  decided_by text,
  decided_at timestamptz,
  declined_for text
);

create index if not exists reward_requests_by_position on reward_requests (commit, prepare);
create index if not exists reward_requests_open on reward_requests (commit, prepare) where state = 'open';

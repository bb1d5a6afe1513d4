-- What moved EVO in or out of an account, in words for its owner.
create table if not exists transactions (
  user_id uuid not null,
  -- The position of the event: the order and the cursor.
  commit bigint not null,
  prepare bigint not null,
  event_id uuid not null,
  type text not null check (type in ('reward', 'claim', 'stake', 'referral', 'adjustment')),
  description text not null,
  amount numeric(78, 18) not null,
  status text not null check (status in ('completed', 'pending', 'failed')),
  tx_hash text,
  block_number text,
  gas_used text,
  created_at timestamptz not null,
  primary key (user_id, commit, prepare)
);

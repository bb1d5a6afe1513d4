-- The seeds that were committed, by the raffle that uses them.
create table if not exists raffle_seeds (
  number bigint primary key,
  hash text not null,
  commit bigint not null
);

-- One row a raffle that was ever begun. Positions are commit positions of its events; amounts are EVO.
create table if not exists raffles (
  raffle_id uuid primary key,
  number bigint not null unique,
  stage text not null check (stage in ('committed', 'frozen', 'drawn', 'completed', 'failed')),
  mode text not null check (mode in ('flat', 'tiered')),
  -- Prizes by place, in normal form.
  amounts jsonb not null,
  seed_hash text not null,
  committed_at timestamptz not null,
  committed_commit bigint not null,
  root text,
  entry_count bigint,
  -- Up to where events decide who is eligible.
  eligible_commit bigint,
  frozen_commit bigint,
  seed text,
  algorithm text,
  block_number text,
  block_hash text,
  drawn_at timestamptz,
  drawn_commit bigint,
  failure text
);

create table if not exists raffle_winners (
  raffle_id uuid not null,
  place bigint not null,
  index bigint not null,
  entry text not null,
  path jsonb not null,
  user_id uuid not null,
  username text not null,
  wallet_address text,
  prize numeric(38, 18) not null,
  status text not null check (status in ('open', 'paid', 'no_wallet', 'account_removed')),
  primary key (raffle_id, place)
);

-- The events of each raffle's stream and the commitment of its seed, whole, for the published proof.
create table if not exists raffle_events (
  raffle_id uuid not null,
  stream text not null,
  revision bigint not null,
  commit bigint not null,
  prepare bigint not null,
  -- JSON of id, type, data and metadata. Text, which holds every string that JSON can escape.
  event text not null,
  primary key (raffle_id, stream, revision)
);

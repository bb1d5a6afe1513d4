-- The seeds that were committed, by the raffle that uses them. The first version did so in the stream `program`; while it
-- runs beside another release, a number may have a seed in both streams.
create table if not exists raffle_seeds (
  stream text not null,
  number bigint not null,
  hash text not null,
  primary key (number, stream)
);

-- One row a raffle that was ever begun. Amounts are EVO.
create table if not exists raffles (
  raffle_id uuid primary key,
  number bigint not null unique,
  stage text not null
    check (stage in ('committed', 'frozen', 'awaiting_beacon', 'drawn', 'completed', 'failed')),
  mode text not null check (mode in ('flat', 'tiered')),
  -- Prizes by place, in normal form.
  amounts jsonb not null,
  committed_at timestamptz not null,
  -- Of the frozen entries.
  root text,
  drawn_at timestamptz,
  failure text,
  -- The beacon that the rules name: its hash, the Unix seconds of its first round, and those between two rounds.
  chain_hash text,
  genesis bigint,
  period bigint,
  -- What was named when the entries were frozen: a round of that beacon and when it is published, or a block.
  round bigint,
  due_at timestamptz,
  block text
);

create table if not exists raffle_winners (
  raffle_id uuid not null,
  place bigint not null,
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

-- What raffles need beside the ledger. A system of record of the API: it is never rebuilt. A seed is worth nothing
-- once its raffle is drawn, and the frozen users of a raffle are those whom its published root stands for.
create schema if not exists raffles;

-- Seeds, each sealed with the master key. Only the one whose hash is in the ledger is ever used.
create table if not exists raffles.seeds (
  hash text primary key,
  number bigint not null,
  sealed text not null
);

-- Where the eligible users of a raffle were read, once.
create table if not exists raffles.frozen (
  raffle_id uuid primary key,
  commit bigint not null,
  prepare bigint not null
);

create table if not exists raffles.frozen_users (
  raffle_id uuid not null references raffles.frozen on delete cascade,
  user_id uuid not null,
  username text not null,
  wallet_address text,
  primary key (raffle_id, user_id)
);

-- Which raffle a command was to begin: the same command, sent again, must not begin the next one.
create table if not exists raffles.requests (
  command_id uuid primary key,
  number bigint not null,
  -- The admin's.
  wallet text not null,
  requested_at timestamptz not null
);

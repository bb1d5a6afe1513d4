-- Every event of the ledger in its order, with the number that the Merkle tree of the seals gives it.
create table if not exists log_events (
  commit bigint not null,
  prepare bigint not null,
  -- From 0, counted without the events of the stream `seals`, which no tree holds; null for those.
  index bigint,
  id uuid not null,
  -- The 32 bytes of the event's hash: the entry of the tree.
  hash bytea not null,
  stream text not null,
  revision bigint not null,
  type text not null,
  occurred_at timestamptz not null,
  -- Whose account the stream is.
  user_id uuid,
  -- The event that a process acted on.
  cause_commit bigint,
  cause_prepare bigint,
  primary key (commit, prepare)
);

create unique index if not exists log_events_of_index on log_events (index) where index is not null;
-- Late.
create unique index if not exists log_events_of_id on log_events (id);
-- What an account's stream holds, the index by user finds; of all others few are ever asked for.
create unique index if not exists log_events_of_stream on log_events (stream, revision) where user_id is null;
-- Late.
create index if not exists log_events_of_type on log_events (type, commit, prepare);
-- Late.
create index if not exists log_events_of_user on log_events (user_id, commit, prepare) where user_id is not null;
-- Late.
create index if not exists log_events_of_cause on log_events (cause_commit, cause_prepare, commit, prepare)
  where cause_commit is not null;

-- The whole tiles of the tree (C2SP tlog-tiles): 256 hashes of 32 bytes. Each is written once; what is left of a level
-- is made of the events, or of the roots of the tiles below.
create table if not exists log_tiles (
  level smallint not null,
  index bigint not null,
  hashes bytea not null,
  -- Of the 256 hashes: one hash of the level above.
  root bytea not null,
  primary key (level, index)
);

create table if not exists log_seals (
  -- In the stream `seals`.
  revision bigint primary key,
  size bigint not null,
  root bytea not null,
  event_id uuid not null,
  commit bigint not null,
  prepare bigint not null,
  origin text not null,
  verifier_key text not null,
  -- Base64, as the event has it.
  signature text not null,
  sealed_at timestamptz not null
);

create table if not exists log_notary_keys (
  -- In the stream `seals`.
  revision bigint primary key,
  verifier_key text not null,
  -- The key before, and its signature in Base64; both null for the first.
  replaced_key text,
  signature text,
  set_at timestamptz not null
);

-- The events of one category of streams in their order; those of accounts are most of all events, and need none.
create index if not exists log_events_of_category on log_events (split_part(stream, '-', 1), commit, prepare)
  where user_id is null;

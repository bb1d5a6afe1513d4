-- Folds of long streams of the ledger at some revisions: a cache, which anybody may empty at any time. Each is used
-- only while the ledger holds the event that it ends with.
create schema if not exists snapshots;
create table if not exists snapshots.streams (
  stream text not null,
  -- Of the decider that folded it.
  version int not null,
  -- Of the last event in it, and that event's hash.
  revision bigint not null,
  hash text not null,
  fold text not null,
  primary key (stream, version, revision)
);

-- How far the read models of this schema are: one row.
create table if not exists checkpoint (
  one boolean primary key default true check (one),
  -- The position of the last event that was applied; null before the first.
  commit bigint,
  prepare bigint,
  -- Raised by every projector that starts: one that was paused meanwhile finds another number and stops.
  epoch bigint not null default 0,
  -- Of the definition of the read models that filled the schema.
  version text not null
);

-- The revision of the last event that was applied, by stream: an event comes once, and none is missing.
create table if not exists streams (
  stream text primary key,
  revision bigint not null
) with (fillfactor = 85);

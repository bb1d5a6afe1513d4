-- How far the read models of this schema are: one row.
create table if not exists checkpoint (
  one boolean primary key default true check (one),
  -- The position of the last event that was applied; null before the first.
  commit bigint,
  prepare bigint,
  -- The ids of that event and of the ledger's first one: by them it is noticed that the event store is another one.
  event_id uuid,
  ledger_id uuid,
  ledger_commit bigint,
  ledger_prepare bigint,
  -- Raised by every projector that begins to lead: one that was frozen meanwhile finds another number and writes nothing.
  epoch bigint not null default 0,
  -- Of the definition of the read models that filled the schema.
  version text not null
);

-- The revision of the last event that was applied, by stream: an event comes once, and none is missing.
create table if not exists streams (
  stream text primary key,
  revision bigint not null
) with (fillfactor = 85);

-- Who writes, or wrote last, and how it gets on, by the clock of Postgres: one row, beside the checkpoint, which a batch
-- locks.
create table if not exists lead (
  one boolean primary key default true check (one),
  -- Of one time of leading; the name of its connections ends with it.
  holder uuid,
  host text,
  process integer,
  since timestamptz,
  beat_at timestamptz not null default '-infinity',
  state text not null default 'none',
  reason text,
  commit bigint,
  prepare bigint,
  head_commit bigint,
  head_prepare bigint,
  waiting bigint not null default 0,
  events_per_second double precision not null default 0,
  -- When the position last moved, or there was nothing to do.
  moved_at timestamptz not null default now(),
  -- When the read models last held all that the ledger did; null before the first time.
  level_at timestamptz
);
insert into lead default values on conflict do nothing;

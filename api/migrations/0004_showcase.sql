-- What other platforms said of the program's own accounts. All of it can be asked for again: no backup needs it.
create schema if not exists showcase;

-- One row a platform, read once for all replicas.
create table if not exists showcase.readings (
  platform text primary key,
  -- The last good answer; null before there was one.
  reading jsonb,
  -- When that was asked for.
  as_of timestamptz,
  -- Reads in a row that failed since.
  failures integer not null default 0,
  fresh_until timestamptz not null,
  -- A lease of the replica that reads now, and its name.
  reading_until timestamptz not null,
  reader uuid not null
);

-- Pictures of posts, a bounded number of bounded size.
create table if not exists showcase.images (
  -- Which picture of which post: SHA-256 in hex, because the platforms' addresses change with every answer.
  source text primary key,
  -- SHA-256 of the bytes in hex, under which everybody gets them.
  hash text not null,
  content_type text not null,
  bytes bytea not null,
  fetched_at timestamptz not null,
  -- When a post had it last.
  used_at timestamptz not null
);
create index if not exists images_by_hash on showcase.images (hash);
create index if not exists images_by_use on showcase.images (used_at);

-- The files of the playlist. A system of record of the API: it is never rebuilt from the ledger, which says what the
-- tracks are and what their bytes hash to.
create schema if not exists music;

-- One row an upload, from the moment somebody asks where to put it; it becomes the track of the same id.
create table if not exists music.files (
  track_id uuid primary key,
  filename text not null,
  title text not null,
  artist text not null,
  -- The admin's; empty for a sample of the program's own.
  wallet text not null,
  -- SHA-256 of the token that the upload address carries.
  token_hash bytea not null,
  created_at timestamptz not null,
  -- When somebody began to send the bytes; nobody else may.
  taken_at timestamptz,
  -- Known once all bytes are there.
  content_type text,
  size bigint,
  sha256 text
);

-- Pieces of 256 KiB, the last one shorter. Audio is compressed already.
create table if not exists music.chunks (
  track_id uuid not null references music.files on delete cascade,
  index integer not null,
  bytes bytea storage external not null,
  primary key (track_id, index)
);

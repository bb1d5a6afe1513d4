-- Every track that was ever added; those that were removed keep their names, for the history of the admins.
create table if not exists music_tracks (
  track_id uuid primary key,
  title text not null,
  artist text not null,
  filename text not null,
  content_type text not null,
  -- Bytes.
  size bigint not null,
  sha256 text not null,
  -- The position of the event: the order of the playlist.
  commit bigint not null,
  prepare bigint not null,
  added_at timestamptz not null,
  removed boolean not null
);

-- One a name, but for what two releases side by side have added.
create index if not exists music_tracks_by_filename on music_tracks (filename) where not removed;

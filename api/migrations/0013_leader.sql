-- When the replica that leads the processes has said so last, by the time of Postgres.
create table processes.leader (
  one boolean primary key default true check (one),
  beat_at timestamptz not null
);

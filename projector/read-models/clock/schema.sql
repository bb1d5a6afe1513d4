-- After each 256 events of the ledger: the latest time that any event up to there tells. The clock of a command may be
-- behind the one before; this never goes back, so that a time has one place in the ledger.
create table if not exists clock_marks (
  -- The position of the event.
  commit bigint not null,
  prepare bigint not null,
  latest timestamptz not null,
  primary key (commit, prepare)
);

create index if not exists clock_marks_by_time on clock_marks (latest, commit, prepare);

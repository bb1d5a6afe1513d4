-- The last event that any of them was told, and the ledger's first one: by them it is noticed that the event store is
-- another one. Without the row, and the checkpoints, the processes begin anew.
create table processes.ledger (
  one boolean primary key default true check (one),
  commit bigint not null,
  prepare bigint not null,
  event_id uuid not null,
  ledger_id uuid not null,
  ledger_commit bigint not null,
  ledger_prepare bigint not null
);

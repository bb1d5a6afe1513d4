-- Up to where the ledger was copied from another store, or may have been: it was there before the processes of this
-- database had followed anything. Causes that its events name are no places of it.
create table processes.moved_ledger (
  one boolean primary key default true check (one),
  commit bigint not null,
  prepare bigint not null
);

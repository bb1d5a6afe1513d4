-- Where each process manager has got to in the ledger. Losing it makes them read everything again, which does
-- nothing twice.
create schema if not exists processes;
create table if not exists processes.checkpoints (
  name text primary key,
  commit bigint not null,
  prepare bigint not null
);

-- Where each process manager has got to in the ledger. Losing it makes them read everything again, which does
-- nothing twice.
create schema if not exists processes;
create table if not exists processes.checkpoints (
  name text primary key,
  commit bigint not null,
  prepare bigint not null
);

-- How far each act on all accounts has got: what was expected when it was asked for, and what was done so far.
create table if not exists processes.mass_acts (
  request_id uuid primary key,
  expected_count bigint not null,
  expected_total numeric(78, 18) not null,
  -- The last account that was gone through, in the order of the ids.
  after uuid,
  count bigint not null default 0,
  total numeric(78, 18) not null default 0
);

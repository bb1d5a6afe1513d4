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

-- Events that a process could not handle: those that wait for an outage to end, in the order of their lane, and those
-- that are parked until an admin decides. What an admin has dismissed stays, with who, when and why.
create table if not exists processes.set_aside (
  id uuid primary key default gen_random_uuid(),
  process text not null,
  lane text not null,
  commit bigint not null,
  prepare bigint not null,
  stream text not null,
  revision bigint not null,
  event_id uuid not null,
  event_type text not null,
  state text not null check (state in ('waiting', 'parked', 'dismissed')),
  -- Told by itself, out of the order of its lane.
  is_late boolean not null,
  reason text not null,
  failures integer not null,
  since timestamptz not null default now(),
  -- Who last decided about it, an admin's wallet.
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  unique (process, commit, prepare)
);
create index if not exists set_aside_waiting on processes.set_aside (process, lane, commit, prepare)
  where state = 'waiting';
create index if not exists set_aside_open on processes.set_aside (commit, prepare, process)
  where state <> 'dismissed';

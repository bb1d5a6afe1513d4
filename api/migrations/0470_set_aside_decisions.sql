-- The commands by which admins decided about events that were set aside: one that is sent again is answered as before, also
-- where the event was handled since and its row is gone.
create table processes.set_aside_decisions (
  command_id uuid primary key,
  decided_at timestamptz not null default now()
);
create index set_aside_decisions_by_age on processes.set_aside_decisions (decided_at);

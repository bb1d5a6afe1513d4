-- Who was told that another admin's raffle is under way is told so again, whatever time it is by then: each sending of a
-- request reaches Postgres a little earlier or later after it was sent, and a moment ago is over for one and not for the other.
create table raffles.refused_requests (
  command_id uuid primary key,
  refused_at timestamptz not null
);

-- The number of the raffle that a command begins, or has begun; null when another admin has asked for one a moment ago, or
-- had when the command was sent before.
create or replace function raffles.number_of_request(
  command uuid, next_number bigint, admin text, asked_at timestamptz, at_once interval
) returns bigint language plpgsql volatile as $$
declare
  known bigint;
begin
  perform auth.require_read_committed();
  -- One looks and adds at a time: whoever comes second sees what the first has added.
  lock table raffles.requests in share row exclusive mode;
  select number into known from raffles.requests where command_id = command;
  if found then
    return known;
  end if;
  if exists (select from raffles.refused_requests where command_id = command) then
    return null;
  end if;
  if exists (
    select from raffles.requests
    where number < next_number and wallet <> admin and requested_at > asked_at - at_once
  ) then
    insert into raffles.refused_requests (command_id, refused_at) values (command, asked_at);
    return null;
  end if;
  insert into raffles.requests (command_id, number, wallet, requested_at) values (command, next_number, admin, asked_at);
  return next_number;
end
$$;

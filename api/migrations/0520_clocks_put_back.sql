-- Where the clock of Postgres is put back, what was noted before lies ahead of it. It counts as over, but for a minute, which
-- what is asked at two replicas may be apart: else nobody would be let in, or mailed to, until the clock gets there again.
create or replace function faucet.admit_opening(
  held_by integer, caller text, caller_network bytea, asked_at timestamptz, since timestamptz, places integer
) returns timestamptz language plpgsql volatile as $$
declare
  latest constant timestamptz := asked_at + interval '1 minute';
  oldest timestamptz;
  taken bigint;
begin
  perform faucet.require_read_committed();
  perform pg_advisory_xact_lock(held_by, hashtext(encode(caller_network, 'hex')));
  if exists (
    select from faucet.openings
    where wallet = caller and network = caller_network and opened_at > since and opened_at <= latest
  ) then
    return null;
  end if;
  select count(*), min(opened_at) into taken, oldest
    from faucet.openings where network = caller_network and opened_at > since and opened_at <= latest;
  if taken > 0 and taken >= places then
    return oldest;
  end if;
  insert into faucet.openings (wallet, network, opened_at) values (caller, caller_network, asked_at)
    on conflict (wallet) do update set network = excluded.network, opened_at = excluded.opened_at;
  return null;
end
$$;

create or replace function vault.queue_requested_mail(
  mail uuid, mail_kind text, account uuid, address_hash text, sealed text, opt_in boolean, asked_at timestamptz,
  since timestamptz, asked_share text, asker uuid, most_of_all bigint, most_of_each bigint
) returns void language plpgsql volatile as $$
begin
  perform auth.require_read_committed();
  -- Requests for one address take turns, so that each counts those before it.
  perform pg_advisory_xact_lock(hashtextextended('mails/' || address_hash, 0));
  insert into vault.mails (
      id, kind, user_id, email_hash, sealed_email, marketing_opt_in, created_at, due_at, share, asked_by
    )
    select mail, mail_kind, account, address_hash, sealed, opt_in, asked_at, asked_at, asked_share, asker
    where (
      select count(*) < most_of_all and count(*) filter (where asked_by is not distinct from asker) < most_of_each
      from vault.mails
      where email_hash = address_hash and share = asked_share
        and created_at > since and created_at <= asked_at + interval '1 minute'
    )
    on conflict (id) do nothing;
end
$$;

-- Asked at is the clock of Postgres itself: two requests are as far apart as they are, whichever it says came first.
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
    where number < next_number and wallet <> admin
      and requested_at > asked_at - at_once and requested_at < asked_at + at_once
  ) then
    insert into raffles.refused_requests (command_id, refused_at) values (command, asked_at);
    return null;
  end if;
  insert into raffles.requests (command_id, number, wallet, requested_at) values (command, next_number, admin, asked_at);
  return next_number;
end
$$;

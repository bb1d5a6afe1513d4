-- What lets new accounts in holds a lock that all new accounts wait for, or all of one network: taken and given back in one
-- question, so that a replica that stands still keeps nobody waiting. As `auth.begin_acts` they need statements that see what
-- was committed while they waited.
create function faucet.require_read_committed() returns void language plpgsql volatile as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'places are given in transactions that are read committed, not %',
      current_setting('transaction_isolation');
  end if;
end
$$;

-- Lets a wallet in from a network, or tells when the oldest of those was let in that have taken all places since a moment.
-- `places` is null where there is any number of them.
create function faucet.admit_opening(
  held_by integer, caller text, caller_network bytea, asked_at timestamptz, since timestamptz, places integer
) returns timestamptz language plpgsql volatile as $$
declare
  oldest timestamptz;
  taken bigint;
begin
  perform faucet.require_read_committed();
  perform pg_advisory_xact_lock(held_by, hashtext(encode(caller_network, 'hex')));
  if exists (
    select from faucet.openings where wallet = caller and network = caller_network and opened_at > since
  ) then
    return null;
  end if;
  select count(*), min(opened_at) into taken, oldest
    from faucet.openings where network = caller_network and opened_at > since;
  if taken > 0 and taken >= places then
    return oldest;
  end if;
  insert into faucet.openings (wallet, network, opened_at) values (caller, caller_network, asked_at)
    on conflict (wallet) do update set network = excluded.network, opened_at = excluded.opened_at;
  return null;
end
$$;

-- Whether an account has, or gets, a place among the welcome bonuses of a day. `most` is null where they may be any sum.
create function faucet.place_welcome(of_day date, account uuid, bonus numeric, most numeric)
returns boolean language plpgsql volatile as $$
declare
  sum numeric;
begin
  perform faucet.require_read_committed();
  -- Whoever comes to the same day at the same time waits here.
  insert into faucet.days as known (day, placed) values (of_day, 0)
    on conflict (day) do update set placed = known.placed returning placed into sum;
  if exists (select from faucet.welcome_places where day = of_day and user_id = account) then
    return true;
  end if;
  if sum + bonus > most then
    return false;
  end if;
  insert into faucet.welcome_places (day, user_id) values (of_day, account);
  update faucet.days set placed = sum + bonus where day = of_day;
  return true;
end
$$;

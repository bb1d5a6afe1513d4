-- Who takes turns with others in several statements holds a lock between them, and a replica that stands still there keeps
-- the others waiting. Here each turn is one question: its lock is given back though nobody reads the answer. As with the
-- places of new accounts, they need statements that see what was committed while they waited, and the locks are those of the
-- releases before.
create function auth.require_read_committed() returns void language plpgsql volatile as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'turns are taken in transactions that are read committed, not %',
      current_setting('transaction_isolation');
  end if;
end
$$;

-- Queues a mail that somebody asks for, unless the address, or who asks, got too many since a moment.
create function vault.queue_requested_mail(
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
      from vault.mails where email_hash = address_hash and created_at > since and share = asked_share
    )
    on conflict (id) do nothing;
end
$$;

-- Takes the turn of verifying the address of a link, for a while; false when the link is not good, or somebody has the turn.
create function vault.take_verification_turn(
  token bytea, asked_at timestamptz, command uuid, address_hash text, taker uuid, lease interval
) returns boolean language plpgsql volatile as $$
begin
  perform auth.require_read_committed();
  -- Of two who look at the same time the second sees what the first has written.
  perform pg_advisory_xact_lock(hashtextextended('email/' || address_hash, 0));
  update vault.email_tokens as own
    set redeemer = taker, redeeming_until = now() + lease
    where token_hash = token and expires_at > asked_at and (used_by is null or used_by = command)
      and not exists (
        select from vault.email_tokens as other
        where other.email_hash = own.email_hash and other.redeemer is not null and other.redeeming_until > now()
      );
  return found;
end
$$;

-- Whether the reward for a friend is paid: for the first few friends of a referrer on a day whose mailboxes are at one domain.
create function faucet.decide_friend(
  held_by integer, friend uuid, referrer uuid, of_day date, at_domain text, most bigint
) returns boolean language plpgsql volatile as $$
begin
  perform auth.require_read_committed();
  perform pg_advisory_xact_lock(held_by, hashtext(referrer::text));
  insert into faucet.friend_mailboxes (friend_id, referrer_id, day, domain, is_paid)
    select friend, referrer, of_day, at_domain, count(*) < most from faucet.friend_mailboxes
    where referrer_id = referrer and day = of_day and domain = at_domain and is_paid
    on conflict (friend_id) do nothing;
  return (select is_paid from faucet.friend_mailboxes where friend_id = friend);
end
$$;

-- The number of the raffle that a command begins, or has begun; null when another admin has asked for one a moment ago.
create function raffles.number_of_request(
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
  if exists (
    select from raffles.requests
    where number < next_number and wallet <> admin and requested_at > asked_at - at_once
  ) then
    return null;
  end if;
  insert into raffles.requests (command_id, number, wallet, requested_at) values (command, next_number, admin, asked_at);
  return next_number;
end
$$;

-- Where the clock of Postgres is put back, the turn of a replica that died lies ahead of it. It counts as over, but for a
-- minute: else nobody could verify the address until the clock gets there again.
create or replace function vault.take_verification_turn(
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
        where other.email_hash = own.email_hash and other.redeemer is not null
          and other.redeeming_until > now() and other.redeeming_until <= now() + lease + interval '1 minute'
      );
  return found;
end
$$;

-- Takes the lock of acts and writes them down in one question. What is told was looked for after the lock was had, also
-- where it was waited for: each statement of a volatile function sees what was committed before it began, unless the
-- transaction keeps to what it saw first.
create function auth.begin_acts(
  held_by integer, ids uuid[], streams text[], follows bigint[], commands uuid[],
  out removed_at bigint, out has_removal boolean
) language plpgsql volatile as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'rights are looked at in transactions that are read committed, not %',
      current_setting('transaction_isolation');
  end if;
  perform pg_advisory_lock_shared(held_by);
  insert into auth.open_acts (id, stream, expected, command_id)
    select * from unnest(ids, streams, follows, commands);
  select (select revision from auth.last_removal), exists (select from auth.open_acts where is_removal)
    into removed_at, has_removal;
end
$$;

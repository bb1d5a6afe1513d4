-- What came of an account's referral link. Friends that were removed do not count.
create table if not exists referrers (
  user_id uuid primary key,
  total bigint not null,
  -- Friends with a confirmed act.
  successful bigint not null,
  -- EVO that were ever granted for them.
  earned numeric(78, 18) not null
) with (fillfactor = 85);

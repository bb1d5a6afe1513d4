-- What came of an account's referral link. Friends that were removed do not count.
create table if not exists referrers (
  user_id uuid primary key,
  total bigint not null,
  -- Friends with a confirmed act.
  successful bigint not null,
  -- EVO that were ever granted for them.
  earned numeric(78, 18) not null
) with (fillfactor = 85);

-- When friends did something last, for a link's friends of a week: with each check-in this changes, which an index beside
-- the wide rows of `users` would write anew. Who was removed, or has done nothing yet, has no row.
create table if not exists active_friends (
  user_id uuid primary key,
  referrer_id uuid not null,
  active_at timestamptz not null
);

-- Late.
create index if not exists active_friends_by_referrer on active_friends (referrer_id, active_at);

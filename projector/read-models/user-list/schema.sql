-- What the admins' list of users is filtered, sorted and paged by, one narrow row an account: balances change all
-- the time, and an index on them beside the wide rows of `users` would write each of those rows anew.
create table if not exists user_list (
  user_id uuid primary key,
  -- Where in the ledger the account was opened: the order of the list, and who was there when.
  opened_commit bigint not null,
  opened_prepare bigint not null,
  pending numeric(78, 18) not null,
  has_wallet boolean not null,
  email_verified boolean not null,
  marketing_opt_in boolean not null,
  removed boolean not null
);

-- Late.
create index if not exists user_list_by_opening on user_list (opened_commit, opened_prepare) where not removed;
-- Late.
create index if not exists user_list_by_pending on user_list (pending, user_id) where not removed;

-- Late. What few of very many may be, so that they need not be looked for among all; it costs those who are not nothing.
create index if not exists user_list_without_wallet on user_list (user_id) where not has_wallet and not removed;
-- Late.
create index if not exists user_list_opted_in on user_list (user_id) where marketing_opt_in and not removed;
-- Late.
create index if not exists user_list_verified on user_list (user_id) where email_verified and not removed;

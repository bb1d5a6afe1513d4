-- The double entries behind every balance, and their running sum an account.
create table if not exists postings (
  commit bigint not null,
  prepare bigint not null,
  -- From 0, within the event.
  index smallint not null,
  event_id uuid not null,
  account text not null,
  -- Positive into the account, negative out of it.
  amount numeric(78, 18) not null,
  primary key (commit, prepare, index)
);

-- `program:issued` is the negative sum of all accounts and may be larger than any of them.
create table if not exists balances (
  account text primary key,
  balance numeric(78, 18) not null
) with (fillfactor = 85);

-- What keeps the program from paying a farm of wallets. A system of record of the API; it is not rebuilt from the
-- ledger, and losing it costs no more than what one hour and one day let through once more.
create schema if not exists faucet;

-- From which network a wallet asked for its account: a keyed hash, never an address, and gone after 30 days.
create table if not exists faucet.openings (
  -- Lower case.
  wallet text primary key,
  network bytea not null,
  opened_at timestamptz not null
);
create index if not exists openings_by_network on faucet.openings (network, opened_at);
create index if not exists openings_by_time on faucet.openings (opened_at);

-- EVO of welcome bonuses that were let through on a UTC day. The row is what serialises all replicas.
create table if not exists faucet.days (
  day date primary key,
  placed numeric(38, 18) not null
);

-- For whom. One account takes one place a day, however often it is asked for.
create table if not exists faucet.welcome_places (
  day date not null,
  user_id uuid not null,
  primary key (day, user_id)
);

-- Friends whose first proof was a mailbox at a domain of somebody's own, and whether their referral was paid. Once it is
-- decided it stays, so that being told of a friend twice decides nothing anew.
create table if not exists faucet.friend_mailboxes (
  friend_id uuid primary key,
  referrer_id uuid not null,
  day date not null,
  -- A keyed hash.
  domain text not null,
  is_paid boolean not null
);
create index if not exists friend_mailboxes_by_domain on faucet.friend_mailboxes (referrer_id, day, domain);

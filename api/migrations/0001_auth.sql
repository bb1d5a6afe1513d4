-- Sign-in state. A system of record of the API; it is not rebuilt from the ledger and holds nothing of value:
-- losing it signs everyone out.
create schema if not exists auth;

-- Texts issued for signing; a row is deleted by its first use, successful or not.
create table if not exists auth.challenges (
  nonce text primary key,
  wallet_address text not null,
  message text not null,
  expires_at timestamptz not null
);
create index if not exists challenges_by_expiry on auth.challenges (expires_at);

-- A session is found by the SHA-256 of its cookie, so that reading this table opens no session.
create table if not exists auth.sessions (
  token_hash bytea primary key,
  user_id uuid not null,
  wallet_address text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index if not exists sessions_by_expiry on auth.sessions (expires_at);
create index if not exists sessions_by_wallet on auth.sessions (lower(wallet_address));
-- Of wallets that are nobody's (`isReservedAddress`), which earlier versions let in where a chain was set.
delete from auth.sessions where wallet_address ~* '^0x(0{36}[0-9a-f]{4}|e{40}|f{39}[ef])$';
alter table auth.sessions
  -- By which its owner tells it from others; it opens nothing.
  add column if not exists id uuid not null default gen_random_uuid(),
  -- To the minute: not every request is worth a write.
  add column if not exists last_seen_at timestamptz not null default now(),
  -- Browser and system, as in 'Firefox on Windows'. No address of any network is kept.
  add column if not exists device text not null default '',
  -- Its wallet has, or had, the rights of an admin: the shorter limits count.
  add column if not exists for_admin bool not null default false;

-- Texts issued for signing one act. A row is deleted by its first use, successful or not, and with its session.
create table if not exists auth.act_challenges (
  nonce text primary key,
  session_hash bytea not null references auth.sessions (token_hash) on delete cascade,
  wallet_address text not null,
  operation text not null,
  -- Of the Idempotency-Key, and of the request that may be sent under it.
  command_id uuid not null,
  request_hash text not null,
  message text not null,
  expires_at timestamptz not null
);
create index if not exists act_challenges_by_expiry on auth.act_challenges (expires_at);
create index if not exists act_challenges_by_session on auth.act_challenges (session_hash);

-- Commands that were signed: the same command may be sent again when its answer was lost, and is answered as before.
create table if not exists auth.signed_acts (
  command_id uuid primary key,
  request_hash text not null,
  wallet_address text not null,
  operation text not null,
  -- SHA-256 of the signature.
  signature_hash bytea not null,
  signed_at timestamptz not null default now()
);
create index if not exists signed_acts_by_age on auth.signed_acts (signed_at);

-- The first request of each Idempotency-Key, by who sent it: another request under the same key is refused even
-- when it would go to another stream. The ledger itself is what makes a repeated command safe.
create table if not exists auth.idempotency_keys (
  user_id uuid not null,
  key uuid not null,
  request_hash text not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index if not exists idempotency_keys_by_age on auth.idempotency_keys (created_at);

-- The revision of the stream of admins at the last removal of one: who looks at a right and is shown an older one was
-- answered by a node of the event store that is behind.
create table if not exists auth.last_removal (
  one bool primary key default true check (one),
  revision bigint not null
);

-- Acts of admins that are under way: the append that each may have sent. A row that nobody holds the lock for is of
-- a process that died or lost its connection, and is closed by the next removal of an admin.
create table if not exists auth.open_acts (
  id uuid primary key,
  stream text not null,
  -- The revision that the append is to follow; null for a new stream.
  expected bigint,
  command_id uuid not null,
  -- Of a removal of an admin, which the next act closes where nobody holds the lock for it.
  is_removal bool not null default false
);

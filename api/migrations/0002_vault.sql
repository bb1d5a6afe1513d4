-- Keys and what is secret or personal. A system of record of the API: it is never rebuilt from the ledger, and a
-- backup of the ledger without it has no addresses in it.
create schema if not exists vault;

-- Keys of the program itself, each sealed with the master key.
create table if not exists vault.program_keys (
  name text primary key,
  sealed_key text not null
);

-- One key for each account, sealed with the master key. Deleting the row erases what was sealed for the account,
-- wherever copies of it are.
create table if not exists vault.account_keys (
  user_id uuid primary key,
  key_id uuid not null,
  sealed_key text not null
);

-- How far the erasures of an account were carried out: the revision of the last one in the account's stream. What the
-- account has got since is not touched by being told of it again.
create table if not exists vault.erasures (
  user_id uuid primary key,
  revision bigint not null
);

-- Mails that are to be sent. An id is the event's that asked for the mail, so that a mail is queued once however
-- often the event is told. No address stands here in the clear, and a sent mail keeps none at all.
create table if not exists vault.mails (
  id uuid primary key,
  kind text not null check (kind in ('link', 'known')),
  -- The account that the link will verify, or that has the address already; the address is sealed with its key.
  user_id uuid not null,
  email_hash text not null,
  sealed_email text,
  marketing_opt_in boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
  -- Why it was dropped, or why it still waits.
  reason text,
  -- Attempts of which nobody knows whether the mail went out.
  uncertain int not null default 0,
  attempts int not null default 0,
  created_at timestamptz not null,
  due_at timestamptz not null
);
-- Who asked for the mail, so that nobody uses up another's share of what a mailbox gets: the account that has the
-- address, another account (which one stands in asked_by), or a visitor. Null where an event of the ledger did.
alter table vault.mails add column if not exists share text check (share in ('owner', 'account', 'visitor'));
alter table vault.mails add column if not exists asked_by uuid;
create index if not exists mails_due on vault.mails (due_at) where state = 'waiting';
create index if not exists mails_by_address on vault.mails (email_hash, created_at);

-- Links that were mailed, found by the SHA-256 of their token, so that reading this table verifies nothing.
create table if not exists vault.email_tokens (
  token_hash bytea primary key,
  user_id uuid not null references vault.account_keys on delete cascade,
  email_hash text not null,
  sealed_email text not null,
  marketing_opt_in boolean not null,
  expires_at timestamptz not null,
  -- The command that used it: the same request, sent again, gets the same answer.
  used_by uuid
);
create index if not exists email_tokens_by_expiry on vault.email_tokens (expires_at);
create index if not exists email_tokens_by_account on vault.email_tokens (user_id);

-- The addresses in the clear, for admins to search and to export. Made from the sealed ones, and gone with the
-- account's key. The lock, which the read models take too, keeps two from creating the extension at once.
select pg_advisory_xact_lock(3424005);
create extension if not exists pg_trgm schema public;
create table if not exists vault.email_index (
  user_id uuid primary key references vault.account_keys on delete cascade,
  address text not null
);
create index if not exists email_index_by_text on vault.email_index using gin (lower(address) public.gin_trgm_ops);

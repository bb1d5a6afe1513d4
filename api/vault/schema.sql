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

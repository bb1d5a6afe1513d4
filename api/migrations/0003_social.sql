-- What connecting accounts of other platforms needs, in the vault: a system of record of the API, never rebuilt.
create schema if not exists vault;

-- One row for each journey to a platform and back; its first return deletes it, whatever comes of it. The state
-- itself is only in the user's browser.
create table if not exists vault.oauth_states (
  state_hash bytea primary key,
  user_id uuid not null,
  platform text not null,
  code_verifier text not null,
  expires_at timestamptz not null
);
create index if not exists oauth_states_by_expiry on vault.oauth_states (expires_at);

-- The users' own tokens, sealed under each account's own key. `refreshing_until` is a lease: a refresh token may be
-- used once, so only one of all replicas uses it.
create table if not exists vault.social_tokens (
  user_id uuid not null,
  platform text not null,
  sealed text not null,
  expires_at timestamptz not null,
  refreshing_until timestamptz,
  primary key (user_id, platform)
);

-- Codes that users send to the program's own account; at most one for each user and platform.
create table if not exists vault.message_codes (
  user_id uuid not null,
  platform text not null,
  code_hash bytea not null unique,
  wallet_address text not null,
  expires_at timestamptz not null,
  primary key (user_id, platform)
);
create index if not exists message_codes_by_expiry on vault.message_codes (expires_at);

-- Calls made to each platform on each day (UTC), by all replicas together.
create table if not exists vault.social_calls (
  platform text not null,
  day date not null,
  calls integer not null,
  primary key (platform, day)
);

-- What of them one purpose or one account has taken: `posts`, `connect`, `verify`, `<purpose>/<user id>`.
create table if not exists vault.social_shares (
  platform text not null,
  day date not null,
  share text not null,
  calls integer not null,
  primary key (platform, day, share)
);

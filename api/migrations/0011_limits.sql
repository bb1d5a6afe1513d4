-- What callers have asked of all replicas together. Worth nothing after a crash of Postgres, and so not logged.
create schema limits;
create unlogged table limits.taken (
  -- A keyed hash of the limit and the caller.
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);
create index taken_by_expiry on limits.taken (expire);

-- The sums of the whole program after each event of an account that changed one of them: what a moment of the ledger
-- came to is one row away, however many events stand before it.
create table if not exists moments (
  -- The position of the event.
  commit bigint not null,
  prepare bigint not null,
  -- From 1: which row of this table it is.
  number bigint not null,
  user_id uuid not null,
  -- The account's total on the leaderboard before and after the event; null while it has no place there.
  board_before numeric(78, 18),
  board_after numeric(78, 18),
  -- Accounts that are not removed, and those of them that have a place on the leaderboard.
  users bigint not null,
  participants bigint not null,
  -- Balances of the accounts of the program, and the sums over all users' accounts of a class.
  issued numeric(78, 18) not null,
  cleared numeric(78, 18) not null,
  revoked numeric(78, 18) not null,
  reset numeric(78, 18) not null,
  claimable numeric(78, 18) not null,
  claimed numeric(78, 18) not null,
  -- How many users' accounts of the class have a balance.
  with_claimable bigint not null,
  with_claimed bigint not null,
  primary key (commit, prepare)
);

-- Whole copies of the leaderboard, each at a row of `moments`. There is a new one when as many rows have come since the
-- last as the board has places: so all copies together are no more than the rows of `moments`, and the board of any
-- moment is a copy and no more changes than the board has places.
create table if not exists boards (
  number bigint primary key,
  commit bigint not null,
  prepare bigint not null
);

create index if not exists boards_by_position on boards (commit, prepare);

create table if not exists board_places (
  board bigint not null,
  total numeric(78, 18) not null,
  user_id uuid not null,
  primary key (board, total, user_id)
);

-- Who stands where by totalRewards: every account that has a wallet and is not removed.
create table if not exists standings (
  user_id uuid primary key,
  total numeric(78, 18) not null
);

-- Late.
create index if not exists standings_by_total on standings (total, user_id);

-- How many totals begin with which digits, so that a rank costs 19 small index scans instead of a count of all
-- users above. A total is written as 38 digits of base units and cut into 19 pairs. `count` totals begin with
-- `parent` (the pairs before) and go on with the pair `digit`. The pair 00 is never greater than another and is
-- not stored. What has more digits (only in ledgers older than the bounds of a grant) counts as 38 nines.
create table if not exists rank_nodes (
  parent text collate "C" not null check (length(parent) % 2 = 0 and length(parent) < 38),
  digit smallint not null check (digit between 1 and 99),
  count bigint not null check (count >= 0),
  primary key (parent, digit) include (count)
) with (fillfactor = 85);

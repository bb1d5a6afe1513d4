-- Who stands where by totalRewards: every account that has a wallet and is not removed.
create table if not exists standings (
  user_id uuid primary key,
  total numeric(78, 18) not null
);

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

-- 1 + the number of users with a greater total, in O(log n): users above `amount` differ from it first at one of
-- the 19 pairs, where theirs is greater. The few that are 38 nines or more are compared by their totals.
create or replace function rank_of(amount numeric) returns bigint language sql stable parallel safe
begin atomic
  select 1 + coalesce(sum(node.count), 0)::bigint + (
    select count(*) from standings where total > greatest(amount, 99999999999999999999.999999999999999999)
      and amount >= 99999999999999999999.999999999999999999
  )
  from (
         select lpad(
           (least(amount, 99999999999999999999.999999999999999999) * 1000000000000000000)::numeric(38, 0)::text,
           38, '0') as digits
       ) as written,
       generate_series(0, 18) as level,
       lateral (
         select sibling.count
         from rank_nodes as sibling
         where sibling.parent = left(written.digits, level * 2) collate "C"
           and sibling.digit > substr(written.digits, level * 2 + 1, 2)::smallint
       ) as node;
end;

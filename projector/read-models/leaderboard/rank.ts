import { LIVE_SCHEMA } from '../../database.ts';

/** EVO with 38 digits of base units, which are the most that a path of the trie has; see schema.sql. */
const TOP = '99999999999999999999.999999999999999999';

/**
 * SQL for 1 + the number of users with a greater total, in O(log n): users above it differ from it first at one of the
 * 19 pairs of its digits, where theirs is greater. The few that are 38 nines or more are compared by their totals.
 *
 * It stands in the statement itself: as a function of Postgres it costs three times as much, most of that for beginning
 * to run a function. The sum of each pair keeps the planner from reading the trie as a whole.
 * @param total SQL of the total in EVO, which is read several times
 */
export const rankOf = (total: string) => `(
    select 1 + coalesce(sum(greater.count), 0)::bigint + (
      select count(*) from ${LIVE_SCHEMA}.standings as rich
      where rich.total > greatest(${total}, ${TOP}) and ${total} >= ${TOP}
    )
    from (
      select lpad((least(${total}, ${TOP}) * 1000000000000000000)::numeric(38, 0)::text, 38, '0') as digits
      offset 0
    ) as written,
    generate_series(0, 18) as pair,
    lateral (
      select sum(node.count) as count from ${LIVE_SCHEMA}.rank_nodes as node
      where node.parent = left(written.digits, pair * 2) collate "C"
        and node.digit > substr(written.digits, pair * 2 + 1, 2)::smallint
    ) as greater
  )`;

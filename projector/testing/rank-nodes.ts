import type pg from 'pg';

/** Makes the trie of ranks anew from the standings, in the schema of the connection's search path. */
export async function fillRankNodes(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into rank_nodes
     select left(digits, pair * 2), substr(digits, pair * 2 + 1, 2)::smallint, count(*)
     from (select lpad((total * 1000000000000000000)::numeric(38, 0)::text, 38, '0') as digits from standings) as written,
          generate_series(0, 18) as pair
     where substr(digits, pair * 2 + 1, 2) <> '00'
     group by 1, 2`,
  );
}

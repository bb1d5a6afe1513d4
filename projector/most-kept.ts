import type pg from 'pg';

/**
 * Statements that one connection keeps at the most. What is asked with every request is a dozen of them; each mix of
 * writes of a batch is another one, which takes Postgres some 400 kB: 3,000 odd batches made 270 of them and 109 MB, and
 * were written as fast with 64 and 26 MB.
 */
const MOST_KEPT = 64;

/** What pg itself notes of a connection, and has no word for in its types: the texts under the names that are kept. */
type Noted = pg.Connection & { readonly parsedStatements: Record<string, string> };

/**
 * Bounds what a connection keeps: what has not been asked for the longest time is given up.
 * @returns to be told the name of each kept statement, right before it is asked
 */
export function keepingTheNewest(connection: pg.Connection): (name: string) => void {
  const lastAsked = new Set<string>();
  return (name) => {
    lastAsked.delete(name);
    lastAsked.add(name);
    if (lastAsked.size <= MOST_KEPT) return;
    const [oldest = name] = lastAsked;
    lastAsked.delete(oldest);
    // Goes out with the statement that takes its place, and is no error where Postgres does not know the name:
    // https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
    connection.close({ type: 'S', name: oldest }, true);
    delete (connection as Noted).parsedStatements[oldest];
  };
}

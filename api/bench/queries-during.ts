import pg from 'pg';
import type { Query } from '../../projector/bench/plans.ts';

/** The queries that this process sends to Postgres while `act` runs. */
export async function queriesDuring(act: () => Promise<unknown>): Promise<Query[]> {
  const { prototype } = pg.Client;
  const { query } = prototype;
  const sent: Query[] = [];
  function spy(this: pg.Client, ...sending: unknown[]): unknown {
    const [text, values] = sending;
    if (typeof text === 'string') sent.push({ text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(query, this, sending);
  }
  // It passes on whatever it is given, so it is called in all the ways that the original is.
  prototype.query = spy as typeof query;
  try {
    await act();
  } finally {
    prototype.query = query;
  }
  return sent;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connectEventStore } from '../../ledger/event-store.ts';
import type { Launched } from './http/version.ts';

const LOOK_EVERY = 100;
const SAY_EVERY = 60_000;
const LONGEST = 6 * 3_600_000;

/** What was started, how many events its ledger held then, and the seconds from the start until it had had them all. */
export type CaughtUp = { readonly launched: Launched; readonly events: number; readonly seconds: number };

/** @param reachedBy how far it has got; the embedded store counts positions as events */
export async function untilCaughtUp(
  launch: () => Promise<Launched>,
  reachedBy: (launched: Launched) => Promise<number>,
  say: (text: string) => void = () => undefined,
): Promise<CaughtUp> {
  const began = performance.now();
  const launched = await launch();
  const store = connectEventStore(launched.storeUrl);
  try {
    const events = Number((await store.head())?.commit);
    for (let sayAt = SAY_EVERY; ; ) {
      const reached = await reachedBy(launched);
      const took = performance.now() - began;
      if (reached >= events) return { launched, events, seconds: took / 1_000 };
      if (took > LONGEST) throw new Error(`it has got to ${reached} of ${events}`);
      if (took > sayAt) {
        say(`${reached} of ${events} events after ${Math.round(took / 1_000)} s`);
        sayAt += SAY_EVERY;
      }
      await sleep(LOOK_EVERY);
    }
  } catch (error) {
    await launched.stop();
    throw error;
  } finally {
    await store.close();
  }
}

/** How far the slowest process has got, as the program's own metrics say; 0 while they say nothing. */
export async function processed(origin: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', origin))).text();
  const found = [...text.matchAll(/^evo_process_position\{[^}]*\} (\S+)$/gm)];
  return found.length === 0 ? 0 : Math.min(...found.map(([, value]) => Number(value)));
}

/** How far the read models have got, one event less while they are not level, with all that readers want; 0 while there are none. */
export async function projected(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ name: string }>(
    String.raw`select quote_ident(schemaname) as name from pg_tables
               where schemaname like 'read\_v%' and tablename = 'checkpoint'`,
  );
  if (!rows[0]) return 0;
  const { rows: marks } = await pool.query<{ commit: string | null }>(
    `select checkpoint.commit - (case when level_at is null then 1 else 0 end) as commit
     from ${rows[0].name}.checkpoint, ${rows[0].name}.lead`,
  );
  return Number(marks[0]?.commit ?? 0);
}

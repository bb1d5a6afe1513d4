import type { Logger } from 'pino';
import type { Database } from '../../projector/database.ts';
import type { Clock } from './clock.ts';

/** Milliseconds between two looks at the clock of Postgres. */
const LOOK_EVERY = 10_000;
/** A look may be off by half of its way there and back; smaller differences move nothing. */
const TOLERANCE = 250;
/** From here on the machine's own clock is worth a word in the log. */
const WORTH_A_WORD = 5_000;

export type DatabaseClock = { readonly clock: Clock; stop(): void };

export type DatabaseClockOptions = {
  readonly db: Database;
  readonly logger: Logger;
  /** The machine's own: what may leap, and what never does. */
  readonly wall?: () => number;
  readonly monotonic?: () => number;
  readonly lookEvery?: number;
};

/**
 * One clock for all replicas: that of Postgres, looked at every few seconds and carried on in between by the clock of
 * this machine that never leaps. A machine whose time is wrong, or is set while the program runs, issues no challenge
 * that is already over, keeps no link alive for longer, and counts no second check-in of a day. While Postgres does not
 * answer, time goes on as it went.
 */
export async function followDatabaseClock({
  db,
  logger,
  wall = Date.now,
  monotonic = () => performance.now(),
  lookEvery = LOOK_EVERY,
}: DatabaseClockOptions): Promise<DatabaseClock> {
  /** What is to be added to the monotonic clock. */
  let ahead = wall() - monotonic();
  let told = false;
  const look = async () => {
    const asked = monotonic();
    const { rows } = await db.query<{ now: string }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::text as now',
    );
    const answered = monotonic();
    const way = (answered - asked) / 2;
    const found = Number(rows[0]?.now) - (asked + way);
    // An answer that took its time says little.
    if (Math.abs(found - ahead) > TOLERANCE + way) ahead = found;
    const off = Math.round(wall() - (answered + found));
    const isOff = Math.abs(off) > WORTH_A_WORD + way;
    if (isOff && !told)
      logger.warn({ milliseconds: off }, 'the clock of this machine is not that of Postgres');
    told = isOff;
  };
  const tryToLook = () =>
    look().catch((err: unknown) => logger.debug({ err }, 'the clock of Postgres could not be read'));
  await tryToLook();
  const timer = setInterval(tryToLook, lookEvery).unref();
  return { clock: () => Math.round(monotonic() + ahead), stop: () => clearInterval(timer) };
}

import { UuidSet } from './uuid-set.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
/** 1970 began on a Thursday, and a week begins on a Monday. */
const MONDAY_MS = 3 * 24 * 3_600_000;

/** In which weeks which referrers' friends did anything, and in which a friend with a confirmed act did. */
export class ActiveWeeks {
  readonly #any = new UuidSet();
  readonly #confirmed = new UuidSet();

  /** @param time RFC 3339 */
  add(referrerId: string, time: string, isOfConfirmed: boolean): void {
    const week = weekOf(time);
    if (week === undefined) return;
    this.#any.add(referrerId, week);
    if (isOfConfirmed) this.#confirmed.add(referrerId, week);
  }

  /** Whether a friend did anything in the week of the time. */
  hold(referrerId: string, time: string, isOfConfirmed: boolean): boolean {
    const week = weekOf(time);
    return week !== undefined && (isOfConfirmed ? this.#confirmed : this.#any).has(referrerId, week);
  }
}

/** From 0; undefined before 1970, when there was no program. */
function weekOf(time: string): number | undefined {
  const week = Math.floor((Date.parse(time) + MONDAY_MS) / WEEK_MS);
  return week < 0 ? undefined : week;
}

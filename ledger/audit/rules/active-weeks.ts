const WEEK_MS = 7 * 24 * 3_600_000;
/** 1970 began on a Thursday, and a week begins on a Monday. */
const MONDAY_MS = 3 * 24 * 3_600_000;
/** More than there are in ten thousand years. */
const MOST_WEEKS = 1_000_000;

/** By referrer, from which week on and up to which one their friends did anything: one number each. */
export class ActiveWeeks {
  readonly #weeks = new Map<string, number>();

  /** @param time RFC 3339 */
  add(referrerId: string, time: string): void {
    const week = weekOf(time);
    const [first, last] = this.#of(referrerId) ?? [week, week];
    this.#weeks.set(referrerId, Math.min(first, week) * MOST_WEEKS + Math.max(last, week));
  }

  /** Whether the time is not before the first of these weeks, nor behind the last. */
  hold(referrerId: string, time: string): boolean {
    const week = weekOf(time);
    const [first, last] = this.#of(referrerId) ?? [];
    return first !== undefined && last !== undefined && first <= week && week <= last;
  }

  #of(referrerId: string): readonly [number, number] | undefined {
    const known = this.#weeks.get(referrerId);
    return known === undefined ? undefined : [Math.floor(known / MOST_WEEKS), known % MOST_WEEKS];
  }
}

const weekOf = (time: string) => Math.floor((Date.parse(time) + MONDAY_MS) / WEEK_MS);

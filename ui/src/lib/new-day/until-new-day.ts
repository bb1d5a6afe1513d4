const DAY_MS = 24 * 3_600_000;

/** Milliseconds after midnight. */
const FIRST_LOOK = 2_000;
/** For replicas whose clocks differ: asked too early, one of them still tells of yesterday. */
const LATER_LOOKS = [60_000, 600_000] as const;

/**
 * Milliseconds until a page that stays open asks whether there is a new day to be checked in, which begins at midnight
 * UTC. What counts as done may be so since yesterday, and is asked about again.
 * @param now milliseconds since 1970, by the server's clock
 */
export function untilNewDay(now: number, isDone: boolean): number {
  const today = now % DAY_MS;
  const looks = [FIRST_LOOK, ...(isDone ? LATER_LOOKS : [])];
  return (looks.find((look) => look > today) ?? DAY_MS + FIRST_LOOK) - today;
}

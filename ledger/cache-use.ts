/** What a cache takes, for whoever watches the program. Bytes of heap are estimates, good to about a factor of two. */
export type CacheUse = {
  readonly entries: number;
  readonly bytes: number;
  /** It forgets what was used longest ago before it takes more than this, but for the one entry that is in use. */
  readonly mostBytes: number;
};

/** Of several that are told as one. */
export function sumOfUses(uses: readonly CacheUse[]): CacheUse {
  const sum = (of: (use: CacheUse) => number) => uses.reduce((total, use) => total + of(use), 0);
  return {
    entries: sum(({ entries }) => entries),
    bytes: sum(({ bytes }) => bytes),
    mostBytes: sum(({ mostBytes }) => mostBytes),
  };
}

/** The server's clock, as far as its answers tell of it; the clock of this device may be wrong by minutes or a day. */
export type ServerTime = {
  /** Milliseconds since 1970. Before any answer, as this device says. */
  readonly now: () => number;
  /**
   * The server answered.
   * @param date the answer's `Date`, which is cut to the second: https://www.rfc-editor.org/rfc/rfc9110#name-date-origination
   * @param askedAt milliseconds since 1970 by the clock of this device
   */
  readonly heard: (date: string | null, askedAt: number) => void;
};

/** A device that says what the answers say is believed: its clock is put right by no more than they show it to be wrong. */
export function createServerTime(deviceNow: () => number): ServerTime {
  let ahead = 0;
  return {
    now: () => deviceNow() + ahead,
    heard(date, askedAt) {
      const at = Date.parse(date ?? '');
      if (Number.isNaN(at)) return;
      // It was dated between the question and now.
      ahead = Math.min(Math.max(ahead, at - deviceNow()), at + 1_000 - askedAt);
    },
  };
}

export const serverTime = createServerTime(() => Date.now());

/** `YYYY-MM-DD`, in UTC. */
export const serverDay = (): string => new Date(serverTime.now()).toISOString().slice(0, 10);

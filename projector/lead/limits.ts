/** Milliseconds. */
export type LeadLimits = {
  /** Between two signs of life of who leads. */
  readonly beatEvery: number;
  /** Between two attempts of who stands by. */
  readonly tryEvery: number;
  /**
   * Without a sign of life for so long, by the clock of Postgres, who leads is dead or frozen: Postgres ends its
   * connection, and so does whoever stands by. Two seconds more are left until the tenth for the successor's start.
   */
  readonly silentFor: number;
  /** For so long a projector that did not get on leaves the lead to others before it tries again. */
  readonly standAside: number;
  /**
   * For a short transaction with all its waits. A machine that is gone answers nothing, and its connections stay open for
   * a quarter of an hour: who stands by must not wait for that while another Postgres has taken its place.
   */
  readonly patience: number;
};

export const LEAD_LIMITS: LeadLimits = {
  beatEvery: 2_000,
  tryEvery: 1_000,
  silentFor: 6_000,
  standAside: 10_000,
  patience: 30_000,
};

import { LedgerCorrupt, LedgerUnavailable } from './domain-error.ts';
import { pause, systemTiming, type Timing } from './timing.ts';

/** Milliseconds for one command, its retries and its waiting in line included. */
export const TIME_LIMIT_MS = 2_800;
/** Milliseconds for one call of the event store before its outcome counts as unknown. */
export const ATTEMPT_LIMIT_MS = 1_200;

/**
 * The time that one request has, however many commands and reads it takes. The event store's client does not bound
 * its own calls and may wait for ever, so every wait goes through here.
 */
export class Deadline {
  readonly #timing: Timing;
  readonly #at: number;
  readonly #attemptLimit: number;

  /** Both limits in milliseconds from now. */
  constructor(limit = TIME_LIMIT_MS, attemptLimit = ATTEMPT_LIMIT_MS, timing = systemTiming) {
    this.#timing = timing;
    this.#at = timing.now() + limit;
    this.#attemptLimit = attemptLimit;
  }

  get remaining(): number {
    return Math.max(0, this.#at - this.#timing.now());
  }

  get passed(): boolean {
    return this.remaining === 0;
  }

  /**
   * One call, bounded. One that comes back too late is ignored: `signal` asks it to stop, and what it does all the
   * same must change nothing.
   * @throws LedgerUnavailable when the bound is reached
   */
  attempt<Result>(call: (signal: AbortSignal) => Promise<Result>, limit?: number): Promise<Result> {
    const givenUp = new AbortController();
    const bound = Math.min(limit ?? this.#attemptLimit, this.remaining);
    return this.#bounded(
      () => call(givenUp.signal),
      bound,
      undefined,
      () => givenUp.abort(),
    );
  }

  /**
   * As `attempt`, for a call that cannot be asked to stop.
   * @throws LedgerUnavailable when the bound is reached
   */
  once<Result>(call: () => Promise<Result>): Promise<Result> {
    return this.#bounded(call, Math.min(this.#attemptLimit, this.remaining));
  }

  /**
   * As `attempt`, for a wait that may take all the time that is left. `late` is given what comes when nobody waits
   * for it any more.
   */
  wait<Result>(call: () => Promise<Result>, late?: (result: Result) => void): Promise<Result> {
    return this.#bounded(call, this.remaining, late);
  }

  #bounded<Result>(
    call: () => Promise<Result>,
    bound: number,
    late?: (result: Result) => void,
    onGivenUp?: () => void,
  ): Promise<Result> {
    if (bound === 0) return Promise.reject(new LedgerUnavailable(new Error('no time is left')));
    return new Promise((resolve, reject) => {
      let isGivenUp = false;
      const cancel = this.#timing.after(bound, () => {
        isGivenUp = true;
        onGivenUp?.();
        reject(new LedgerUnavailable(new Error(`no answer in ${Math.round(bound)} ms`)));
      });
      call().then(
        (result) => {
          cancel();
          if (isGivenUp) late?.(result);
          else resolve(result);
        },
        (error: unknown) => {
          cancel();
          reject(error);
        },
      );
    });
  }

  /** A read, repeated until it succeeds or time is up. Corruption passes through at once. */
  async read<Result>(call: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.attempt(call);
      } catch (error) {
        if (error instanceof LedgerCorrupt) throw error;
        if (!this.passed) await this.pause(10 * 2 ** Math.min(tries, 5));
        // With what went wrong, not with that there is no time for another try.
        if (this.passed) throw new LedgerUnavailable(error);
      }
    }
  }

  /** Waits for a moment that lies between the half and the whole of so many milliseconds, but never past the end. */
  async pause(milliseconds: number): Promise<void> {
    if (this.passed) throw new LedgerUnavailable();
    const spread = milliseconds * (0.5 + this.#timing.random() / 2);
    await pause(this.#timing, Math.min(spread, this.remaining));
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { LedgerCorrupt, LedgerUnavailable } from './domain-error.ts';

/**
 * The time that one command has. The event store's client does not bound its own appends and may wait for ever,
 * so every call goes through here.
 */
export class Deadline {
  readonly #at: number;
  readonly #attemptLimit: number;

  /** Both in milliseconds from now. */
  constructor(limit: number, attemptLimit: number) {
    this.#at = performance.now() + limit;
    this.#attemptLimit = attemptLimit;
  }

  get remaining(): number {
    return Math.max(0, this.#at - performance.now());
  }

  get passed(): boolean {
    return this.remaining === 0;
  }

  /**
   * One call, bounded. A call that comes back too late is ignored, not cancelled: the client cannot take back
   * what it has sent.
   * @throws LedgerUnavailable when the bound is reached
   */
  attempt<Result>(call: () => Promise<Result>): Promise<Result> {
    if (this.passed) return Promise.reject(new LedgerUnavailable());
    return new Promise((resolve, reject) => {
      const bound = Math.min(this.#attemptLimit, this.remaining);
      const timer = setTimeout(
        () => reject(new LedgerUnavailable(new Error(`no answer in ${bound} ms`))),
        bound,
      );
      call()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
  }

  /** A read, repeated until it succeeds or time is up. Corruption passes through at once. */
  async read(call: () => Promise<void>): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.attempt(call);
      } catch (error) {
        if (error instanceof LedgerCorrupt) throw error;
        if (this.passed) throw new LedgerUnavailable(error);
        await this.pause(10 * 2 ** Math.min(tries, 5));
      }
    }
  }

  /** Waits, but never past the deadline. */
  async pause(milliseconds: number): Promise<void> {
    if (this.passed) throw new LedgerUnavailable();
    await sleep(Math.min(milliseconds, this.remaining));
  }
}

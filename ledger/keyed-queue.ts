import type { Deadline } from './deadline.ts';
import { LedgerUnavailable } from './domain-error.ts';

/** Runs work of one key in order of arrival and work of different keys side by side. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<void>>();

  /** @throws LedgerUnavailable when the turn comes after the deadline; the work was not begun */
  async run<Result>(key: string, deadline: Deadline, work: () => Promise<Result>): Promise<Result> {
    const ahead = this.#tails.get(key);
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    this.#tails.set(key, done);
    try {
      await ahead;
      if (deadline.passed) throw new LedgerUnavailable(new Error(`too many commands wait for ${key}`));
      return await work();
    } finally {
      finish();
      if (this.#tails.get(key) === done) this.#tails.delete(key);
    }
  }
}

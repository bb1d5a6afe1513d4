import type { Deadline } from './deadline.ts';
import { LedgerUnavailable } from './domain-error.ts';
import type { Timing } from './timing.ts';

/** Works of one key that may wait; more are refused at once. */
const MAX_WAITING = 1_000;

type Waiting = { readonly begin: () => void };

/**
 * Runs work of one key in order of arrival and work of different keys side by side. Nobody waits past the own
 * deadline, whatever the one ahead does.
 */
export class KeyedQueue {
  readonly #timing: Timing;
  /** By key, those who wait behind the one whose turn it is. */
  readonly #lines = new Map<string, Set<Waiting>>();

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  /** @throws LedgerUnavailable when the turn does not come in time, or too many wait; the work was not begun */
  async run<Result>(key: string, deadline: Deadline, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(key);
    if (line) await this.#turn(key, line, deadline);
    else this.#lines.set(key, new Set());
    try {
      return await work();
    } finally {
      this.#next(key);
    }
  }

  #turn(key: string, line: Set<Waiting>, deadline: Deadline): Promise<void> {
    if (line.size >= MAX_WAITING) throw tooMany(key);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        begin() {
          cancel();
          resolve();
        },
      };
      const cancel = this.#timing.after(deadline.remaining, () => {
        line.delete(waiting);
        reject(tooMany(key));
      });
      line.add(waiting);
    });
  }

  #next(key: string): void {
    const line = this.#lines.get(key);
    const first = line?.values().next().value;
    if (!line || !first) {
      this.#lines.delete(key);
      return;
    }
    line.delete(first);
    first.begin();
  }
}

function tooMany(key: string): LedgerUnavailable {
  return new LedgerUnavailable(new Error(`too many commands wait for ${key}`));
}

import type { IBreaker } from 'cockatiel';

/** Of how many who asked the failures have to be: a platform may hang for one account, and be well for all others. */
const ASKERS = 2;

/**
 * Opens a circuit after so many failures in a row, unless they are all of one who asked.
 * @param askedBy whose call it is that has just failed
 */
export class FailuresInARow implements IBreaker {
  readonly #limit: number;
  readonly #askedBy: () => unknown;
  state: { failures: number; readonly askers: Set<unknown> } = { failures: 0, askers: new Set() };

  constructor(limit: number, askedBy: () => unknown) {
    this.#limit = limit;
    this.#askedBy = askedBy;
  }

  success(): void {
    this.state = { failures: 0, askers: new Set() };
  }

  failure(): boolean {
    this.state.failures += 1;
    // More of them change nothing.
    if (this.state.askers.size < ASKERS) this.state.askers.add(this.#askedBy());
    return this.state.failures >= this.#limit && this.state.askers.size >= ASKERS;
  }
}

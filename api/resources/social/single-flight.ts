/** Gives callers that come while work of the same key is under way that work's result. */
export class SingleFlight<Result> {
  readonly #flights = new Map<string, Promise<Result>>();

  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const under = this.#flights.get(key);
    if (under) return under;
    const flight = work().finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  /** Once all that is under way now has ended, well or not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#flights.values());
  }
}

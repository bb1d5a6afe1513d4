/**
 * The lanes whose events queue up in the set-aside instead of in memory. A lane is closed only when nothing of it
 * waits there and nothing is on its way there, so that no event of it is told before one that came before it.
 */
export class AsideLanes {
  readonly #lanes = new Map<string, { begun: number; underWay: number }>();

  has(lane: string): boolean {
    return this.#lanes.has(lane);
  }

  get names(): readonly string[] {
    return [...this.#lanes.keys()];
  }

  open(lane: string): void {
    if (!this.#lanes.has(lane)) this.#lanes.set(lane, { begun: 0, underWay: 0 });
  }

  /** Adds an event to the lane; its events come one after the other. */
  async add(lane: string, work: () => Promise<void>): Promise<void> {
    this.open(lane);
    const counts = this.#lanes.get(lane);
    if (!counts) return;
    counts.begun += 1;
    counts.underWay += 1;
    try {
      await work();
    } finally {
      counts.underWay -= 1;
    }
  }

  /**
   * To be taken before a look whether the lane is empty; undefined while something is on its way there: the look may miss
   * that, and be answered after it has arrived.
   */
  mark(lane: string): number | undefined {
    const { begun, underWay } = this.#lanes.get(lane) ?? { begun: 0, underWay: 0 };
    return underWay === 0 ? begun : undefined;
  }

  /** Closes a lane that was found empty, unless something was added since the mark was taken. */
  closeIfEmpty(lane: string, mark: number | undefined): void {
    if (mark !== undefined && this.#lanes.get(lane)?.begun === mark) this.#lanes.delete(lane);
  }
}

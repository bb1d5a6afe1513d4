type Due = { readonly at: number; readonly sequence: number; readonly call: () => void; cancelled: boolean };

/**
 * Virtual time. What is due is called one by one, in the order of its time, then of its scheduling; after each call
 * everything that it set going runs until it waits for the world again. So a run is the same each time.
 */
export class Scheduler {
  #now = 0;
  #sequence = 0;
  readonly #heap: Due[] = [];

  /** Milliseconds since the run began. */
  get now(): number {
    return this.#now;
  }

  /** What it gives takes the call back. */
  after(milliseconds: number, call: () => void): () => void {
    const due: Due = { at: this.#now + milliseconds, sequence: this.#sequence++, call, cancelled: false };
    this.#push(due);
    return () => {
      due.cancelled = true;
    };
  }

  /**
   * Calls until nothing is due or `isOver`.
   * @throws Endless when `limit` calls were not enough
   */
  async run(isOver: () => boolean, limit: number): Promise<void> {
    await settled();
    for (let calls = 0; !isOver(); calls++) {
      const next = this.#pop();
      if (!next) return;
      if (next.cancelled) continue;
      if (calls >= limit) throw new Endless(`it did not come to rest in ${limit} calls`);
      this.#now = next.at;
      next.call();
      await settled();
    }
  }

  #push(due: Due): void {
    const heap = this.#heap;
    let at = heap.push(due) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (!parent || !isBefore(due, parent)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = due;
  }

  #pop(): Due | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      const isRight = left && right && isBefore(right, left);
      const child = isRight ? right : left;
      if (!child || !isBefore(child, last)) break;
      heap[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    heap[at] = last;
    return first;
  }
}

/** The write side never came to rest: something is tried for ever. */
export class Endless extends Error {}

function isBefore(one: Due, other: Due): boolean {
  return one.at !== other.at ? one.at < other.at : one.sequence < other.sequence;
}

/** Resolves when no promise can go on by itself: Node runs all of those before it turns to its next task. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

import { comparePositions, type LedgerPosition } from '../../contracts/ledger-position.ts';
import type { EventStore } from '../event-store.ts';

/** Milliseconds. */
export type StallLimits = {
  /** Between two looks at the head of the ledger. */
  readonly checkEvery: number;
  /** Behind the head and without progress for so long: the subscription is dropped and opened again. */
  readonly resubscribeAfter: number;
  /** And for so long: unhealthy. */
  readonly unhealthyAfter: number;
};

export const STALL_LIMITS: StallLimits = {
  checkEvery: 3_000,
  resubscribeAfter: 10_000,
  unhealthyAfter: 30_000,
};

/** Milliseconds without a look beyond the time for the next: then it is this process that stood still. */
const STOOD_STILL = 5_000;

/**
 * Compares how far who follows the ledger has got with its head: a subscription whose server has silently gone
 * hangs without an error.
 */
export class Watchdog {
  readonly #store: EventStore;
  readonly #limits: StallLimits;
  #head: LedgerPosition | undefined;
  #progressAt = performance.now();
  #begunAt = performance.now();
  /** When this process was last seen to run, while somebody looks again and again. */
  #seenAt: number | undefined;

  constructor(store: EventStore, limits: StallLimits) {
    this.#store = store;
    this.#limits = limits;
  }

  /** Has somebody look again and again, until what it gives is called. */
  watch(look: () => void): () => void {
    this.#seenAt = performance.now();
    const timer = setInterval(() => {
      this.#notice();
      look();
    }, this.#limits.checkEvery);
    return () => {
      clearInterval(timer);
      this.#seenAt = undefined;
    };
  }

  /** The newest position that is known of the ledger. */
  get head(): LedgerPosition | undefined {
    return this.#head;
  }

  /** True when there was something to do, or nobody knew, and nothing was done for too long. */
  get unhealthy(): boolean {
    this.#notice();
    return performance.now() - this.#progressAt > this.#limits.unhealthyAfter;
  }

  /** Nobody had anything to do until now. */
  rested(): void {
    this.#progressAt = performance.now();
  }

  /** A new subscription has its own time to show progress. */
  began(): void {
    this.#begunAt = performance.now();
  }

  progressed(position: LedgerPosition): void {
    this.#progressAt = performance.now();
    if (!this.#head || comparePositions(this.#head, position) < 0) this.#head = position;
  }

  /**
   * Looks at the head. Nothing to do counts as progress; no answer does not.
   * @returns whether who follows is at the head, behind it, or has stood still behind it for too long; `shorter` when
   *   the ledger ends before what was followed of it already
   */
  async look(
    checkpoint: () => LedgerPosition | undefined,
  ): Promise<'level' | 'behind' | 'stalled' | 'shorter'> {
    this.#notice();
    const before = checkpoint();
    const head = await this.#askHead();
    const reached = checkpoint();
    if (head.known && before && (!head.position || comparePositions(head.position, before) < 0)) {
      return 'shorter';
    }
    if (head.known) {
      this.#head = head.position ?? this.#head;
      if (!head.position || (reached && comparePositions(reached, head.position) >= 0)) {
        this.#progressAt = performance.now();
        return 'level';
      }
    }
    const idleFor = performance.now() - Math.max(this.#progressAt, this.#begunAt);
    return idleFor > this.#limits.resubscribeAfter ? 'stalled' : 'behind';
  }

  /** While this process stood still nothing could get on; what it followed and who it asks had no time to show that they do. */
  #notice(): void {
    if (this.#seenAt === undefined) return;
    const now = performance.now();
    const unseen = now - this.#seenAt;
    this.#seenAt = now;
    if (unseen <= this.#limits.checkEvery + STOOD_STILL) return;
    this.#progressAt = Math.min(now, this.#progressAt + unseen);
    this.#begunAt = Math.min(now, this.#begunAt + unseen);
  }

  async #askHead(): Promise<{ known: true; position: LedgerPosition | undefined } | { known: false }> {
    const { promise: tooLate, resolve } = Promise.withResolvers<{ known: false }>();
    const timer = setTimeout(() => resolve({ known: false }), this.#limits.resubscribeAfter);
    const asked = this.#store.head().then(
      (position) => ({ known: true, position }) as const,
      () => ({ known: false }) as const,
    );
    return Promise.race([asked, tooLate]).finally(() => clearTimeout(timer));
  }
}

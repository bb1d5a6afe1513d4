import type { Timing } from '../../timing.ts';
import { nextCall } from './errand.ts';
import type { Chance } from './random.ts';
import type { Scheduler } from './scheduler.ts';

/**
 * One start of a replica. Everything that it waits for comes through here: once it is over nothing comes any more, so
 * that nothing of it goes on; while it stands still, what comes waits.
 */
export class Life {
  readonly #scheduler: Scheduler;
  #isOver = false;
  #wakesAt = 0;
  readonly #endings: (() => void)[] = [];

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const ending of this.#endings) ending();
  }

  /** What the rest of the world notices of its end. */
  onEnd(ending: () => void): void {
    if (this.#isOver) ending();
    else this.#endings.push(ending);
  }

  standStill(milliseconds: number): void {
    this.#wakesAt = Math.max(this.#wakesAt, this.#scheduler.now + milliseconds);
  }

  /** Calls inside the replica after so many milliseconds; what it gives takes the call back. */
  after(milliseconds: number, call: () => void): () => void {
    let isCancelled = false;
    const deliver = () => {
      if (this.#isOver || isCancelled) return;
      const asleep = this.#wakesAt - this.#scheduler.now;
      if (asleep > 0) this.#scheduler.after(asleep, deliver);
      else call();
    };
    const cancel = this.#scheduler.after(milliseconds, deliver);
    return () => {
      isCancelled = true;
      cancel();
    };
  }

  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(milliseconds, resolve);
    });
  }

  timing(chance: Chance): Timing {
    return {
      now: () => this.#scheduler.now,
      after: (milliseconds, call) => this.after(milliseconds, call),
      random: () => chance.of(nextCall('random')),
    };
  }
}

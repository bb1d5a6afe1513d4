import type { Life } from './life.ts';
import type { CallFault, Luck, Weakness } from './luck.ts';
import type { MemoryLog } from './memory-log.ts';
import type { Chance } from './random.ts';
import { Scheduler } from './scheduler.ts';

/** When the runs begin, by the clock of the world. */
export const EPOCH = Date.parse('2026-03-01T09:00:00.000Z');

/** What all replicas share: time, chance, luck, and the record of what happened. */
export class World {
  readonly chance: Chance;
  readonly scheduler = new Scheduler();
  readonly trace: string[] = [];
  readonly #luck: Luck;
  /** Errands that were served a stale read. */
  readonly #past = new Set<string>();
  readonly #watchers = new Set<() => void>();
  /** By life, how much of the ledger its connection shows while it is to a deposed leader. */
  readonly #deposed = new Map<Life, number>();

  readonly weaknesses: ReadonlySet<Weakness>;
  /** The store answers a retry that overlaps its original with an error. */
  readonly dropsEarlyRetries: boolean;

  constructor(chance: Chance, luck: Luck, weaknesses: ReadonlySet<Weakness>, dropsEarlyRetries = false) {
    this.dropsEarlyRetries = dropsEarlyRetries;
    this.chance = chance;
    this.#luck = luck;
    this.weaknesses = weaknesses;
  }

  get now(): number {
    return this.scheduler.now;
  }

  /** RFC 3339, by a clock that is so many milliseconds ahead. */
  clock(ahead = 0): string {
    return new Date(EPOCH + Math.floor(this.now) + ahead).toISOString();
  }

  note(line: string): void {
    this.trace.push(`${this.now.toFixed(1)} ${line}`);
  }

  faultOf(call: string, possible: readonly [CallFault, ...CallFault[]], likely = 1): CallFault | undefined {
    const fault = this.#luck.faultOf(call, possible, likely);
    if (fault) this.note(`${call}: ${fault}`);
    return fault;
  }

  after(milliseconds: number, call: () => void): () => void {
    return this.scheduler.after(milliseconds, call);
  }

  /** Milliseconds of a call's way there and back: mostly a few, sometimes a quarter of a second. */
  latency(call: string): readonly [number, number] {
    const one = (name: string) => {
      const drawn = this.chance.of(name);
      return drawn < 0.97 ? 0.3 + drawn * 3 : (drawn - 0.97) * 8_000;
    };
    return [one(`out/${call}`), one(`back/${call}`)];
  }

  /** Milliseconds that outlast one attempt, and often a whole command. */
  long(call: string): number {
    return 200 + this.chance.of(`long/${call}`) ** 2 * 9_000;
  }

  depose(life: Life, shown: number | undefined): void {
    if (shown === undefined) this.#deposed.delete(life);
    else this.#deposed.set(life, shown);
  }

  /** An errand has read what the ledger was a while ago. */
  showPast(errand: string): void {
    this.#past.add(errand);
  }

  sawThePast(errand: string): boolean {
    return this.#past.has(errand);
  }

  /** How many of the ledger's first events the connection shows. */
  visibleTo(life: Life, length: number): number {
    return this.#deposed.get(life) ?? length;
  }

  /** Resolves in the replica a moment after the log has more events than so many, or `signal` fires. */
  async moreThan(log: MemoryLog, count: number, life: Life, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.visibleTo(life, log.landed.length) <= count) {
      await new Promise<void>((resolve) => {
        const look = () => {
          this.#watchers.delete(look);
          signal.removeEventListener('abort', look);
          life.after(1, resolve);
        };
        this.#watchers.add(look);
        signal.addEventListener('abort', look);
      });
    }
  }

  /** Something that others may wait for has changed. */
  tellWatchers(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}

import type { Frame } from '../wire/frame.ts';

export type TailEvent = { readonly position: number; readonly stream: string; readonly frame: Frame };

/** So many of the newest events stay in memory for those who follow live, unless they are very large. */
const MAX_EVENTS = 4_096;
const MAX_BYTES = 16 * 1024 * 1024;

/** The newest committed events, and those who wait for more. */
export class Tail {
  /** Position of the newest committed event, 0 when there is none. */
  head: number;
  private events: TailEvent[] = [];
  private bytes = 0;
  private readonly ofAll = new Set<() => void>();
  private readonly ofStream = new Map<string, Set<() => void>>();

  constructor(head: number) {
    this.head = head;
  }

  /** How many wait for more. */
  get watchers(): number {
    let count = this.ofAll.size;
    for (const ofOne of this.ofStream.values()) count += ofOne.size;
    return count;
  }

  /** Events after `position` if all of them are still here, at most `limit`; undefined: read the file. */
  after(position: number, limit: number): readonly TailEvent[] | undefined {
    const first = this.events[0];
    if (!first || position + 1 < first.position) return undefined;
    // Positions have no holes, so an index follows from a position.
    const start = position + 1 - first.position;
    return this.events.slice(start, start + limit);
  }

  /** Takes over events that were just committed and wakes those who wait for them. */
  publish(events: readonly TailEvent[]): void {
    const newest = events.at(-1);
    if (!newest) return;
    this.head = newest.position;
    for (const event of events) {
      this.events.push(event);
      this.bytes += event.frame.length;
    }
    this.trim();
    for (const wake of this.ofAll) wake();
    if (this.ofStream.size > 0) this.wakeStreams(events);
  }

  /** Calls `wake` after every commit, until the returned function is called. */
  watchAll(wake: () => void): () => void {
    this.ofAll.add(wake);
    return () => this.ofAll.delete(wake);
  }

  /** Calls `wake` after every commit with an event of the stream. */
  watchStream(name: string, wake: () => void): () => void {
    const watchers = this.ofStream.get(name) ?? new Set();
    this.ofStream.set(name, watchers.add(wake));
    return () => {
      watchers.delete(wake);
      if (watchers.size === 0) this.ofStream.delete(name);
    };
  }

  private wakeStreams(events: readonly TailEvent[]): void {
    for (const name of new Set(events.map((event) => event.stream))) {
      for (const wake of this.ofStream.get(name) ?? []) wake();
    }
  }

  /** Trims rarely and by halves: shifting an array at each event would cost more than the rest. */
  private trim(): void {
    if (this.events.length <= 2 * MAX_EVENTS && this.bytes <= 2 * MAX_BYTES) return;
    let keep = 0;
    let bytes = 0;
    for (const event of this.events.toReversed()) {
      bytes += event.frame.length;
      if (keep >= MAX_EVENTS || bytes > MAX_BYTES) break;
      keep++;
    }
    this.events = this.events.slice(this.events.length - keep);
    this.bytes = this.events.reduce((sum, event) => sum + event.frame.length, 0);
  }
}

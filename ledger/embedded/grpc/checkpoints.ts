import { atEvent, BEFORE_ALL, beforeEvent, type Place } from './all-position.ts';

/** EventStoreDB reads pages of so many events that match, at the most. */
const PAGE = 32;

/**
 * When a filtered subscription is told how far it has got, as EventStoreDB 24.10 tells it. While it catches up, the log
 * is looked at in pages of `window` events; a checkpoint names the newest event that was sent, or where its page begins
 * if that is further on: a place without an event has the prepare position 0, and that before all events is 2^64 − 1.
 * A checkpoint is never ahead of an event that is still to be sent.
 */
export class Checkpoints {
  private readonly send: (place: Place) => void;
  private readonly window: number;
  private readonly interval: number;
  /** The newest event or checkpoint that was sent. */
  private newest: Place;
  private told: Place | undefined;
  private pageStart: Place;
  private nextPageStart: Place | undefined;
  private inPage = 0;
  private matched = 0;
  private considered = 0;
  private live = 0;

  /** @param interval a checkpoint at least after so many events that were looked at */
  constructor(
    { window, interval, from }: { window: number; interval: number; from: Place },
    send: (place: Place) => void,
  ) {
    this.send = send;
    this.window = window;
    this.interval = interval;
    this.newest = from;
    this.pageStart = from;
  }

  /** The event at this position was looked at while catching up, and sent if it matches. */
  caughtUpWith(position: number, isMatch: boolean): void {
    if (this.nextPageStart !== undefined) this.pageStart = this.nextPageStart;
    this.nextPageStart = undefined;
    this.inPage++;
    if (isMatch) {
      this.newest = atEvent(position);
      this.matched++;
    }
    if (this.inPage < this.window && this.matched < PAGE) return;
    this.considered += this.inPage;
    this.inPage = 0;
    this.matched = 0;
    if (this.considered >= this.interval) {
      this.considered %= this.interval;
      this.tell(this.pageStart);
    }
    this.nextPageStart = beforeEvent(position + 1);
  }

  /** All was looked at: what comes from now on is live. */
  caughtUp(): void {
    this.tell(this.pageStart);
    this.inPage = 0;
    this.matched = 0;
    this.considered = 0;
  }

  /** The event at this position was looked at as it was appended. */
  liveWith(position: number, isMatch: boolean): void {
    if (isMatch) this.newest = atEvent(position);
    if (++this.live < this.interval) return;
    this.live = 0;
    this.tell(atEvent(position));
  }

  /** Events were appended faster than they could be sent: the log is read again from here. */
  fellBehind(): void {
    this.tell(this.newest);
    this.pageStart = this.newest;
    this.nextPageStart = undefined;
  }

  private tell(place: Place): void {
    this.newest = Math.max(this.newest, place);
    // The first of all, 2^64 − 1, is higher than any that follows: no other is sent after it.
    if (this.told === BEFORE_ALL || (this.told !== undefined && this.newest <= this.told)) return;
    this.told = this.newest;
    this.send(this.newest);
  }
}

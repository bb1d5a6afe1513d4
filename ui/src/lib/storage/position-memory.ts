import type { PositionMemory } from '../api/ledger-sync.ts';
import { read, remove, write } from './browser-storage.ts';

const KEY = 'ledgerPosition';

/** Milliseconds: no position is asked for longer, for a ledger that was restored from a backup may never reach it. */
const GOOD_FOR_MS = 10 * 60_000;

/** The newest position that somebody's own act reached, for all tabs of this browser, and for a page that is loaded again. */
export function positionMemory(now: () => number): PositionMemory {
  return {
    recall() {
      const [position, at] = read(KEY)?.split(' ') ?? [];
      return Math.abs(now() - Number(at)) < GOOD_FOR_MS ? position : undefined;
    },
    keep(position) {
      if (position === undefined) remove(KEY);
      else write(KEY, `${position} ${now()}`);
    },
  };
}

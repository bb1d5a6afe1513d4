import { comparePositions, parsePosition } from '../../../../contracts/ledger-position.ts';

/**
 * What this browser knows about the ledger: the newest position that one of its own commands reached, which
 * every later read sends back so that it never shows a balance from before the command; and whether the last
 * read had to answer before the read models got there.
 */
export type LedgerSync = {
  readonly position: () => string | undefined;
  readonly reached: (position: string) => void;
  /** The newest command of this browser was answered; undefined where the answer names no position. */
  readonly acted: (position: string | undefined) => void;
  readonly ownAct: () => string | undefined;
  /** Milliseconds since 1970: whatever was answered from then on may be from before the command. Undefined: nothing. */
  readonly laggingSince: () => number | undefined;
  readonly answered: (lagging: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly forget: () => void;
};

export function createLedgerSync(): LedgerSync {
  let newest: string | undefined;
  let own: string | undefined;
  let since: number | undefined;
  const listeners = new Set<() => void>();

  function setLagging(next: boolean): void {
    if (next === (since !== undefined)) return;
    since = next ? Date.now() : undefined;
    for (const listener of listeners) listener();
  }

  function reached(position: string): void {
    if (newest === undefined || isAfter(position, newest)) newest = position;
  }

  return {
    position: () => newest,
    reached,
    acted(position) {
      own = position;
      if (position !== undefined) reached(position);
    },
    ownAct: () => own,
    laggingSince: () => since,
    answered: setLagging,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    forget() {
      newest = undefined;
      own = undefined;
      setLagging(false);
    },
  };
}

function isAfter(text: string, than: string): boolean {
  const [a, b] = [parsePosition(text), parsePosition(than)];
  return a !== undefined && (b === undefined || comparePositions(a, b) > 0);
}

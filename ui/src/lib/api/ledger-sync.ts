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

/** What outlives the page, and is the same in all tabs of a browser. */
export type PositionMemory = {
  readonly recall: () => string | undefined;
  /** Undefined: there is none any more. */
  readonly keep: (position: string | undefined) => void;
};

/** @param memory none: a page that is loaded again knows nothing of what was done before */
export function createLedgerSync(memory?: PositionMemory): LedgerSync {
  let newest: string | undefined;
  let own: string | undefined;
  let since: number | undefined;
  const listeners = new Set<() => void>();

  function setLagging(next: boolean): void {
    if (next === (since !== undefined)) return;
    since = next ? Date.now() : undefined;
    for (const listener of listeners) listener();
  }

  function position(): string | undefined {
    const kept = memory?.recall();
    return kept !== undefined && isAfter(kept, newest) ? kept : newest;
  }

  function reached(next: string): void {
    if (!isAfter(next, position())) return;
    newest = next;
    memory?.keep(next);
  }

  return {
    position,
    reached,
    acted(next) {
      own = next;
      if (next !== undefined) reached(next);
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
      memory?.keep(undefined);
      setLagging(false);
    },
  };
}

function isAfter(text: string, than: string | undefined): boolean {
  const a = parsePosition(text);
  const b = than === undefined ? undefined : parsePosition(than);
  return a !== undefined && (b === undefined || comparePositions(a, b) > 0);
}

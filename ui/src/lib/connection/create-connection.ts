/** Whether the server answers; and where it does not, whether that is this device's doing. */
export type ConnectionState = 'reachable' | 'offline' | 'unreachable';

export type ConnectionParts = {
  /** One small question to the server: whether an answer came. */
  readonly probe: () => Promise<boolean>;
  /** What the browser thinks. It is no proof: a server on the same machine answers without any network. */
  readonly hasNetwork: () => boolean;
  /** From 0 to 1. */
  readonly random: () => number;
};

export type Connection = {
  readonly state: () => ConnectionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks the server now. Call it when a call got no answer, when the network comes or goes, and for Retry. */
  readonly look: () => Promise<void>;
  /** Calls each time the server answers again after it did not. */
  readonly whenReachable: (listener: () => void) => () => void;
};

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Tells a server that is away from one call that failed: only an unanswered probe counts. While it is away it is asked
 * at growing intervals, each a quarter more or less, so that the pages that lost it together do not all come back in
 * the same moment.
 */
export function createConnection({ probe, hasNetwork, random }: ConnectionParts): Connection {
  let state: ConnectionState = 'reachable';
  let looking: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Looks in a row after which it is to look again. */
  let doubts = 0;
  const listeners = new Set<() => void>();
  const waiting = new Set<() => void>();

  function become(next: ConnectionState): void {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
    if (next === 'reachable') for (const listener of waiting) listener();
  }

  async function ask(): Promise<void> {
    clearTimeout(timer);
    const isAnswered = await probe();
    const isSettled = isAnswered && hasNetwork();
    // A server may answer for a moment after the browser has said that there is no network.
    if (!isSettled) timer = setTimeout(look, pauseAfter(doubts, random()));
    doubts = isSettled ? 0 : doubts + 1;
    become(isAnswered ? 'reachable' : hasNetwork() ? 'unreachable' : 'offline');
  }

  function look(): Promise<void> {
    looking ??= ask().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return { state: () => state, subscribe: addTo(listeners), look, whenReachable: addTo(waiting) };
}

function pauseAfter(doubts: number, random: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** doubts) * (0.75 + random / 2);
}

const addTo = (listeners: Set<() => void>) => (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

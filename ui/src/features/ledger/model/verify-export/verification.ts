import type { VerifyProgress, VerifyReply, VerifyRequest } from './protocol.ts';
import type { Verdict } from './verify-lines.ts';

/** What the page knows of a check that it has begun. Times are milliseconds. */
export type Verification =
  | { readonly status: 'idle' }
  | {
      readonly status: 'running';
      readonly what: string;
      readonly progress: VerifyProgress;
      readonly elapsed: number;
      /** Of an export from the program: as many as it said to have. */
      readonly expectedEvents: number | undefined;
    }
  | {
      readonly status: 'done';
      readonly what: string;
      readonly verdict: Verdict;
      readonly elapsed: number;
    };

export type Verifier = {
  readonly state: () => Verification;
  readonly subscribe: (listener: () => void) => () => void;
  /** Begins a check; one that is under way is given up. @param what the export in words */
  readonly start: (what: string, request: VerifyRequest, expectedEvents?: number) => void;
  readonly cancel: () => void;
};

/** The part of a `Worker` that is used. */
export type VerifyWorker = Pick<Worker, 'postMessage' | 'terminate'> & {
  onmessage: ((event: MessageEvent<VerifyReply>) => unknown) | null;
  onerror: ((event: ErrorEvent) => unknown) | null;
};

/** One check at a time, in a worker of its own, which is ended with it. @param now milliseconds, of any clock */
export function createVerifier(openWorker: () => VerifyWorker, now: () => number): Verifier {
  let state: Verification = { status: 'idle' };
  let worker: VerifyWorker | undefined;
  const listeners = new Set<() => void>();

  function set(next: Verification): void {
    state = next;
    for (const listener of listeners) listener();
  }
  function stop(): void {
    worker?.terminate();
    worker = undefined;
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start(what, request, expectedEvents) {
      stop();
      const begun = now();
      const mine = openWorker();
      worker = mine;
      const elapsed = () => now() - begun;
      const finish = (verdict: Verdict): void => {
        // Of a check that was given up nothing counts any more.
        if (worker !== mine) return;
        stop();
        set({ status: 'done', what, verdict, elapsed: elapsed() });
      };
      mine.onmessage = ({ data }) => {
        if (data.kind !== 'progress') return finish(data);
        if (worker !== mine) return;
        set({ status: 'running', what, progress: data.progress, elapsed: elapsed(), expectedEvents });
      };
      mine.onerror = (event) => {
        finish({ kind: 'unreadable', why: event.message || 'The check could not be started.' });
      };
      const progress = { events: 0, bytes: 0, totalBytes: undefined };
      set({ status: 'running', what, progress, elapsed: 0, expectedEvents });
      mine.postMessage(request);
    },
    cancel() {
      stop();
      set({ status: 'idle' });
    },
  };
}

export type Pace = {
  readonly eventsPerSecond: number;
  /** From 0 to 1; undefined where nobody knows how much there is. */
  readonly share: number | undefined;
  readonly secondsLeft: number | undefined;
};

/** Too early a guess is none. */
const GUESS_FROM_MS = 500;

export function paceOf({
  progress: { events, bytes, totalBytes },
  elapsed,
  expectedEvents,
}: Pick<Extract<Verification, { status: 'running' }>, 'progress' | 'elapsed' | 'expectedEvents'>): Pace {
  const share = totalBytes ? bytes / totalBytes : expectedEvents ? events / expectedEvents : undefined;
  const capped = share === undefined ? undefined : Math.min(1, share);
  const isEarly = elapsed < GUESS_FROM_MS || !capped;
  return {
    eventsPerSecond: elapsed > 0 ? (events * 1_000) / elapsed : 0,
    share: capped,
    secondsLeft: isEarly ? undefined : (elapsed * (1 - capped)) / capped / 1_000,
  };
}

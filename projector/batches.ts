import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** At most one batch each `every` milliseconds in the long run, and `burst` at once after a rest. */
export type Pace = { readonly every: number; readonly burst: number };

/**
 * Groups what a source yields: a batch is whatever has arrived while the consumer worked on the one before, up to
 * `max`. So a lone item goes out at once, and the more there is to do the larger the batches grow; with a pace, they are
 * fewer and larger still: who hurries for each of many costs all of them more time than it saves one. The source is
 * read ahead by one full batch and then waits. When it fails, what came before still goes out first. `signal` ends
 * it at once, also when the source hangs.
 */
export async function* batches<Item>(
  source: AsyncIterable<Item>,
  { max, signal, pace }: { readonly max: number; readonly signal: AbortSignal; readonly pace?: Pace },
): AsyncGenerator<Item[]> {
  const arrived: Item[] = [];
  let ended = false;
  let left = false;
  let failure: { readonly error: unknown } | undefined;
  let arrival = Promise.withResolvers<void>();
  let room = Promise.withResolvers<void>();

  const read = async () => {
    for await (const item of source) {
      arrived.push(item);
      arrival.resolve();
      while (arrived.length >= 2 * max && !signal.aborted && !left) await room.promise;
      if (signal.aborted || left) return;
    }
  };
  void read()
    .catch((error: unknown) => {
      failure = { error };
    })
    .finally(() => {
      ended = true;
      arrival.resolve();
    });

  const stop = () => {
    ended = true;
    arrival.resolve();
    room.resolve();
  };
  signal.addEventListener('abort', stop, { once: true });

  const inPace = pace && keepPace(pace, signal);
  try {
    while (!signal.aborted) {
      await arrival.promise;
      // What came in the same moment goes with it.
      await turn();
      if (inPace && !ended && arrived.length < max) await inPace();
      if (signal.aborted) return;
      if (arrived.length === 0) {
        if (failure) throw failure.error;
        return;
      }
      const batch = arrived.splice(0, max);
      if (arrived.length === 0 && !ended) arrival = Promise.withResolvers();
      room.resolve();
      room = Promise.withResolvers();
      yield batch;
    }
  } finally {
    left = true;
    signal.removeEventListener('abort', stop);
    room.resolve();
  }
}

/** Resolves when the next may go, or `signal` fires. */
function keepPace({ every, burst }: Pace, signal: AbortSignal): () => Promise<void> {
  // When the last would go had all gone in the same distance.
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = performance.now();
    const next = Math.max(last + every, now - every * (burst - 1));
    last = next;
    if (next > now) await sleep(next - now, undefined, { signal }).catch(() => undefined);
  };
}

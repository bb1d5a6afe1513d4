import { setImmediate as turn } from 'node:timers/promises';

/**
 * Groups what a source yields: a batch is whatever has arrived while the consumer worked on the one before, up to
 * `max`. So a lone item goes out at once, and the more there is to do the larger the batches grow. The source is
 * read ahead by one full batch and then waits. When it fails, what came before still goes out first. `signal` ends
 * it at once, also when the source hangs.
 */
export async function* batches<Item>(
  source: AsyncIterable<Item>,
  { max, signal }: { readonly max: number; readonly signal: AbortSignal },
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

  try {
    while (!signal.aborted) {
      await arrival.promise;
      // What came in the same moment goes with it.
      await turn();
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

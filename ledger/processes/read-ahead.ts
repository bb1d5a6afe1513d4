export type ReadAhead<Item> = {
  /** Items that have come and are not given yet; then the source waits. */
  readonly most: number;
  /** Items that stay behind what is given, until `isLevel`: an old item is given with those in sight that came after it. */
  readonly margin: number;
  readonly isLevel: () => boolean;
  /** Resolves a moment later: when nothing has come in it, what is there is given. */
  readonly aMoment: () => Promise<void>;
  /** Is shown each item as it arrives, before it is given. */
  readonly show: (item: Item) => void;
};

/**
 * Gives what a source gives, in its order, and reads on meanwhile. When the source fails, what came before is given first.
 * Whoever leaves early has to end the source.
 */
export async function* readAhead<Item>(
  source: AsyncIterable<Item>,
  { most, margin, isLevel, aMoment, show }: ReadAhead<Item>,
): AsyncGenerator<Item> {
  let arrived: Item[] = [];
  let ended = false;
  let left = false;
  let failure: { readonly error: unknown } | undefined;
  let news = Promise.withResolvers<void>();
  let room = Promise.withResolvers<void>();
  let crowd = Promise.withResolvers<void>();

  const read = async () => {
    for await (const item of source) {
      if (left) return;
      show(item);
      arrived.push(item);
      news.resolve();
      if (arrived.length > 2 * margin) crowd.resolve();
      while (arrived.length >= most && !left) await room.promise;
    }
  };
  void read()
    .catch((error: unknown) => {
      failure = { error };
    })
    .finally(() => {
      ended = true;
      news.resolve();
      crowd.resolve();
    });
  /** How many may be given now. */
  const due = async (): Promise<number> => {
    while (!ended && !isLevel() && arrived.length <= 2 * margin) {
      const before = arrived.length;
      crowd = Promise.withResolvers();
      await Promise.race([crowd.promise, aMoment()]);
      if (arrived.length === before) return before;
    }
    return ended || isLevel() ? arrived.length : arrived.length - margin;
  };

  try {
    for (;;) {
      await news.promise;
      const count = await due();
      // In turns, so that neither end of the line is moved for each item.
      const given = arrived.slice(0, count);
      arrived = arrived.slice(count);
      if (arrived.length === 0 && !ended) news = Promise.withResolvers();
      room.resolve();
      room = Promise.withResolvers();
      yield* given;
      if (ended && arrived.length === 0) break;
    }
    if (failure) throw failure.error;
  } finally {
    left = true;
    room.resolve();
  }
}

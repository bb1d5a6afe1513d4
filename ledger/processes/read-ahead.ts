/**
 * Gives what a source gives, in its order, and reads on meanwhile: each item is shown as it arrives, up to `most` items
 * before it is given. When the source fails, what came before is given first. Whoever leaves early has to end the source.
 */
export async function* readAhead<Item>(
  source: AsyncIterable<Item>,
  most: number,
  show: (item: Item) => void,
): AsyncGenerator<Item> {
  let arrived: Item[] = [];
  let ended = false;
  let left = false;
  let failure: { readonly error: unknown } | undefined;
  let news = Promise.withResolvers<void>();
  let room = Promise.withResolvers<void>();

  const read = async () => {
    for await (const item of source) {
      if (left) return;
      show(item);
      arrived.push(item);
      news.resolve();
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
    });

  try {
    for (;;) {
      await news.promise;
      if (!ended) news = Promise.withResolvers();
      // In turns, so that neither end of the line is moved for each item.
      const given = arrived;
      arrived = [];
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

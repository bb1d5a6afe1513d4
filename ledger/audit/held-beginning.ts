import { isDeepStrictEqual } from 'node:util';
import type { ExportedEvent } from '../proof/audit/exported-event.ts';
import type { LedgerSource } from './sources/source.ts';

/**
 * How many events of a ledger a store holds, as an import leaves them that was cut off: its first ones, in their order
 * and to the letter, and nothing else.
 * @returns undefined where it holds something else
 * @throws CannotRead
 */
export async function countHeldBeginning(
  store: LedgerSource,
  ledger: LedgerSource,
): Promise<number | undefined> {
  const wanted = eventsOf(ledger);
  let held = 0;
  try {
    for await (const event of eventsOf(store)) {
      const next = await wanted.next();
      if (next.done || !isDeepStrictEqual(asImported(event), asImported(next.value))) return undefined;
      held += 1;
    }
  } finally {
    await wanted.return();
  }
  return held;
}

async function* eventsOf(source: LedgerSource): AsyncGenerator<ExportedEvent, void> {
  for await (const page of source.pages()) yield* page;
}

/** Position and time of writing are a store's own. */
function asImported({ id, type, stream, revision, data, metadata }: ExportedEvent) {
  return { id, type, stream, revision, data, metadata };
}

import { countEntries, findNewestSeal } from '../../projector/read-models/log/queries.ts';
import { orNothing } from '../http/or-nothing.ts';
import type { Parts } from '../http/serve.ts';
import { readNotaryStatus } from './status.ts';
import { REFUSALS, readWitnesses, refusalOf, witnessKey } from './witnesses.ts';

/** What `/metrics` says of the seals, by what all replicas have written down. */
export async function setSealMetrics({ metrics, pool, config }: Parts): Promise<void> {
  const { notaryHalted, sealedEvents, loggedEvents, witnessRefuses, witnessSize } = metrics;
  const read = Promise.all([
    readNotaryStatus(pool),
    findNewestSeal(pool),
    countEntries(pool),
    readWitnesses(pool),
  ]);
  const found = await orNothing(read);
  if (!found) return;
  const [status, newest, events, witnesses] = found;
  notaryHalted.set(status?.state === 'halted' ? 1 : 0);
  sealedEvents.set(newest?.size ?? 0);
  loggedEvents.set(events);
  for (const witness of config.notary.witnesses) {
    const row = witnesses.get(witnessKey(witness));
    const labels = { witness: witness.key.name };
    const why = row && refusalOf(row);
    for (const one of REFUSALS) witnessRefuses.set({ ...labels, why: one }, why === one ? 1 : 0);
    witnessSize.set(labels, row?.size ?? 0);
  }
}

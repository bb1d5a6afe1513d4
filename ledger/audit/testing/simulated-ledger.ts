import { formatPosition } from '../../../contracts/ledger-position.ts';
import type { StoredEvent } from '../../envelope.ts';
import type { ExportedEvent } from '../../proof/audit/exported-event.ts';
import { planOf } from '../../simulation/plan.ts';
import { simulate } from '../../simulation/simulate.ts';

/**
 * A mixed ledger as the real handler, deciders and processes write it on two replicas: accounts and referrals, tasks,
 * claims, admins, mass acts and their undoing, raffles with their prizes. The same seed is the same ledger.
 */
export async function simulatedLedger(seed: number, steps: number): Promise<readonly ExportedEvent[]> {
  const plan = { ...planOf(seed, steps), replicas: 2, callFaults: { rate: 0 }, replicaFaults: [] };
  const { ledger, violation } = await simulate(plan);
  if (violation !== undefined) throw new Error(`seed ${seed} makes no sound ledger: ${violation}`);
  return ledger.map(exported);
}

/**
 * The first of such ledgers that holds every one of these types: what a seed makes changes with the workload.
 * @throws Error when none of a hundred does
 */
export async function mixedLedger(
  types: readonly string[],
  steps: number,
): Promise<readonly ExportedEvent[]> {
  for (let seed = 1; seed <= 100; seed++) {
    const ledger = await simulatedLedger(seed, steps);
    const held = new Set(ledger.map(({ type }) => type));
    if (types.every((type) => held.has(type))) return ledger;
  }
  throw new Error(`no seed makes a ledger of ${types.join(', ')}`);
}

export function exported({
  position,
  id,
  type,
  stream,
  revision,
  data,
  metadata,
  written,
}: StoredEvent): ExportedEvent {
  const place = { position: formatPosition(position), id, type, stream, revision: Number(revision) };
  return { ...place, data, metadata, ...written };
}

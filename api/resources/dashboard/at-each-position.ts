import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { gather } from '../../../projector/gather.ts';
import type { PositionGate } from '../../../projector/position-gate.ts';

/** Milliseconds; a process that hears of no position for a while because its connection is gone does not go on for ever. */
const NO_LONGER_THAN = 1_000;

/**
 * What everybody sees alike, asked for once at each position of the ledger: while the read models do not move, neither
 * does the answer, and whoever has waited for a position gets it as of that position or later.
 */
export function atEachPosition<Result>(
  gate: Pick<PositionGate, 'position'>,
  read: () => Promise<Result>,
): () => Promise<Result> {
  let kept: { readonly at: LedgerPosition; readonly since: number; readonly result: Result } | undefined;
  const fresh = () => {
    const at = gate.position();
    const isFresh = kept !== undefined && kept.at === at && performance.now() - kept.since < NO_LONGER_THAN;
    return isFresh ? kept : undefined;
  };
  const readOnce = gather(async (askers: readonly undefined[]) => {
    // Others who asked a moment before may have read it by now.
    const known = fresh();
    if (known) return askers.map(() => known.result);
    // Before the reading: what moves meanwhile is in a later one.
    const [at, since] = [gate.position(), performance.now()];
    const result = await read();
    if (at) kept = { at, since, result };
    return askers.map(() => result);
  });
  return async () => fresh()?.result ?? readOnce(undefined);
}

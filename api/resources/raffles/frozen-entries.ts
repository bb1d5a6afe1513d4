import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import { bytesToHex } from '../../../ledger/proof/bytes.ts';
import { entryAt, type FrozenEntries, numberOf } from '../../../ledger/proof/frozen-entries.ts';
import { type Freezer, FreezerDied } from '../../../ledger/raffles/freezer.ts';
import type { RafflePorts } from '../../../ledger/raffles/raffle-ports.ts';
import type { Database } from '../../../projector/database.ts';

export type OwnEntry = {
  readonly entry: string;
  readonly index: number;
  readonly count: number;
  readonly path: readonly string[];
  readonly root: string;
};

/** Trees that are kept in memory: of the raffles that were asked for last. */
const KEPT = 2;

/**
 * The entries of raffles, and where a user stands among them. They are built once for the draw and for all who ask,
 * by a thread of their own.
 */
export function frozenEntries(
  db: Database,
  freezer: Freezer,
): Pick<RafflePorts, 'entriesOf'> & {
  readonly entryOf: (raffleId: string, userId: string) => Promise<OwnEntry | undefined>;
} {
  const kept = new Map<string, Promise<FrozenEntries>>();
  const entriesOf = (raffleId: string): Promise<FrozenEntries> => {
    const building = kept.get(raffleId) ?? build(db, freezer, raffleId);
    kept.delete(raffleId);
    kept.set(raffleId, building);
    building.catch(() => kept.get(raffleId) === building && kept.delete(raffleId));
    const oldest = kept.keys().next().value;
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return building;
  };
  // Whoever asks for raffles of long ago keeps one thread busy, not one for each.
  let lookups: Promise<unknown> = Promise.resolve();
  const inTurn = (raffleId: string): Promise<FrozenEntries> => {
    const turn = lookups.then(() => entriesOf(raffleId));
    lookups = turn.catch(() => undefined);
    return turn;
  };
  return {
    entriesOf,
    async entryOf(raffleId, userId) {
      if (!(await hasEntered(db, raffleId, userId))) return undefined;
      const frozen = await (kept.has(raffleId) ? entriesOf(raffleId) : inTurn(raffleId));
      const index = numberOf(frozen, userId);
      if (index === undefined) return undefined;
      const { entry, path } = entryAt(frozen, index);
      return { entry, index, count: frozen.count, path, root: bytesToHex(frozen.tree.root) };
    },
  };
}

async function hasEntered(db: Database, raffleId: string, userId: string): Promise<boolean> {
  const { rows } = await db.query('select from raffles.frozen_users where raffle_id = $1 and user_id = $2', [
    raffleId,
    userId,
  ]);
  return rows.length > 0;
}

/** One value of 16 bytes a user: a row for each of a million would keep this thread busy for seconds. */
async function build(db: Database, freezer: Freezer, raffleId: string): Promise<FrozenEntries> {
  const { rows } = await db.query<{ ids: Buffer | null }>(
    `select string_agg(uuid_send(user_id), '') as ids from raffles.frozen_users where raffle_id = $1`,
    [raffleId],
  );
  try {
    // A copy: the driver's buffer is not its own to hand over.
    return await freezer.freeze(raffleId, new Uint8Array(rows[0]?.ids ?? []));
  } catch (error) {
    if (error instanceof FreezerDied) throw new LedgerUnavailable(error);
    throw error;
  }
}

import { bytesOfHex, bytesToHex } from '../../ledger/proof/bytes.ts';
import { inclusionProof, type MerkleTree, merkleTree } from '../../ledger/proof/merkle.ts';
import { sortedEntries } from '../../ledger/proof/raffle-entries.ts';
import type { Database } from '../../projector/database.ts';

export type OwnEntry = {
  readonly entry: string;
  readonly index: number;
  readonly count: number;
  readonly path: readonly string[];
  readonly root: string;
};

type Entries = {
  readonly tree: MerkleTree;
  /** By user id. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly entries: readonly string[];
};

/** Trees that are kept in memory: of the raffles that were asked for last. */
const KEPT = 2;

/** Answers where a user stands among the frozen entries of a raffle. The tree is built once for all who ask. */
export function frozenEntries(
  db: Database,
): (raffleId: string, userId: string) => Promise<OwnEntry | undefined> {
  const kept = new Map<string, Promise<Entries>>();
  return async (raffleId, userId) => {
    if (!(await hasEntered(db, raffleId, userId))) return undefined;
    const building = kept.get(raffleId) ?? build(db, raffleId);
    kept.delete(raffleId);
    kept.set(raffleId, building);
    building.catch(() => kept.delete(raffleId));
    const oldest = kept.keys().next().value;
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    const { tree, numbers, entries } = await building;
    const index = numbers.get(userId);
    const entry = index === undefined ? undefined : entries[index];
    if (index === undefined || entry === undefined) return undefined;
    const path = inclusionProof(tree, index).map(bytesToHex);
    return { entry, index, count: entries.length, path, root: bytesToHex(tree.root) };
  };
}

async function hasEntered(db: Database, raffleId: string, userId: string): Promise<boolean> {
  const { rows } = await db.query('select from raffles.frozen_users where raffle_id = $1 and user_id = $2', [
    raffleId,
    userId,
  ]);
  return rows.length > 0;
}

async function build(db: Database, raffleId: string): Promise<Entries> {
  const { rows } = await db.query<{ user_id: string }>(
    'select user_id from raffles.frozen_users where raffle_id = $1',
    [raffleId],
  );
  const sorted = sortedEntries(
    raffleId,
    rows.map(({ user_id }) => user_id),
  );
  return {
    tree: merkleTree(sorted.map(({ entry }) => bytesOfHex(entry, 32) ?? new Uint8Array())),
    numbers: new Map(sorted.map(({ userId }, index) => [userId, index])),
    entries: sorted.map(({ entry }) => entry),
  };
}

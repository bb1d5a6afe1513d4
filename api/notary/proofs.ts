import { LedgerCorrupt } from '../../ledger/domain-error.ts';
import { bytesToHex } from '../../ledger/proof/bytes.ts';
import { consistencyProof } from '../../ledger/proof/consistency.ts';
import { verifyInclusion } from '../../ledger/proof/merkle.ts';
import { withTiles } from '../../ledger/proof/tiles.ts';
import { inclusionPath, type NodeAt, treeRoot } from '../../ledger/proof/tree-nodes.ts';
import type { Database } from '../../projector/database.ts';
import type { SealRow } from '../../projector/read-models/log/queries.ts';
import { readTiles } from '../../projector/read-models/log/read-tiles.ts';

/**
 * What the read models' tree of the first `size` events gives.
 * @throws LedgerCorrupt when they do not hold such a tree
 */
async function fromTree<Result>(
  db: Database,
  size: number,
  compute: (nodeAt: NodeAt) => Result,
): Promise<Result> {
  try {
    return await withTiles(size, compute, (tiles) => readTiles(db, tiles));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new LedgerCorrupt(`the read models have no tree of ${size} events`, error);
  }
}

/** The consistency proof between two sizes up to which the ledger is sealed, and the root of the smaller. */
export function consistencyBetween(db: Database, from: number, to: number): Promise<readonly Uint8Array[]> {
  return fromTree(db, to, (nodeAt) => consistencyProof(from, to, nodeAt));
}

/** Hex. */
export async function rootOf(db: Database, size: number): Promise<string> {
  return bytesToHex(await fromTree(db, size, (nodeAt) => treeRoot(size, nodeAt)));
}

/**
 * The way from an event to the root of a seal. It is checked before it is given to anybody.
 * @param hash of the event, hex
 * @throws LedgerCorrupt when the event is not under that root
 */
export async function inclusionUnder(
  db: Database,
  seal: Pick<SealRow, 'size' | 'root'>,
  index: number,
  hash: string,
): Promise<readonly Uint8Array[]> {
  const path = await fromTree(db, seal.size, (nodeAt) => inclusionPath(index, seal.size, nodeAt));
  const [entry, root] = [hash, seal.root].map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')));
  if (!entry || !root || !verifyInclusion(entry, index, seal.size, path, root)) {
    throw new LedgerCorrupt(
      `the event with the number ${index} is not under the root of ${seal.size} events`,
    );
  }
  return path;
}

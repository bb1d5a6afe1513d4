import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { bytesToHex } from '../../ledger/proof/bytes.ts';
import { type CompactRange, isWholeRange, rangeRoot } from '../../ledger/proof/compact-range.ts';
import { packed } from '../../ledger/proof/tiles.ts';
import type { Database } from '../../projector/database.ts';

/** What this program knows it signed last. */
export type NewestSeal = {
  readonly size: number;
  /** Hex. */
  readonly root: string;
  readonly position: LedgerPosition;
  /** Undefined where what was kept of it is damaged: then the ledger has to be read. */
  readonly range: CompactRange | undefined;
  /** When all of the ledger was last read and found to be what was sealed. */
  readonly readAt: Date;
};

type Row = {
  size: string;
  root: Buffer;
  hashes: Buffer;
  commit: string;
  prepare: string;
  read_at: Date;
};

export async function loadNewestSeal(db: Database): Promise<NewestSeal | undefined> {
  const { rows } = await db.query<Row>(
    'select size, root, hashes, commit, prepare, read_at from notary.newest_seal',
  );
  const [row] = rows;
  if (!row) return undefined;
  const root = row.root.toString('hex');
  return {
    size: Number(row.size),
    root,
    position: { commit: BigInt(row.commit), prepare: BigInt(row.prepare) },
    range: rangeOf(Number(row.size), row.hashes, root),
    readAt: row.read_at,
  };
}

/** Undefined unless it has the root: then no other range can. */
function rangeOf(size: number, bytes: Uint8Array, root: string): CompactRange | undefined {
  const hashes = Array.from({ length: Math.ceil(bytes.length / 32) }, (_, n) =>
    Uint8Array.from(bytes.subarray(n * 32, n * 32 + 32)),
  );
  const range = { size, hashes };
  return isWholeRange(range) && bytesToHex(rangeRoot(range)) === root ? range : undefined;
}

/** Keeps a seal that stands in the ledger now. An older one than is known changes nothing. */
export async function keepNewestSeal(
  db: Database,
  range: CompactRange,
  { commit, prepare }: LedgerPosition,
  readAt: Date,
): Promise<void> {
  await db.query(
    `insert into notary.newest_seal as known (size, root, hashes, commit, prepare, read_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (one) do update set size = excluded.size, root = excluded.root, hashes = excluded.hashes,
       commit = excluded.commit, prepare = excluded.prepare, read_at = excluded.read_at
     where known.size <= excluded.size`,
    [range.size, Buffer.from(rangeRoot(range)), Buffer.from(packed(range.hashes)), commit, prepare, readAt],
  );
}

import { hash } from 'node:crypto';
import type { Sha256 } from '../../../ledger/proof/merkle.ts';
import { leafHashes, packed, packedRoot, TILE_WIDTH } from '../../../ledger/proof/tiles.ts';
import { lastWritten } from '../../carried.ts';
import type { Database } from '../../database.ts';
import { ProjectionFault } from '../../faults.ts';
import { rowSet } from '../../row-set.ts';

/**
 * Writes the tiles that new entries make whole, level by level.
 * @param start the number of the first of the entries; those before it are in `log_events` already
 */
export async function addTiles(db: Database, start: number, entries: readonly Uint8Array[]): Promise<void> {
  const before = await unfinished.before(db, () => entriesBefore(db, start));
  const { complete, rest } = completed(start, before, entries);
  unfinished.leave(db, rest);
  let made = complete.map(({ index, hashes }) => tileOf(0, index, leafHashes(hashes, sha256)));
  for (let level = 1; made.length > 0; level++) {
    await db.query(INSERT_TILES, TILES.values(made));
    const first = made[0]?.index ?? 0;
    const roots = made.map(({ root }) => root);
    const next = level;
    made = (await above(db, level - 1, first, roots)).map(({ index, hashes }) =>
      tileOf(next, index, packed(hashes)),
    );
  }
}

type Whole = { readonly index: number; readonly hashes: readonly Uint8Array[] };

/** Those of the last tile, which is not whole yet. */
const unfinished = lastWritten<readonly Uint8Array[]>();

/** The tiles that the roots of those below make whole. */
async function above(
  db: Database,
  level: number,
  start: number,
  roots: readonly Uint8Array[],
): Promise<Whole[]> {
  const isDue = (start % TILE_WIDTH) + roots.length >= TILE_WIDTH;
  return isDue ? completed(start, await rootsBefore(db, level, start), roots).complete : [];
}

/**
 * The whole tiles that end among the hashes of a level from `start` on, with all of their hashes.
 * @param known the hashes of the tile that `start` lies in, up to there
 */
function completed(
  start: number,
  known: readonly Uint8Array[],
  hashes: readonly Uint8Array[],
): { readonly complete: Whole[]; readonly rest: readonly Uint8Array[] } {
  const first = Math.floor(start / TILE_WIDTH);
  const count = Math.floor((start + hashes.length) / TILE_WIDTH) - first;
  const missing = start % TILE_WIDTH;
  if (known.length !== missing) {
    throw new ProjectionFault(`${known.length} of the ${missing} hashes before number ${start} are there`);
  }
  const all = [...known, ...hashes];
  const complete = Array.from({ length: count }, (_, n) => ({
    index: first + n,
    hashes: all.slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH),
  }));
  return { complete, rest: all.slice(count * TILE_WIDTH) };
}

async function entriesBefore(db: Database, start: number): Promise<Uint8Array[]> {
  if (start % TILE_WIDTH === 0) return [];
  const { rows } = await db.query<{ hash: Buffer }>(
    'select hash from log_events where index >= $1 and index < $2 order by index',
    [start - (start % TILE_WIDTH), start],
  );
  return rows.map(({ hash }) => hash);
}

async function rootsBefore(db: Database, level: number, start: number): Promise<Uint8Array[]> {
  if (start % TILE_WIDTH === 0) return [];
  const { rows } = await db.query<{ root: Buffer }>(
    'select root from log_tiles where level = $1 and index >= $2 and index < $3 order by index',
    [level, start - (start % TILE_WIDTH), start],
  );
  return rows.map(({ root }) => root);
}

function tileOf(level: number, index: number, hashes: Uint8Array<ArrayBuffer>) {
  return { level, index, hashes: Buffer.from(hashes.buffer), root: Buffer.from(packedRoot(hashes, sha256)) };
}

const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer');

const TILES = rowSet({ level: 'smallint', index: 'bigint', hashes: 'bytea', root: 'bytea' });
const INSERT_TILES = `insert into log_tiles (${TILES.names}) select * from ${TILES.source}`;

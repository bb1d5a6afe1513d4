import { leafHashes, packed, TILE_WIDTH, type TileRef } from '../../../ledger/proof/tiles.ts';
import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { readEntries } from './queries.ts';

/**
 * The hashes of each tile, one behind the other, as many as there are of its width: whole tiles as they are kept, the
 * last of each level from the events or the tiles below it.
 */
export async function readTiles(db: Database, tiles: readonly TileRef[]): Promise<Uint8Array[]> {
  const kept = await keptTiles(db, tiles);
  const found: Uint8Array[] = [];
  for (const tile of tiles) {
    const whole = kept.get(keyOf(tile));
    const bytes = whole ?? (tile.width < TILE_WIDTH ? await partOf(db, tile) : new Uint8Array());
    found.push(Uint8Array.from(bytes.subarray(0, tile.width * 32)));
  }
  return found;
}

const keyOf = ({ level, index }: Pick<TileRef, 'level' | 'index'>) => `${level}/${index}`;

async function keptTiles(db: Database, tiles: readonly TileRef[]): Promise<Map<string, Uint8Array>> {
  const { rows } = await db.query<{ level: number; index: string; hashes: Buffer }>(
    `select level, index, hashes from ${LIVE_SCHEMA}.log_tiles
     where (level, index) in (select * from unnest($1::smallint[], $2::bigint[]))`,
    [tiles.map(({ level }) => level), tiles.map(({ index }) => index)],
  );
  return new Map(rows.map(({ level, index, hashes }) => [keyOf({ level, index: Number(index) }), hashes]));
}

async function partOf(db: Database, { level, index, width }: TileRef): Promise<Uint8Array> {
  const from = index * TILE_WIDTH;
  if (level === 0) return leafHashes(await readEntries(db, from, from + width));
  const { rows } = await db.query<{ root: Buffer }>(
    `select root from ${LIVE_SCHEMA}.log_tiles where level = $1 and index >= $2 and index < $3 order by index`,
    [level - 1, from, from + width],
  );
  return packed(rows.map(({ root }) => root));
}

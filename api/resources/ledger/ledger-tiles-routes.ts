import type Router from '@koa/router';
import { getTile } from '../../../contracts/api/ledger-tiles.ts';
import { sealTexts } from '../../../contracts/seal-messages.ts';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import { entryBundle, parseTilePath, TILE_WIDTH, type TileRef, tileOf } from '../../../ledger/proof/tiles.ts';
import { findNewestSeal, readEntries } from '../../../projector/read-models/log/queries.ts';
import { readTiles } from '../../../projector/read-models/log/read-tiles.ts';
import { HttpError } from '../../http/http-error.ts';
import type { Parts } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';

/** C2SP tlog-tiles: bytes that never change, which any tool for transparency logs reads. */
export function ledgerTileRoutes(router: Router<AppState>, { pool }: Parts): void {
  router.get(getTile.path, async (ctx) => {
    const { level = '', number = '' } = ctx.params;
    const size = (await findNewestSeal(pool))?.size ?? 0;
    const tile = tileAsked(level, number, size);
    if (!tile) throw new HttpError(404, 'NotFound', sealTexts.noTile);
    const first = tile.index * TILE_WIDTH;
    const bytes =
      level === ENTRIES
        ? entryBundle(await readEntries(pool, first, first + tile.width))
        : (await readTiles(pool, [tile]))[0];
    // Caches keep what is told here: a Postgres that has gone back since the seal was found has less.
    if (bytes?.length !== tile.width * (level === ENTRIES ? ENTRY_BYTES : HASH_BYTES)) {
      throw new LedgerUnavailable(new Error('the read models went back behind a seal'));
    }
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    ctx.type = 'application/octet-stream';
    ctx.body = Buffer.from(bytes);
  });
}

/** The entries themselves, in bundles as wide as the tiles of level 0. */
const ENTRIES = 'entries';

const HASH_BYTES = 32;
/** A hash behind its length. */
const ENTRY_BYTES = 2 + HASH_BYTES;

/** Undefined for what is no tile of the sealed tree. */
function tileAsked(level: string, number: string, size: number): TileRef | undefined {
  const path = parseTilePath(number);
  if (!path || !(level === ENTRIES || /^([0-9]|[1-5][0-9]|6[0-3])$/.test(level))) return undefined;
  const tileLevel = level === ENTRIES ? 0 : Number(level);
  const whole = tileOf(size, tileLevel, path.index);
  return whole && path.width <= whole.width ? { level: tileLevel, ...path } : undefined;
}

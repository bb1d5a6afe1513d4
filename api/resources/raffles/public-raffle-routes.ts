import type Router from '@koa/router';
import {
  getOwnEntry,
  getRaffle,
  getRaffleNames,
  getRaffleProof,
  latestRaffle,
  listRaffles,
} from '../../../contracts/api/raffle.ts';
import { RaffleNotDrawn } from '../../../ledger/raffles/raffle.ts';
import {
  countRaffles,
  findLatestDraw,
  findNextSeed,
  findRaffle,
  listRaffleEvents,
  listWinners,
  type RaffleRow,
  listRaffles as rafflesBefore,
} from '../../../projector/read-models/raffles/queries.ts';
import { oneReading } from '../../http/one-reading.ts';
import { PAGE_ROWS } from '../../http/paging.ts';
import { type ApiContext, type Parts, servePublic, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import {
  drawnRaffle,
  OVERDUE_AFTER_MS,
  presentLatest,
  presentProof,
  presentPublicWinner,
  presentSummary,
} from './present-raffle.ts';
import { raffleIdIn, unknownRaffle } from './raffle-id-in.ts';
import { countEntries, sampledNames } from './sampled-names.ts';

type RafflePage = { readonly limit: number; readonly before: number | undefined };

/** What everybody may see of raffles, and each user's own entry. */
export function publicRaffleRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool, raffles, clock, movedUntil } = parts;
  const raffleOf = async (raffleId: string): Promise<RaffleRow> => {
    const raffle = await findRaffle(pool, raffleId);
    if (!raffle) throw unknownRaffle();
    return raffle;
  };
  const raffleIn = (ctx: ApiContext) => raffleOf(raffleIdIn(ctx.params.raffleId));

  const latestDraw = async () => {
    const latest = await findLatestDraw(pool);
    const raffle = latest && drawnRaffle(latest);
    if (!raffle) throw unknownRaffle();
    return presentLatest(raffle, await listWinners(pool, raffle.raffleId));
  };
  const pageOf = async ({ before, limit }: RafflePage) => {
    const now = clock();
    const [page, next, counts] = await Promise.all([
      rafflesBefore(pool, before, limit),
      findNextSeed(pool),
      countRaffles(pool, new Date(now - OVERDUE_AFTER_MS)),
    ]);
    const last = page.at(-1);
    return {
      raffles: page.map((raffle) => presentSummary(raffle, now)),
      nextSeedHash: next?.hash ?? null,
      counts,
      nextCursor: last && page.length === limit ? String(last.number) : null,
    };
  };
  const withWinners = async (raffleId: string) => {
    const raffle = await raffleOf(raffleId);
    const winners = await listWinners(pool, raffle.raffleId);
    return { raffle: presentSummary(raffle, clock()), winners: winners.map(presentPublicWinner) };
  };

  // What all who wait for a draw ask in the same moment.
  const latest = oneReading(() => 'latest', latestDraw);
  const listed = oneReading(JSON.stringify, pageOf);
  const shown = oneReading((raffleId: string) => raffleId, withWinners);
  servePublic(router, parts, latestRaffle, () => latest(undefined));
  servePublic(router, parts, listRaffles, ({ input: { limit, cursor } }) =>
    listed({
      limit: Number(limit ?? PAGE_ROWS),
      before: cursor === undefined ? undefined : Number(cursor),
    }),
  );
  servePublic(router, parts, getRaffle, async ({ ctx }) => shown(raffleIdIn(ctx.params.raffleId)));

  servePublic(router, parts, getRaffleProof, async ({ ctx }) => {
    await parts.limits.proofs.take(ctx.ip);
    const raffle = await raffleIn(ctx);
    // While it waits for its round its winners are nobody's secret: they follow from these events and the round.
    if (raffle.stage !== 'awaiting_beacon' && !drawnRaffle(raffle)) throw new RaffleNotDrawn();
    return presentProof(await listRaffleEvents(pool, raffle.raffleId), movedUntil());
  });

  servePublic(router, parts, getRaffleNames, async ({ ctx }) => {
    const { raffleId, root } = await raffleIn(ctx);
    if (root === null) return { names: [], entries: null };
    const [names, entries = null] = await Promise.all([
      sampledNames(pool, raffleId, root),
      countEntries(pool, raffleId),
    ]);
    return { names, entries };
  });

  serveQuery(router, parts, getOwnEntry, async ({ ctx, session }) => {
    const { raffleId, root } = await raffleIn(ctx);
    // Entries that were kept and never frozen in the ledger prove nothing.
    const own = root === null ? undefined : await raffles.entryOf(raffleId, root, session.userId);
    return { entry: own ? { ...own, path: [...own.path] } : null };
  });
}

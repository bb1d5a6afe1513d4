import type Router from '@koa/router';
import { getLedgerAt, getLedgerDifference, getOwnBalanceAt } from '../../../contracts/api/ledger-at.ts';
import { comparePositions } from '../../../contracts/ledger-position.ts';
import { refusals } from '../../../contracts/messages.ts';
import { formatEvo } from '../../../contracts/money.ts';
import { callBudget } from '../../../ledger/call-budget.ts';
import { listMoves } from '../../../projector/read-models/log/feed.ts';
import { accountAt } from '../../../projector/read-models/moments/queries.ts';
import { HttpError } from '../../http/http-error.ts';
import { cursorAfter, pageByPosition } from '../../http/paging.ts';
import { type Parts, servePublic, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { tooManyRequests } from '../../http/too-many-requests.ts';
import { parseMoment, placeOf } from './moments/moment.ts';
import { BEFORE_ALL, changesBetween, ledgerAt, presentPlace } from './moments/state-at.ts';
import { presentLogLine } from './present-ledger-log.ts';

/** Moments that are looked up at a time: the leaders of one may cost Postgres a quarter of a second. */
const AT_ONCE = 2;
/** Milliseconds that one waits for its turn before it is told to come again. */
const PATIENCE_MS = 2_000;
/** Seconds after which it may: most moments are looked up in far less. */
const RETRY_AFTER = 1;

/** The ledger as it stood, at any position or time. */
export function ledgerAtRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool } = parts;
  const places = callBudget(AT_ONCE);
  const inTurn = async <Result>(look: () => Promise<Result>): Promise<Result> => {
    const leave = await places.take(AbortSignal.timeout(PATIENCE_MS)).catch(() => {
      throw tooManyRequests(RETRY_AFTER);
    });
    try {
      return await look();
    } finally {
      leave();
    }
  };

  servePublic(router, parts, getLedgerAt, async ({ input }) => {
    const moment = parseMoment(input.at, 'at');
    return inTurn(async () => ledgerAt(pool, await placeOf(pool, moment)));
  });

  serveQuery(router, parts, getOwnBalanceAt, async ({ input, session: { userId } }) => {
    const moment = parseMoment(input.at, 'at');
    return inTurn(async () => {
      const place = await placeOf(pool, moment);
      const account = await accountAt(pool, userId, place?.position ?? BEFORE_ALL);
      const { totalRewards, claimedRewards, rank } = account;
      return {
        place: presentPlace(place),
        totalRewards: formatEvo(totalRewards),
        claimedRewards: formatEvo(claimedRewards),
        pendingRewards: formatEvo(totalRewards - claimedRewards),
        rank,
      };
    });
  });

  servePublic(router, parts, getLedgerDifference, async ({ input }) => {
    const [first, last] = [parseMoment(input.from, 'from'), parseMoment(input.to, 'to')];
    const { before: cursor, limit } = pageByPosition(input);
    return inTurn(async () => {
      const [from, to] = await Promise.all([placeOf(pool, first), placeOf(pool, last)]);
      const [start, end] = [from?.position ?? BEFORE_ALL, to?.position ?? BEFORE_ALL];
      if (comparePositions(start, end) > 0) throw turnedRound();
      const after = cursor && comparePositions(cursor, start) > 0 ? cursor : start;
      const [changes, moves] = await Promise.all([
        changesBetween(pool, start, end),
        listMoves(pool, { after, upTo: end, limit }),
      ]);
      return {
        from: presentPlace(from),
        to: presentPlace(to),
        changes,
        lines: moves.map(presentLogLine),
        nextCursor: cursorAfter(moves, limit),
      };
    });
  });
}

function turnedRound(): HttpError {
  return new HttpError(400, 'InvalidRequest', refusals.invalidRequest, {
    fields: { from: 'the first moment is after the second one' },
  });
}

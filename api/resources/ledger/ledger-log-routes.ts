import type Router from '@koa/router';
import { getLedgerEvent, listLedgerEvents, listOwnLedgerEvents } from '../../../contracts/api/ledger-log.ts';
import { isKnownEventType } from '../../../contracts/events/ledger-event.ts';
import { refusals } from '../../../contracts/messages.ts';
import { isUuid } from '../../../contracts/uuid.ts';
import {
  findEvent,
  isStreamFilter,
  type LogRow,
  listEvents,
  neighboursOf,
} from '../../../projector/read-models/log/feed.ts';
import { HttpError } from '../../http/http-error.ts';
import { cursorAfter, pageByPosition } from '../../http/paging.ts';
import { type Parts, servePublic, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { receiptOf } from '../../notary/receipt.ts';
import { presentLogLine } from './present-ledger-log.ts';

/** Effects of an event that its page shows. */
const EFFECTS = 100;

/** The events of the ledger, and each of them as it was written. */
export function ledgerLogRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool } = parts;

  servePublic(router, parts, listLedgerEvents, async ({ input }) => {
    const { type, stream } = input;
    if (type !== undefined && !isKnownEventType(type)) throw unknown('type', 'no type of event');
    if (stream !== undefined && !isStreamFilter(stream)) throw unknown('stream', 'no stream of the ledger');
    const page = pageByPosition(input);
    return presentPage(await listEvents(pool, { type, stream }, page), page.limit);
  });

  serveQuery(router, parts, listOwnLedgerEvents, async ({ input, session: { userId } }) => {
    const page = pageByPosition(input);
    return presentPage(await listEvents(pool, { userId }, page), page.limit);
  });

  servePublic(router, parts, getLedgerEvent, async ({ ctx }) => {
    const { eventId = '' } = ctx.params;
    const row = isUuid(eventId) ? await findEvent(pool, eventId) : undefined;
    if (!row) throw new HttpError(404, 'NotFound', refusals.notFound);
    const [{ event, inclusion }, around] = await Promise.all([
      receiptOf(parts, { ...row, revision: BigInt(row.revision) }),
      neighboursOf(pool, row, { limit: EFFECTS, movedUntil: parts.movedUntil() }),
    ]);
    const lineOf = (one: LogRow | undefined) => (one ? presentLogLine(one) : null);
    return {
      line: presentLogLine(row),
      data: event.data,
      metadata: event.metadata,
      previous: lineOf(around.previous),
      next: lineOf(around.next),
      causedBy: lineOf(around.causedBy),
      caused: around.caused.map(presentLogLine),
      inclusion,
    };
  });
}

function presentPage(rows: readonly LogRow[], limit: number) {
  return { lines: rows.map(presentLogLine), nextCursor: cursorAfter(rows, limit) };
}

function unknown(field: string, fault: string): HttpError {
  return new HttpError(400, 'InvalidRequest', refusals.invalidRequest, { fields: { [field]: fault } });
}

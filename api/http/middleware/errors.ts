import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { ErrorResponse } from '../../../contracts/api/error.ts';
import { HEADERS } from '../../../contracts/constants.ts';
import { refusals } from '../../../contracts/messages.ts';
import { outageTexts } from '../../../contracts/outage-messages.ts';
import {
  DomainError,
  IdempotencyKeyReused,
  LedgerAhead,
  LedgerCorrupt,
  LedgerFull,
  LedgerUnavailable,
  type RefusalKind,
} from '../../../ledger/domain-error.ts';
import { NotCanonical } from '../../../ledger/proof/canonical-json.ts';
import { DatabaseBusy } from '../../../projector/bounded-pool.ts';
import { HttpError } from '../http-error.ts';
import type { AppState } from '../state.ts';
import { routeOf } from './request-log.ts';

const statusOf: Record<RefusalKind, number> = { invalid: 400, forbidden: 403, not_found: 404, conflict: 409 };

/** The one place where anything thrown becomes an answer: refusals with their text, bugs as a neutral 500. */
export function errors(logger: Logger): Middleware<AppState> {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined) {
        throw new HttpError(404, 'NotFound', refusals.notFound);
      }
      // What the router says of a path that it knows with other methods; `Allow` names them.
      if (ctx.status === 405 || ctx.status === 501) {
        throw new HttpError(405, 'MethodNotAllowed', refusals.methodNotAllowed);
      }
    } catch (error) {
      const answer = answerTo(error);
      if (answer.status >= 500) {
        const { requestId } = ctx.state;
        logger.error({ err: error, requestId, method: ctx.method, route: routeOf(ctx) }, 'request failed');
      }
      ctx.status = answer.status;
      ctx.set(answer.headers);
      ctx.set('Cache-Control', 'no-store');
      const body: ErrorResponse = {
        error: answer.code,
        message: ctx.state.isBegun ? wordsOnBegun(answer, ctx.get(HEADERS.idempotencyKey)) : answer.message,
        requestId: ctx.state.requestId,
        ...(answer.fields && { fields: answer.fields }),
      };
      ctx.body = body;
    }
  };
}

/** Who has a command under way is told whether it may be done, and what to do about it. */
function wordsOnBegun({ code, message }: HttpError, key: string): string {
  if (code !== 'LedgerUnavailable' && code !== 'DatabaseUnavailable') return message;
  if (key === '') return outageTexts.mayBeDoneOnce;
  return code === 'LedgerUnavailable' ? message : outageTexts.mayBeDone;
}

function answerTo(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof DomainError) return new HttpError(statusOf[error.kind], error.code, error.message);
  if (error instanceof IdempotencyKeyReused) return new HttpError(422, error.name, error.message);
  if (error instanceof LedgerFull) {
    return new HttpError(503, error.name, error.message, { headers: { 'Retry-After': '30' } });
  }
  if (error instanceof LedgerUnavailable) {
    return new HttpError(503, error.name, error.message, { headers: { 'Retry-After': '1' } });
  }
  if (error instanceof LedgerAhead) {
    return new HttpError(503, error.name, refusals.ledgerCorrupt, { headers: { 'Retry-After': '1' } });
  }
  // No Retry-After: somebody has to look first.
  if (error instanceof LedgerCorrupt) return new HttpError(503, error.name, refusals.ledgerCorrupt);
  // A text with half a surrogate pair has no hash; only a client can send one.
  if (error instanceof NotCanonical) return new HttpError(400, 'InvalidRequest', refusals.invalidRequest);
  if (error instanceof DatabaseBusy || isDatabaseOutage(error)) {
    return new HttpError(503, 'DatabaseUnavailable', refusals.databaseUnavailable, {
      headers: { 'Retry-After': '1' },
    });
  }
  const status = clientFault(error);
  if (status === 413) return new HttpError(413, 'BodyTooLarge', refusals.bodyTooLarge);
  if (status !== undefined) return new HttpError(status, 'InvalidRequest', refusals.invalidRequest);
  return new HttpError(500, 'InternalError', refusals.internal);
}

/**
 * Codes of node:net, SQLSTATE classes 08 (connection), 53 (resources) and 57P (operator's intervention), a limit of
 * time that was reached (57014, 55P03, 25P03, 25P04), two that waited for each other (40P01: this one was undone), one that
 * takes no writes for now (25006: another one leads, or its disk is nearly full), and a schema, table or column that is not
 * there: the read models of another version, which are being rebuilt.
 */
function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A Unix socket that nobody serves is a file that is not there, and one with a crowd before it says "again".
  if ('syscall' in error && error.syscall === 'connect') return true;
  if ('code' in error && typeof error.code === 'string') {
    return /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|53...|57P..|57014|55P03|25006|25P03|25P04|40P01|3F000|42P01|42703)$/.test(
      error.code,
    );
  }
  // pg gives its own failures no code: to connect, and to ask on a connection that was lost since its last query.
  return /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client .* is not queryable$)/.test(
    error.message,
  );
}

/** What the body parser and the router throw carries a 4xx status of its own. */
function clientFault(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined;
  return error.status >= 400 && error.status < 500 ? error.status : undefined;
}

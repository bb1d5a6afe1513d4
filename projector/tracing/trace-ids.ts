import { createHash } from 'node:crypto';
import { isUuid } from '../../contracts/uuid.ts';

export type TraceIds = {
  /** 32 hex digits: the request's id is a UUID, which is as long. */
  readonly traceId: string;
  /** 16 hex digits, of the request's own span: every process finds it by the correlation id alone. */
  readonly spanId: string;
};

/**
 * The trace of a request and its first span, which each process works out by itself: events carry the correlation id
 * and need nothing else.
 * @returns undefined where the id is no UUID, or the one of nothing
 * @see https://www.w3.org/TR/trace-context-2/#trace-id
 */
export function traceIdsOf(correlationId: string): TraceIds | undefined {
  if (!isUuid(correlationId)) return undefined;
  const traceId = correlationId.replaceAll('-', '').toLowerCase();
  if (/^0+$/.test(traceId)) return undefined;
  return { traceId, spanId: createHash('sha256').update(`request ${traceId}`).digest('hex').slice(0, 16) };
}

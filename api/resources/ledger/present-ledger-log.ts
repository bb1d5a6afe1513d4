import type { LogLine } from '../../../contracts/api/ledger-log.ts';
import { eventWords } from '../../../contracts/event-words.ts';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { EVENT_HASH } from '../../../ledger/proof/event-hash.ts';
import type { LogRow } from '../../../projector/read-models/log/feed.ts';

/** A line of the ledger's list of events. */
export function presentLogLine(row: LogRow): LogLine {
  return {
    index: row.index,
    eventId: row.eventId,
    type: row.type,
    stream: row.stream,
    revision: row.revision,
    ledgerPosition: formatPosition(row.position),
    hash: `${EVENT_HASH}:${row.hash}`,
    occurredAt: row.occurredAt.toISOString(),
    description: eventWords(row.type, row.moved),
    isSealed: row.isSealed,
  };
}

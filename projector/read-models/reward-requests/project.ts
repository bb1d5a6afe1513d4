import { parseStream } from '../../../contracts/events/ledger-event.ts';
import { sqlText } from '../../database.ts';
import { rowSet } from '../../row-set.ts';
import { type ReadModel, type RecordedEvent, schemaBeside } from '../read-model.ts';

export const rewardRequests: ReadModel = {
  name: 'reward-requests',
  schema: schemaBeside(import.meta.url),
  project: async (db, batch) => {
    const asked = batch.flatMap((event) => requestOf(event) ?? []);
    if (asked.length > 0) await db.query(INSERT, REQUESTS.values(asked));
    const decided = batch.flatMap((event) => decisionOf(event) ?? []);
    if (decided.length > 0) await db.query(DECIDE, DECISIONS.values(decided));
  },
};

const idOf = ({ stream }: RecordedEvent): string => parseStream(stream)?.id ?? '';

function requestOf(event: RecordedEvent) {
  if (event.type !== 'RewardRequested') return undefined;
  const { userId, amount, reason, above, requestedBy, expiresAt } = event.data;
  return {
    request_id: idOf(event),
    ...event.position,
    user_id: userId,
    amount,
    reason: sqlText(reason),
    above,
    requested_by: requestedBy,
    requested_at: event.metadata.occurredAt,
    expires_at: expiresAt,
    state: 'open',
  };
}

function decisionOf(event: RecordedEvent) {
  const decided = { request_id: idOf(event), decided_at: event.metadata.occurredAt };
  if (event.type === 'RewardApproved') {
    return { ...decided, state: 'approved', decided_by: event.data.approvedBy, declined_for: null };
  }
  if (event.type !== 'RewardDeclined') return undefined;
  const { declinedBy, reason } = event.data;
  return { ...decided, state: 'declined', decided_by: declinedBy, declined_for: sqlText(reason) };
}

const REQUESTS = rowSet({
  request_id: 'uuid',
  commit: 'bigint',
  prepare: 'bigint',
  user_id: 'uuid',
  amount: 'numeric',
  reason: 'text',
  above: 'text',
  requested_by: 'text',
  requested_at: 'timestamptz',
  expires_at: 'timestamptz',
  state: 'text',
});

const INSERT = `insert into reward_requests (${REQUESTS.names}) select * from ${REQUESTS.source}`;

const DECISIONS = rowSet({
  request_id: 'uuid',
  state: 'text',
  decided_by: 'text',
  decided_at: 'timestamptz',
  declined_for: 'text',
});

const DECIDE = `
  update reward_requests as request set
    state = row.state, decided_by = row.decided_by, decided_at = row.decided_at, declined_for = row.declined_for
  from ${DECISIONS.source}
  where request.request_id = row.request_id`;

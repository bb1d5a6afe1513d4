import type { Activity } from '../../../contracts/api/dashboard.ts';
import type { AccountEvent } from '../../../contracts/events/account.ts';
import { givesBack } from '../../../ledger/accounts/undo-ref.ts';
import { sqlText } from '../../database.ts';
import { rowSet } from '../../row-set.ts';
import { accountOf, type ReadModel, type RecordedEvent, schemaBeside } from '../read-model.ts';

export const activities: ReadModel = {
  name: 'activities',
  schema: schemaBeside(import.meta.url),
  project: async (db, batch) => {
    const rows = batch.flatMap((event) => rowOf(event) ?? []);
    if (rows.length > 0) await db.query(INSERT, ROWS.values(rows));
    const revoked = batch.flatMap((event) => revokedBy(event) ?? []);
    if (revoked.length > 0) await db.query(TAKE_BACK, REVOKED.values(revoked));
  },
};

type Row = {
  readonly user_id: string;
  readonly commit: bigint;
  readonly prepare: bigint;
  readonly event_id: string;
  readonly source: string;
  readonly type: Activity['type'];
  readonly description: string;
  readonly reward: string;
  readonly created_at: string;
  readonly grant_id: string | null;
};

/** Grants are activities, claims are not, nor is what is given back of a clear: it was one when it was granted. */
function rowOf(event: RecordedEvent): Row | undefined {
  const userId = accountOf(event);
  if (event.type !== 'RewardGranted' || !userId || givesBack(event.data)) return undefined;
  return {
    user_id: userId,
    ...event.position,
    event_id: event.id,
    source: event.data.source,
    type: activityType(event.data),
    description: sqlText(event.data.reason),
    reward: event.data.amount,
    created_at: event.metadata.occurredAt,
    grant_id: event.data.source === 'admin' ? event.data.grantId : null,
  };
}

/** Which grant of which account an event takes back. */
export function revokedBy(event: RecordedEvent): { user_id: string; grant_id: string } | undefined {
  const userId = accountOf(event);
  return event.type === 'RewardRevoked' && userId
    ? { user_id: userId, grant_id: event.data.grantId }
    : undefined;
}

type Grant = Extract<AccountEvent, { type: 'RewardGranted' }>['data'];

/** The `ref` of a social task begins with `<platform>:<task>`. */
export function activityType({ source, ref }: Pick<Grant, 'source' | 'ref'>): Activity['type'] {
  if (source.startsWith('referral')) return 'referral';
  if (source !== 'social_task') return 'other';
  const [platform, task] = ref?.split(':') ?? [];
  if (platform === 'twitter' && task === 'retweet') return 'twitter_retweet';
  if (platform === 'twitter' && task === 'like') return 'twitter_like';
  return 'other';
}

const ROWS = rowSet({
  user_id: 'uuid',
  commit: 'bigint',
  prepare: 'bigint',
  event_id: 'uuid',
  source: 'text',
  type: 'text',
  description: 'text',
  reward: 'numeric',
  created_at: 'timestamptz',
  grant_id: 'uuid',
});

const INSERT = `insert into activities (${ROWS.names}) select * from ${ROWS.source}`;

export const REVOKED = rowSet({ user_id: 'uuid', grant_id: 'uuid' });

// The row stays: among an account's newest grants by hand it counts as one.
const TAKE_BACK = `
  update activities as known set taken_back = true
  from ${REVOKED.source}
  where known.user_id = row.user_id and known.grant_id = row.grant_id`;

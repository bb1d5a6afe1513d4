import { formatEvo } from '../../../contracts/money.ts';
import { defaultUsername } from '../../../contracts/username.ts';
import type { Database } from '../../database.ts';
import { ProjectionFault } from '../../faults.ts';
import { rowSet } from '../../row-set.ts';
import { amountFromSql } from '../../sql-amount.ts';
import { accountOf, type ReadModel, type RecordedEvent, schemaBeside } from '../read-model.ts';
import { NO_TOTALS, type Totals, totalsAfter } from '../totals.ts';

export const users: ReadModel = {
  name: 'users',
  schema: schemaBeside(import.meta.url),
  project: async (db, batch) => {
    const ids = new Set(batch.flatMap((event) => accountOf(event) ?? []));
    if (ids.size === 0) return;
    const known = await load(db, [...ids]);
    await write(db, foldUsers(known, batch));
  },
};

/** What the table holds of one account. Amounts are base units. */
type UserState = Totals & {
  readonly userId: string;
  readonly revision: bigint;
  readonly username: string;
  readonly walletAddress: string | null;
  readonly referrerId: string | null;
  readonly openedAt: string;
};

/**
 * The accounts that a batch touches, as they are after it.
 * @throws ProjectionFault when an account is used before it is opened, opened twice, or claims more than it has
 */
export function foldUsers(
  known: ReadonlyMap<string, UserState>,
  batch: readonly RecordedEvent[],
): Map<string, UserState> {
  const changed = new Map<string, UserState>();
  for (const event of batch) {
    const userId = accountOf(event);
    if (!userId) continue;
    const before = changed.get(userId) ?? known.get(userId);
    const after = evolve(before, event, userId);
    if (after.claimedRewards > after.totalRewards) {
      throw new ProjectionFault(`${at(event)}: the account claims more than it has`);
    }
    changed.set(userId, after);
  }
  return changed;
}

function evolve(before: UserState | undefined, event: RecordedEvent, userId: string): UserState {
  if (event.type === 'AccountOpened') {
    if (before) throw new ProjectionFault(`${at(event)}: the account is open already`);
    return {
      userId,
      revision: event.revision,
      username: defaultUsername(userId),
      walletAddress: event.data.walletAddress ?? null,
      referrerId: event.data.referrerId ?? null,
      openedAt: event.metadata.occurredAt,
      ...NO_TOTALS,
    };
  }
  if (!before) throw new ProjectionFault(`${at(event)}: the account is not open`);
  const user = { ...before, revision: event.revision, ...totalsAfter(before, event) };
  switch (event.type) {
    case 'WalletLinked':
      return { ...user, walletAddress: event.data.walletAddress };
    case 'UsernameChanged':
      return { ...user, username: event.data.username };
    default:
      return user;
  }
}

function at(event: RecordedEvent): string {
  return `${event.type} at ${event.stream}#${event.revision}`;
}

async function load(db: Database, ids: string[]): Promise<Map<string, UserState>> {
  const { rows } = await db.query<StateRow>(
    `select user_id, revision, username, wallet_address, referrer_id, total_rewards, claimed_rewards, opened_at
     from users where user_id = any($1::uuid[])`,
    [ids],
  );
  return new Map(
    rows.map((row) => [
      row.user_id,
      {
        userId: row.user_id,
        revision: BigInt(row.revision),
        username: row.username,
        walletAddress: row.wallet_address,
        referrerId: row.referrer_id,
        totalRewards: amountFromSql(row.total_rewards),
        claimedRewards: amountFromSql(row.claimed_rewards),
        openedAt: row.opened_at.toISOString(),
      },
    ]),
  );
}

async function write(db: Database, changed: ReadonlyMap<string, UserState>): Promise<void> {
  const rows = [...changed.values()].map((user) => ({
    user_id: user.userId,
    revision: user.revision,
    username: user.username,
    wallet_address: user.walletAddress,
    referrer_id: user.referrerId,
    total_rewards: formatEvo(user.totalRewards),
    claimed_rewards: formatEvo(user.claimedRewards),
    opened_at: user.openedAt,
  }));
  await db.query(UPSERT, ROWS.values(rows));
}

const ROWS = rowSet({
  user_id: 'uuid',
  revision: 'bigint',
  username: 'text',
  wallet_address: 'text',
  referrer_id: 'uuid',
  total_rewards: 'numeric',
  claimed_rewards: 'numeric',
  opened_at: 'timestamptz',
});

const UPSERT = `
  insert into users (${ROWS.names}) select * from ${ROWS.source}
  on conflict (user_id) do update set
    revision = excluded.revision,
    username = excluded.username,
    wallet_address = excluded.wallet_address,
    total_rewards = excluded.total_rewards,
    claimed_rewards = excluded.claimed_rewards`;

type StateRow = {
  user_id: string;
  revision: string;
  username: string;
  wallet_address: string | null;
  referrer_id: string | null;
  total_rewards: string;
  claimed_rewards: string;
  opened_at: Date;
};

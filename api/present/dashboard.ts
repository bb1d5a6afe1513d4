import type { Activity, LeaderboardEntry, Transaction } from '../../contracts/api/dashboard.ts';
import { formatEvo } from '../../contracts/money.ts';
import type { ActivityRow } from '../../projector/read-models/activities/queries.ts';
import type { LeaderboardRow } from '../../projector/read-models/leaderboard/queries.ts';
import type { TransactionRow } from '../../projector/read-models/transactions/queries.ts';
import type { RankedUser } from '../read-user.ts';

export function presentActivity({ id, type, description, reward, createdAt }: ActivityRow): Activity {
  return { id, type, description, reward: formatEvo(reward), createdAt: createdAt.toISOString() };
}

export function presentTransaction(row: TransactionRow): Transaction {
  const { id, type, description, status, txHash, blockNumber, gasUsed } = row;
  return {
    id,
    type,
    description,
    amount: formatEvo(row.amount),
    status,
    txHash,
    blockNumber,
    gasUsed,
    createdAt: row.createdAt.toISOString(),
  };
}

export function presentLeaderboardRow(row: LeaderboardRow): LeaderboardEntry {
  const { userId, position, username, level } = row;
  return { id: userId, userId, position, totalEvo: formatEvo(row.total), user: { username, level } };
}

/** A user's own row, wherever it stands. */
export function presentOwnRow({ user, standing }: RankedUser): LeaderboardEntry {
  return presentLeaderboardRow({
    userId: user.userId,
    username: user.username,
    level: user.level,
    position: standing.position,
    total: standing.total,
  });
}

import type {
  Activity,
  ClaimRules,
  Dashboard,
  LeaderboardEntry,
  Transaction,
} from '../../../contracts/api/dashboard.ts';
import type { ClaimNeeds } from '../../../contracts/constants.ts';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { formatEvo } from '../../../contracts/money.ts';
import type { ActivityRow } from '../../../projector/read-models/activities/queries.ts';
import type { LeaderboardRow, Standing } from '../../../projector/read-models/leaderboard/queries.ts';
import type { TransactionRow } from '../../../projector/read-models/transactions/queries.ts';
import type { UserRow } from '../../../projector/read-models/users/queries.ts';

export function presentActivity({ id, type, description, reward, createdAt }: ActivityRow): Activity {
  return { id, type, description, reward: formatEvo(reward), createdAt: createdAt.toISOString() };
}

export function presentTransaction(row: TransactionRow): Transaction {
  const { id, eventHash, type, description, status, txHash, blockNumber, gasUsed } = row;
  return {
    id,
    eventHash,
    ledgerPosition: formatPosition(row.position),
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

export function presentClaimRules(user: UserRow, needs: ClaimNeeds): ClaimRules {
  return {
    needs,
    hasProvenIdentity: user.proven,
    isHeld: user.holdReason !== null,
    welcomeWaits: user.walletAddress !== null && !user.welcomed,
  };
}

/** A user's own row, wherever it stands, with its neighbours. */
export function presentStanding(user: UserRow, standing: Standing): Dashboard['standing'] {
  const { userId, username, level } = user;
  const { position, total, nextTotal } = standing;
  return {
    entry: presentLeaderboardRow({ userId, username, level, position, total }),
    participants: standing.participants,
    above: standing.above.map(presentLeaderboardRow),
    below: standing.below.map(presentLeaderboardRow),
    toNextPlace: nextTotal === undefined ? null : formatEvo(nextTotal - total),
  };
}
